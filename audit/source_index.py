"""An index of the terms of a draft's sources: which of them could support a claim at all?"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from audit.reading.prepared_texts import ClaimText, SourceText
from audit.thresholds import FAMILY_LETTERS, GAIN_ROUNDING

_FEW = 8  # sources per candidate up to which a loop over them costs less than looking up each candidate


class SourceIndex:
    """The terms of a draft's sources, each with the sources that hold it (or another form of it), in order."""

    def __init__(self, sources: Sequence[SourceText]) -> None:
        self._holders: dict[str, Sequence[int]] = {}
        self._asked: tuple[ClaimText, list[tuple[float, Sequence[int]]]] | None = None
        for index, source in enumerate(sources):
            terms = {*source.positions, *source.head}
            alone = (index,)  # shared by all terms that only this source has: most of them
            for key in terms | {term[:FAMILY_LETTERS] for term in terms}:
                held = self._holders.setdefault(key, alone)
                if isinstance(held, list):
                    held.append(index)
                elif held is not alone:
                    self._holders[key] = [*held, index]

    def known_share(self, claim: ClaimText) -> float:
        """Return the share of a claim's weight that stands anywhere in any of the sources, in [0, 1]."""
        known = sum(weight for weight, holders in self._held(claim) if holders)
        return known / claim.total if claim.total else 0.0

    def within_reach(self, claim: ClaimText, least: float) -> tuple[int, ...]:
        """Return every source that holds enough of a claim's terms to support it with ``least``, in order.

        Compounds and acronyms that a source spells otherwise are not looked for. The rarest terms name the
        candidates: a source that has none of them cannot make up for it with all the others.
        """
        needed = least * claim.total
        held = self._held(claim)
        left = sum(weight for weight, holders in held if holders) + GAIN_ROUNDING
        candidates: set[int] = set()
        for weight, holders in sorted(held, key=lambda one: len(one[1])):
            if left < needed:
                break
            if holders:
                candidates.update(holders)
                left -= weight
        if not candidates:
            return ()
        reach = dict.fromkeys(candidates, 0.0)
        for weight, holders in held:
            for index in holders if len(holders) < _FEW * len(reach) else _among(holders, candidates):
                if index in reach:
                    reach[index] += weight
        return tuple(sorted(index for index, weight in reach.items() if weight >= needed))

    def _held(self, claim: ClaimText) -> list[tuple[float, Sequence[int]]]:
        """Return each term's weight and the sources that have it; cached, as both questions are asked of each claim."""
        if self._asked is None or self._asked[0] is not claim:
            holders, nobody = self._holders, ()
            held = [
                (
                    weight,
                    holders.get(term)
                    or (holders.get(term[:FAMILY_LETTERS], nobody) if len(term) >= FAMILY_LETTERS else nobody),
                )
                for term, weight in zip(claim.terms, claim.weights, strict=True)
            ]
            self._asked = claim, held
        return self._asked[1]


def _among(holders: Sequence[int], candidates: set[int]) -> list[int]:
    """Return those candidates that are among many holders, without a look at every holder."""
    places = ((bisect_left(holders, index), index) for index in candidates)
    return [index for at, index in places if at < len(holders) and holders[at] == index]
