"""How far a source supports a claim: the idf-weighted share of its terms in the best window of the source.

Evidence is counted, not understood: a word of the claim counts where the same word, another form of it or an
equivalent (a number word, a compound, an acronym) stands close to the others in the source.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from audit.agreement.strength import strength
from audit.reading.language import differ
from audit.reading.missing_names import is_attribution, missing_names
from audit.reading.prepared_texts import ClaimText, SourceText, hard_part, prepare, read_claim
from audit.reading.term_matches import Hits, best_window, find_hits, has_equivalent
from audit.reading.term_weights import is_number, term_of
from audit.thresholds import (
    BALANCED,
    COUNTED_IN_WORDS,
    MISSING_NAME_LOSS,
    NARROW_WINDOW_LEAST_WORDS,
    NARROW_WINDOW_MOST_WORDS,
    NUMBER_SEARCH_SHARE,
    SAME_NUMBER_MOST,
    SAME_NUMBER_STRENGTH,
    SUPPORT_ROUNDING,
    SWAP,
    SWAP_LEAST_TERMS,
    SWAP_SHARED_WORDS,
    TELLING_DIGITS,
    WEAK_WARNING,
    WIDE_WINDOW_LEAST_WORDS,
    WIDE_WINDOW_MOST_WORDS,
)
from wellsourced_core.model import Quantity, Span, Support
from wellsourced_core.text import surfaces
from wellsourced_core.values import frozen

__all__ = [
    "ClaimText",
    "Margin",
    "SourceText",
    "checkable",
    "fits_other",
    "joint",
    "known_share",
    "margin",
    "missing_names",
    "prepare",
    "read_claim",
    "shares_words",
    "support",
    "supports",
    "tells_apart",
]


def support(claim: ClaimText, source: SourceText, least: float = 0.0) -> Support:
    """Return how far a source supports a claim, in [0, 1], and the stretch of the source that does it best.

    The mean of the best narrow and the best wide window's share of the claim's weight, lowered for a
    name that the source has nowhere. In another language only numbers and names are asked for.
    Whoever needs only a support of more than ``least`` (WEAK_WARNING or more) may get 0 where there is none.
    """
    if _foreign(claim, source):
        claim = hard_part(claim, source)
    if not claim.terms:
        return Support(0.0, None)
    return _rated(claim, source, _hits(claim, source), least)


def _rated(claim: ClaimText, source: SourceText, hits: Hits, least: float = 0.0) -> Support:
    wide = best_window(hits, _wide(claim))
    if sum(hits.floors) + wide.gain < (least - SUPPORT_ROUNDING) * claim.total:
        return Support(0.0, None)  # the wide window contains the narrow one
    narrow = best_window(hits, _narrow(claim))
    share = (sum(hits.floors) + (narrow.gain + wide.gain) / 2) / claim.total
    score = _score(share, claim, (source,))
    if score < WEAK_WARNING and _says_every_number(claim, source):
        score = WEAK_WARNING
    if not hits.at:
        return Support(score, None)
    start, end = source.starts[hits.at[narrow.first][0]], source.ends[hits.at[narrow.last][0]]
    return Support(score, Span(start, end, source.text[start:end]))


def joint(claim: ClaimText, sources: Sequence[SourceText]) -> Support:
    """Return how far sources that are cited together support a claim: each may support another part of it.

    Each term counts with its best credit in the best windows of the sources, so the score is never below the
    best source's own. The evidence is that source's.
    """
    return supports(claim, sources)[1]


def supports(claim: ClaimText, sources: Sequence[SourceText]) -> tuple[list[Support], Support]:
    """Return the support of each source alone, and that of all together: their terms are looked up once."""
    if len(sources) == 1:
        only = support(claim, sources[0])
        return [only], only
    own = [source for source in sources if claim.terms and not _foreign(claim, source)]
    hits = {id(source): _hits(claim, source) for source in own}
    alone = [
        _rated(claim, source, hits[id(source)]) if id(source) in hits else support(claim, source) for source in sources
    ]
    best = max(alone, key=lambda one: one.score, default=Support(0.0, None))
    if len(own) < 2:
        return alone, best
    earned = 0.0
    for size in (_narrow(claim), _wide(claim)):
        each = (_earned(hits[id(source)], size) for source in own)
        earned += sum(max(earned_by) for earned_by in zip(*each, strict=True)) / 2
    union = _score(earned / claim.total, claim, own)
    return alone, Support(max(best.score, union), best.evidence)


def _earned(hits: Hits, size: int) -> list[float]:
    """Return what each term of the claim counts in the best window."""
    best = best_window(hits, size)
    held = {index for _, index in hits.at[best.first : best.last + 1]}
    return [
        floor + (gain if index in held else 0.0)
        for index, (floor, gain) in enumerate(zip(hits.floors, hits.gains, strict=True))
    ]


def _narrow(claim: ClaimText) -> int:
    return min(max(2 * claim.length, NARROW_WINDOW_LEAST_WORDS), NARROW_WINDOW_MOST_WORDS)


def _wide(claim: ClaimText) -> int:
    return min(max(3 * claim.length, WIDE_WINDOW_LEAST_WORDS), WIDE_WINDOW_MOST_WORDS)


def _score(share: float, claim: ClaimText, sources: Sequence[SourceText]) -> float:
    """Lower a share for a name that none of the sources has anywhere."""
    if claim.names:
        lost = [{*missing_names(claim, source)} for source in sources]
        if any(not is_attribution(name, claim) for name in set.intersection(*lost)):
            share *= 1 - MISSING_NAME_LOSS
    return min(1.0, max(0.0, share))


# ------------------------------------------------------------------------------------------------- numbers


def _hits(claim: ClaimText, source: SourceText) -> Hits:
    """Find the terms of a claim, those of its numbers also where they are written otherwise.

    "1.2 km" stands where the source says "1,200 metres", "90 minutes" where it says "one and a half hours".
    """
    hits = find_hits(claim, source)
    if not claim.numbers:
        return hits
    missing = sum(
        w for t, w in zip(claim.terms, claim.weights, strict=True) if t in claim.numbers and not source.has(t)
    )
    here = {index for _, index in hits.at}
    if not missing or sum(claim.weights[i] for i in here) < NUMBER_SEARCH_SHARE * (claim.total - missing):
        return hits
    found = _rewritten(claim, source)
    more = [(at, i) for i, term in enumerate(claim.terms) if i not in here for at in found.get(term, ())]
    gains = [claim.weights[i] - hits.floors[i] if i not in here else gain for i, gain in enumerate(hits.gains)]
    most = hits.most + sum([gains[i] for i in {i for _, i in more}])
    return Hits(sorted((*hits.at, *more)), gains, hits.floors, most)


def _rewritten(claim: ClaimText, source: SourceText) -> dict[str, list[int]]:
    """Return the terms of a claim's numbers that the source has in another form, with the places of that form."""
    found: dict[str, list[int]] = {}
    for mine in claim.quantities:
        terms = [term for term in map(term_of, surfaces(mine.text)) if term]
        if not all(map(source.has, terms)):
            places = [q.start for q in _same(mine, source)]
            for term in terms if places else ():
                found.setdefault(term, []).extend(bisect_left(source.starts, place) for place in places)
    return found


def _same(mine: Quantity, source: SourceText) -> Iterator[Quantity]:
    """Yield the numbers of a source that are another way to write a claim's; of very many the first ones."""
    near = source.lookup.near(mine, SAME_NUMBER_MOST)
    held = source.quantities[:SAME_NUMBER_MOST] if near is None else [source.quantities[i] for i in near]
    return (q for q in held if strength(mine, q) >= SAME_NUMBER_STRENGTH)


def _says_every_number(claim: ClaimText, source: SourceText) -> bool:
    """Tell whether a source has every number of a claim, one that tells at least: the rest may be other words for it.

    A count below ten stands in any text, and in words a reader may have made it; an amount, a share or a count of two
    digits tells.
    """
    found = claim.quantities
    if not any(q.digits >= TELLING_DIGITS or q.unit or q.kind == "ratio" for q in found):
        return False
    sought = [q for q in found if not (q.kind == "count" and q.value <= COUNTED_IN_WORDS and q.text.isalpha())]
    return all(any(True for _ in _same(q, source)) for q in sought)


# ------------------------------------------------------------------------------------------------- contrast


@frozen
class Margin:
    """The own score, the best other source of the draft (its index) and how far the own lies above its score."""

    own: float | None
    best_other: int | None
    value: float | None


def margin(scores: Sequence[float | None], own: int, cocited: Collection[int] = ()) -> Margin:
    """Compare the score at index ``own`` with those of the draft's other sources; ties go to the lower index.

    ``None`` marks a source that cannot be judged. Sources cited together with the own one (and copies of
    it) are given in ``cocited`` and never contrasted. Without another source there is no margin.
    """
    rest = [
        (-score, index)
        for index, score in enumerate(scores)
        if score is not None and index != own and index not in cocited
    ]
    mine = scores[own]
    if not rest or mine is None:
        return Margin(mine, None, None)
    best, index = min(rest)
    return Margin(mine, index, mine + best)


def fits_other(found: Margin, claim: ClaimText, sources: Sequence[SourceText]) -> bool:
    """Return whether another source supports the claim clearly better; all sources of the draft are given.

    A citation that its own source supports is never moved. The margin is held against the share of the claim
    that any source has: what none of them says cannot tell them apart.
    """
    if found.own is None or found.value is None or found.own >= BALANCED or found.value >= 0 or not tells_apart(claim):
        return False
    return found.value < SWAP * known_share(claim, sources)


def tells_apart(claim: ClaimText) -> bool:
    """Tell whether a claim says enough for one source to fit it better than another: "Choose a place" fits many.

    Of few words, a name or a number of two digits does.
    """
    if len(claim.terms) >= SWAP_LEAST_TERMS or claim.names:
        return True
    return any(len(number) >= TELLING_DIGITS for number in claim.numbers)


def known_share(claim: ClaimText, sources: Sequence[SourceText]) -> float:
    """Return the share of a claim's weight that stands anywhere in any of the sources, in [0, 1]."""
    weights = [
        weight
        for term, weight in zip(claim.terms, claim.weights, strict=True)
        if any(has_equivalent(claim, term, source) for source in sources)
    ]
    return sum(weights) / claim.total if weights else 0.0


# ------------------------------------------------------------------------------------------------- limits


def checkable(claim: ClaimText, source: SourceText, own: Support | None = None) -> bool:
    """Return whether the support of a claim by a source means anything; ``own`` is that support, if it is known.

    Nothing can be said where claim or source has no content term. A single term, a source of one or two, or a
    source in another language can confirm a claim (there by its numbers and names), but never refute it.
    """
    if not claim.terms or not source.positions:
        return False
    thin = len(claim.terms) < 2 or _is_thin(claim, source) or _foreign(claim, source)
    return not thin or (own or support(claim, source)).score >= BALANCED


def shares_words(claim: ClaimText, source: SourceText) -> bool:
    """Tell whether a source has two words of a claim that are no numbers: one number alone says nothing."""
    words = (term for term in claim.terms if not is_number(term))
    return (
        sum(1 for _ in islice((term for term in words if has_equivalent(claim, term, source)), SWAP_SHARED_WORDS))
        >= SWAP_SHARED_WORDS
    )


def _is_thin(claim: ClaimText, source: SourceText) -> bool:
    """Tell whether a source says too little to refute anything; a word and a number may refute another number."""
    said = len(source.positions)
    return said < 2 or (said < 3 and not (claim.numbers and source.numbers))


def _foreign(claim: ClaimText, source: SourceText) -> bool:
    return differ(claim.languages, source.languages)
