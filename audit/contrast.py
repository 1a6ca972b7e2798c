"""Which other sources of a draft could support a claim at all: asked of an index instead of every source."""

from __future__ import annotations

from collections.abc import Sequence

from audit.wording.reading import ClaimText, SourceText

_FAMILY = 5  # words of one derivational family share their first five letters


class Contrast:
    """The terms of a draft's sources, each with the sources that hold it (or another form of it)."""

    def __init__(self, sources: Sequence[SourceText]) -> None:
        self._holders: dict[str, list[int]] = {}
        for index, source in enumerate(sources):
            keys = {key for term in (*source.positions, *source.head) for key in (term, term[:_FAMILY])}
            for key in keys:
                self._holders.setdefault(key, []).append(index)

    def known_share(self, claim: ClaimText) -> float:
        """Return the share of a claim's weight that stands anywhere in any of the sources, in [0, 1]."""
        total = sum(claim.weights)
        known = sum(weight for weight, holders in self._held(claim) if holders)
        return known / total if total else 0.0

    def within_reach(self, claim: ClaimText, least: float) -> tuple[int, ...]:
        """Return every source that holds enough of a claim's terms to support it with ``least``, in order.

        Compounds and acronyms that a source spells otherwise are not looked for.
        """
        needed = least * sum(claim.weights)
        reach: dict[int, float] = {}
        for weight, holders in self._held(claim):
            for index in holders:
                reach[index] = reach.get(index, 0.0) + weight
        return tuple(sorted(index for index, weight in reach.items() if weight >= needed))

    def _held(self, claim: ClaimText) -> list[tuple[float, list[int]]]:
        return [
            (weight, self._holders.get(term) or (self._holders.get(term[:_FAMILY], []) if len(term) >= _FAMILY else []))
            for term, weight in zip(claim.terms, claim.weights, strict=True)
        ]
