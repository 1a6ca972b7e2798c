"""Find the sources that may have a claim's numbers, among many, without comparing every pair."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import floor, log10

from audit.agreement.kinds import Reading, looked_up_as, readings
from audit.thresholds import MOST_HOLDERS
from wellsourced_core.model import Quantity
from wellsourced_core.quantities import quantities
from wellsourced_core.values import frozen


@frozen
class NumberIndex:
    """Values of many sources: for each value, the first sources (by position) that have it."""

    holders: Mapping[tuple[str, str, int, int], tuple[int, ...]]


def index(source_texts: Sequence[str]) -> NumberIndex:
    """Read the numbers of the sources once; time and space are linear in their texts."""
    holders: dict[tuple[str, str, int, int], list[int]] = {}
    for position, text in enumerate(source_texts):
        for key in dict.fromkeys(key for q in quantities(text, names=True) for key in _keys(q)):
            held = holders.setdefault(key, [])
            if len(held) < MOST_HOLDERS:
                held.append(position)
    return NumberIndex({key: tuple(held) for key, held in holders.items()})


def candidates(claim: str, sources: NumberIndex, limit: int = 8) -> tuple[int, ...]:
    """Return the positions of the sources that have most of a claim's values, rarer values first (ties: position).

    Values agree to two significant digits; "more than" and "fewer than" look for the value itself.
    """
    votes: dict[int, float] = {}
    for q in quantities(claim):
        found = dict.fromkeys(p for key in _keys(q, 1) for p in sources.holders.get(key, ()))
        for position in found:
            votes[position] = votes.get(position, 0.0) + 1 / len(found)
    return tuple(sorted(votes, key=lambda p: (-votes[p], p))[:limit])


def _keys(q: Quantity, around: int = 0) -> Iterator[tuple[str, str, int, int]]:
    for value, unit, kind in _comparable(q):
        if not value:
            yield kind, unit, 0, 0
            continue
        power = floor(log10(abs(value)))
        leading = round(abs(value) / 10.0 ** (power - 1)) if -300 < power < 300 else 0
        for near in range(leading - around, leading + around + 1):
            yield kind, unit, power, near


def _comparable(q: Quantity) -> Iterator[Reading]:
    """Yield the readings under which quantities whose kinds may meet are found."""
    for value, unit, kind in readings(q):
        counted = kind == "ordinal" or looked_up_as(kind) == "count"
        yield (value, "", "count") if counted else (value, unit, kind)
