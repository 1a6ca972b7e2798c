"""How far a source supports a claim: the idf-weighted share of its terms in the best window of the source.

Evidence is counted, not understood: a word of the claim counts where the same word, another form of it or an
equivalent (a number word, a compound, an acronym) stands close to the others in the source.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from audit.reading import ClaimText, SourceText, hard_part, prepare, read_claim
from audit.thresholds import BALANCED
from audit.windows import Hits, best_window, find_hits, has_equivalent
from wellsourced.core.model import Span, Support

__all__ = [
    "ClaimText",
    "Margin",
    "SourceText",
    "checkable",
    "joint",
    "margin",
    "missing_names",
    "prepare",
    "read_claim",
    "support",
]

_NAME_PENALTY = 0.10
_NUMBER_PENALTY = 0.05


def support(claim: ClaimText, source: SourceText) -> Support:
    """Return how far a source supports a claim, in [0, 1], and the stretch of the source that does it best.

    The mean of the best narrow and the best wide window's share of the claim's weight, less a penalty for a
    name and for a number that the source has nowhere. In another language only numbers and names are asked for.
    """
    if _foreign(claim, source):
        claim = hard_part(claim)
    if not claim.terms:
        return Support(0.0, None)
    hits = find_hits(claim, source)
    narrow = best_window(hits, _narrow(claim))
    wide = best_window(hits, _wide(claim))
    share = (hits.floor + 0.5 * narrow.gain + 0.5 * wide.gain) / hits.total
    score = min(1.0, max(0.0, share - _penalty(claim, (source,))))
    if not hits.at:
        return Support(score, None)
    start, end = source.starts[hits.at[narrow.first][0]], source.ends[hits.at[narrow.last][0]]
    return Support(score, Span(start, end, source.text[start:end]))


def joint(claim: ClaimText, sources: Sequence[SourceText]) -> Support:
    """Return how far sources that are cited together support a claim: what one lacks another may bring.

    Each term counts with its best credit in the best windows of the sources, so the score is never below the
    best source's own. The evidence is that source's.
    """
    alone = [support(claim, source) for source in sources]
    best = max(alone, key=lambda one: one.score, default=Support(0.0, None))
    own = [source for source in sources if not _foreign(claim, source)]
    if len(own) < 2 or not claim.terms:
        return best
    shares = []
    for size in (_narrow(claim), _wide(claim)):
        credits = [0.0] * len(claim.terms)
        for source in own:
            for index, credit in enumerate(_credits(find_hits(claim, source), size)):
                credits[index] = max(credits[index], credit)
        shares.append(sum(credits) / sum(claim.weights))
    union = min(1.0, max(0.0, sum(shares) / 2 - _penalty(claim, own)))
    return Support(max(best.score, union), best.evidence)


def _credits(hits: Hits, size: int) -> list[float]:
    """Return what each term of the claim earns in the best window."""
    best = best_window(hits, size)
    earned = list(hits.floors)
    for slot in {slot for _, slot in hits.at[best.first : best.last + 1]}:
        earned[hits.owners[slot]] += hits.gains[slot]
    return earned


def _narrow(claim: ClaimText) -> int:
    return min(max(2 * claim.length, 20), 80)


def _wide(claim: ClaimText) -> int:
    return min(max(3 * claim.length, 40), 120)


def _penalty(claim: ClaimText, sources: Sequence[SourceText]) -> float:
    def nowhere(term: str) -> bool:
        return not any(has_equivalent(claim, term, source) for source in sources)

    penalty = 0.0
    if any(nowhere(name.term) for name in claim.names):
        penalty += _NAME_PENALTY
    if any(nowhere(number) for number in claim.numbers):
        penalty += _NUMBER_PENALTY
    return penalty


# ------------------------------------------------------------------------------------------------- contrast


@dataclass(frozen=True, slots=True)
class Margin:
    """The best other source of the draft (its index) and how far the own score lies above its score."""

    best_other: int | None
    value: float | None


def margin(scores: Sequence[float | None], own: int, cocited: Collection[int] = ()) -> Margin:
    """Hold the score at index ``own`` against the draft's other sources; ties go to the lower index.

    ``None`` marks a source that cannot be judged. Sources cited together with the own one (and copies of
    it) are given in ``cocited`` and never contrasted. Without another source both fields are None.
    """
    rest = [
        (-score, index)
        for index, score in enumerate(scores)
        if score is not None and index != own and index not in cocited
    ]
    mine = scores[own]
    if not rest or mine is None:
        return Margin(None, None)
    best, index = min(rest)
    return Margin(index, mine + best)


# ------------------------------------------------------------------------------------------------- limits


def missing_names(claim: ClaimText, source: SourceText) -> tuple[Span, ...]:
    """Return the capitalised words of a claim that stand nowhere in source, title or address, as spans.

    The first word of a sentence is no name. Another form, an acronym of capitalised words, or the parts of a
    compound stand for a name.
    """
    return tuple(name.span for name in claim.names if not has_equivalent(claim, name.term, source))


def checkable(claim: ClaimText, source: SourceText) -> bool:
    """Return whether a low score would mean anything.

    Not where claim or source has no content term. In another language a source can confirm a claim by its
    numbers and names, but never refute it.
    """
    if not claim.terms or not source.positions:
        return False
    return not _foreign(claim, source) or support(claim, source).score >= BALANCED


def _foreign(claim: ClaimText, source: SourceText) -> bool:
    return bool(claim.language and source.language and claim.language != source.language)
