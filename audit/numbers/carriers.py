"""Find the numbers of a source that carry a claim's, and those that may be meant instead, without a look at each."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import islice

from audit.agreement.kinds import DATED, comparable, measured, reading, same_kind
from audit.agreement.matching import strength
from audit.numbers.reading import Numbers
from audit.thresholds import MOST_COMPARED, MOST_HELD
from wellsourced_core.lexicon import words
from wellsourced_core.model import Quantity
from wellsourced_core.values import frozen

_WEAK = words("weak numbers")


@frozen
class _Sort:
    """Numbers of a text that a claim's may be held against, in order, and the sentences that they stand in, as bits."""

    numbers: tuple[int, ...]
    sentences: int


@frozen
class Carriers:
    """How far the numbers of a source that carry a claim's do so, in order.

    ``held`` are the numbers that were looked at, those first that share most words; None where all were.
    """

    strengths: Mapping[int, float]
    held: tuple[int, ...] | None = None


def carriers(q: Quantity, source: Numbers, words: frozenset[str]) -> Carriers:
    """Return what carries a claim's number in a source; ``words`` are those of the claim's sentence."""
    found = source.lookup.near(q, MOST_HELD)
    held = None
    if found is None:
        held = tuple(_likeliest(_comparables(q, source), words, source, (), MOST_HELD))
        found = sorted(held)
    return Carriers({i: v for i in found if (v := strength(q, source.mentions[i])) > 0}, held)


def rivals(
    q: Quantity, source: Numbers, words: frozenset[str], carrying: Collection[int], held: Sequence[int] | None
) -> list[int]:
    """Return the numbers of a source that do not carry a claim's but could have been meant."""
    if held is None:
        return _likeliest(_competitors(q, source), words, source, carrying, MOST_COMPARED)
    others = [i for i in held if i not in carrying and competes(q, source.mentions[i])]
    return sorted(others) if len(others) <= MOST_COMPARED else others[:MOST_COMPARED]


def competes(q: Quantity, other: Quantity) -> bool:
    """Tell whether a number of the source could have been meant: of the same kind, and no mere "one"."""
    ages = (q.kind == "age") == (other.kind == "age")
    return ages and same_kind(q, other) and other.text.lower() not in _WEAK


def likely(numbers: list[int], words: frozenset[str], source: Numbers) -> list[int]:
    """Keep the numbers whose sentence shares most words with the claim's, so that a table costs no more than a page."""
    if len(numbers) <= MOST_COMPARED:
        return numbers
    return _likeliest(_sort(numbers, source), words, source, (), MOST_COMPARED)


def _likeliest(sort: _Sort, words: frozenset[str], source: Numbers, aside: Collection[int], most: int) -> list[int]:
    """Return the likeliest numbers of a sort, those first that share most words; all in order where they are few."""
    if len(sort.numbers) <= most:
        return [i for i in sort.numbers if i not in aside]
    found = list(islice((i for i in _by_words(sort, words, source) if i not in aside), most + 1))
    return sorted(found) if len(found) <= most else found[:most]


def _by_words(sort: _Sort, words: frozenset[str], source: Numbers) -> Iterator[int]:
    for at in source.overlap.most_first(words, sort.sentences):
        own = source.numbers_in(at)
        yield from sort.numbers[bisect_left(sort.numbers, own.start) : bisect_left(sort.numbers, own.stop)]


def _competitors(q: Quantity, source: Numbers) -> _Sort:
    """Return the numbers of a source that compete with a claim's: the same ones for all claims of its unit."""
    key = (competes, "date" if q.kind in DATED else (q.kind == "age", *reading(q)[1:]))
    return _known(key, source, lambda other: competes(q, other))


def _comparables(q: Quantity, source: Numbers) -> _Sort:
    """Return the numbers of a source that may carry a claim's, by their kinds."""
    if q.alternatives:
        return _known(comparable, source, lambda _: True)
    kinds = frozenset((*comparable(measured(q)), *comparable(q.kind)))
    return _known((comparable, kinds), source, lambda other: measured(other) in kinds or bool(other.alternatives))


def _known(key: object, source: Numbers, belongs: Callable[[Quantity], bool]) -> _Sort:
    found: _Sort | None = source.made.get(key)
    if found is None:
        found = source.made[key] = _sort([i for i, other in enumerate(source.mentions) if belongs(other)], source)
    return found


def _sort(numbers: Sequence[int], source: Numbers) -> _Sort:
    few = len(numbers) <= MOST_COMPARED  # whose sentences nobody asks for
    at = source.mention_sentence
    return _Sort(tuple(numbers), 0 if few else source.overlap.bits([at[i] for i in numbers]))
