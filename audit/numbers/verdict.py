"""Judge one number of a claim: what carries it, whether the place fits, and what speaks against it."""

from __future__ import annotations

from audit.agreement.kinds import DATED
from audit.agreement.matching import strength
from audit.assertions.words import against
from audit.numbers import changes, counted, series, sides
from audit.numbers.carriers import Carriers, carriers, likely, rivals
from audit.numbers.cells import of_another_cell, without_other_cells
from audit.numbers.derived import is_total
from audit.numbers.fitting import Sought
from audit.numbers.places import clause_of, place_of
from audit.numbers.reading import Numbers
from audit.numbers.reversal import number_reversed
from audit.numbers.rivals import better, without_the_other
from audit.numbers.uncarried import uncarried
from audit.thresholds import (
    CARRIED_FROM,
    CONTEXT_WORDS,
    DATE_ELSEWHERE,
    FULL_STRENGTH,
    LABELLED_AFFINITY,
    PARTIAL_MORE_CONTEXT,
    RANGE_END_NUMBERS,
    YEARLESS,
    Thresholds,
)
from audit.wording.language import differ
from wellsourced_core.model import Quantity, StatisticVerdict
from wellsourced_core.values import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import NumberVerdict, QuantityKind

_END: dict[QuantityKind, QuantityKind] = {"score": "count"}


def judge_number(
    claim: Numbers, index: int, source: Numbers, limits: Thresholds, carrying: Carriers, score: float
) -> StatisticVerdict:
    """Return the verdict on number ``index`` of a claim.

    ``carrying`` are the source's numbers that carry it; ``score`` is the specification's, kept beside the verdict.
    """
    q, sought = claim.mentions[index], Sought(place_of(claim, index), source)
    words = sought.place.sentence
    signed = changes.signed(claim, index, source, carrying, words)
    known = {i: _strength(v, q, source) for i, v in signed.items() if v > 0}
    others = rivals(q, source, words, known, carrying.held)
    chosen = likely(list(known), words, source)
    # A label ("(4)", "page 4") may say a number in its place; elsewhere it says nothing of it.
    chosen = [i for i in chosen if source.mentions[i].kind != "name" or not words or sought.a(i) >= LABELLED_AFFINITY]
    if not chosen and (both := _both_ends(q, source, words)):
        span = source.span(source.mentions[both[0]].start, source.mentions[both[1]].end)
        return StatisticVerdict(q, "carried", score, f"the source has both ends, from {source.shown(both[0])}", span)
    if not chosen:
        return uncarried(claim, index, sought, others, score)
    # The carrier fits best by v (.5 A + .5 B + .08 H).
    best = max(chosen, key=lambda i: (0.5 * known[i] * sought.fit(i), -i)) if len(chosen) > 1 else chosen[0]
    verdict, why, shown = _placed(claim, index, sought, best, known[best], others, limits)
    return StatisticVerdict(q, verdict, score, why, source.evidence(shown))


def _both_ends(q: Quantity, source: Numbers, words: frozenset[str]) -> tuple[int, int] | None:
    """Return two numbers of one sentence of the source that are the ends of the claim's range or score.

    "From 41,000 to 83,500", "between 2011 and 2021", "212-187": a source may say the two apart, in this order.
    """
    if q.high is None:
        return None
    kind = _END.get(q.kind, q.kind)
    low, high = (replace(q, value=end, high=None, days=None, kind=kind) for end in (q.value, q.high))
    numbers, at = source.mentions, source.mention_sentence
    for i, v in carriers(low, source, words).strengths.items():
        if v >= CARRIED_FROM and numbers[i].end <= source.proper:
            for j in range(i + 1, min(i + RANGE_END_NUMBERS, len(numbers))):
                if at[j] == at[i] and strength(high, numbers[j]) >= CARRIED_FROM:
                    return i, j
    return None


def _strength(v: float, q: Quantity, source: Numbers) -> float:
    if v == YEARLESS and q.date and q.value in source.dated:
        return DATE_ELSEWHERE  # day and month here, the year elsewhere in the source
    return v


def _placed(
    claim: Numbers, index: int, sought: Sought, best: int, v: float, rivals: list[int], limits: Thresholds
) -> tuple[NumberVerdict, str, int]:
    """Return (verdict, why, index of the number to show) for a number that something in the source carries so far."""
    q, source = claim.mentions[index], sought.source
    shown = source.shown(best)
    if v < CARRIED_FROM:
        return "absent", f"matches only in part: the source has {shown}", best
    if (cell := of_another_cell(claim, index, source, best)) is not None:
        return "other-fact", f"the source's table has {source.shown(cell)} in that row and column", cell
    words = sought.place.sentence
    floor = limits.context * min(1.0, CONTEXT_WORDS / max(1, len(words)))
    floor += PARTIAL_MORE_CONTEXT if v < FULL_STRENGTH else 0.0
    if len(source.sentences) == 1 and v >= FULL_STRENGTH:
        floor /= 2  # the one sentence has no other context to offer
    if is_total(claim, index, source, best):
        return _said_of_it(claim, index, source, best, [])
    if not words:
        floor = 0.0  # a table's cell, the mark of a list entry: no word beside the number says what it is of
    if sought.a(best) < floor and _translated(claim, source):
        if opposites := number_reversed(claim, index, source, best):
            return "direction", against(*opposites), best
        return "carried", f"the source has {shown}, in another language", best
    if sought.a(best) < floor:
        return "other-fact", f"the source has {shown}, but in another context", best
    if (dated := series.in_place(claim, index, source, best)) is not None:
        if dated != best:
            where = "for this entry" if q.kind in DATED else "for that year"
            return "other-fact", f"the source has {source.shown(dated)} {where}", dated
        return _said_of_it(claim, index, source, best, [])
    rivals = without_other_cells(claim, index, source, best, without_the_other(claim, index, source, rivals))
    bounded = bool(q.bound) and v < 1.0
    rival = better(best, rivals, sought, limits, bounded)
    if rival is not None:
        labelled = sides.without_the_unlabelled(claim, index, source, best, rivals)
        rival = better(best, labelled, sought, limits, bounded)
    if rival is not None and not _dated_beside(claim, index, source, best):
        return "other-fact", f"in the source, {source.shown(rival)} fits the sentence better", rival
    owner = sides.of_another(claim, index, source, best, rivals)
    if owner is not None:
        return "other-fact", f"in the source, this label belongs to {source.shown(owner)}", owner
    return _said_of_it(claim, index, source, best, rivals)


def _said_of_it(
    claim: Numbers, index: int, source: Numbers, best: int, rivals: list[int]
) -> tuple[NumberVerdict, str, int]:
    """Return the same for a number in its place: carried, unless the words around it say something else of it."""
    q, shown = claim.mentions[index], source.shown(best)
    apart = counted.of_different_sorts(claim.text, q, source.text, source.mentions[best])
    if apart is not None:
        return "other-fact", f"in the source, {shown} counts {apart[1]}, not {apart[0]}", best
    mine, theirs = changes.moved(claim, q), changes.moved(source, source.mentions[best])
    if mine and theirs and mine != theirs:
        return "direction", against(mine, theirs), best
    if why := series.turned(claim, index, source, best):
        return "direction", why, best
    opposites = number_reversed(claim, index, source, best)
    if opposites:
        owner = next((i for i in rivals if opposites[0] in clause_of(source, i).lower()), None)
        if owner is not None:
            return "other-fact", f'in the source, "{opposites[0]}" belongs to {source.shown(owner)}', owner
        return "direction", against(*opposites), best
    return "carried", f"the source has {shown}", best


def _dated_beside(claim: Numbers, index: int, source: Numbers, there: int) -> bool:
    """Tell whether a date follows the same number in claim and source: "$24 million in 2023" is in its place."""
    if claim.mentions[index].kind not in DATED or not index or not there:
        return False
    if claim.mention_sentence[index - 1] != claim.mention_sentence[index]:
        return False
    mine, theirs = claim.mentions[index - 1], source.mentions[there - 1]
    same = source.mention_sentence[there - 1] == source.mention_sentence[there]
    return same and mine.kind not in DATED | {"ordinal"} and strength(mine, theirs) >= CARRIED_FROM


def _translated(claim: Numbers, source: Numbers) -> bool:
    """Tell whether claim and source are in different languages: their words say nothing about a number's place."""
    return differ(claim.languages, source.languages)
