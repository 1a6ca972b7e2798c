"""Judge one number of a claim: what carries it, whether the place fits, and what speaks against it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from audit.numbers import changes, counted, derived, periods
from audit.numbers.contradiction import bounds_opposed, clause_of, number_reversed, opposed
from audit.numbers.fitting import Sought
from audit.numbers.limits import WEAK, Thresholds
from audit.numbers.matching import DATED, PARTIAL, comparable, measured, readings, same_kind, strength
from audit.numbers.places import Numbers, Place, place_of
from audit.wording.language import differ
from audit.wording.speakers import SPEECH_VERBS
from wellsourced.core.model import Quantity, Span, StatisticVerdict
from wellsourced.core.patterns import compiled
from wellsourced.core.values import replace

_COUNTED = 10  # up to here a number in words may have been counted by the reader
_MOST = 64  # numbers of a source whose places are compared
_NEAR = 0.3  # A from which a number of the source is worth showing
_SLIP = 0.15  # A from which the same figure in another unit is a slip, not a coincidence
_DATE_ELSEWHERE = 0.86
_APART = 6  # numbers of a source's sentence among which the two ends of a range are looked for
_END = {"score": "count"}
_SCALES = (1e3, 1e6, 1e9, 1e-3, 1e-6, 1e-9)


def strengths(q: Quantity, source: Numbers) -> dict[int, float]:
    """Return how far each number of a source carries a claim's; what cannot, nor be meant instead, is left out."""
    kinds = (*comparable(measured(q)), *comparable(q.kind), "")
    if q.alternatives:
        numbers: Iterable[int] = range(len(source.mentions))
    else:
        numbers = sorted({i for kind in kinds for i in source.by_kind.get(kind, ())})
    return {i: strength(q, source.mentions[i]) for i in numbers}


def judge_number(
    claim: Numbers, index: int, source: Numbers, limits: Thresholds, carrying: Mapping[int, float], score: float
) -> StatisticVerdict:
    """Return the verdict on number ``index`` of a claim.

    ``carrying`` are the strengths of the source's numbers; ``score`` is the specification's, kept beside the verdict.
    """
    q, sought = claim.mentions[index], Sought(place_of(claim, index), source)
    known = {i: _strength(v, q, source) for i, v in changes.signed(claim, index, source, carrying).items()}
    others = [i for i, v in known.items() if v == 0 and _competes(q, source.mentions[i])]
    rivals = _likely(others, sought.place, source)
    chosen = _likely([i for i, v in known.items() if v > 0], sought.place, source)
    # A label ("(4)", "page 4") may say a number in its place; elsewhere it says nothing of it.
    words = sought.place.sentence
    chosen = [i for i in chosen if source.mentions[i].kind != "name" or not words or sought.a(i) >= _NEAR]
    if not chosen and (both := _both_ends(q, source)):
        span = source.span(source.mentions[both[0]].start, source.mentions[both[1]].end)
        return StatisticVerdict(q, "carried", score, f"the source has both ends, {_shown(source, both[0])} first", span)
    if not chosen:
        return _uncarried(claim, index, sought, rivals, score)
    # The carrier fits best by v (.5 A + .5 B + .08 H).
    best = max(chosen, key=lambda i: (0.5 * known[i] * sought.fit(i), -i)) if len(chosen) > 1 else chosen[0]
    verdict, why, shown = _placed(claim, index, sought, best, known[best], rivals, limits)
    return _verdict(q, verdict, score, why, source, shown)


def _both_ends(q: Quantity, source: Numbers) -> tuple[int, int] | None:
    """Return two numbers of one sentence of the source that are the ends of the claim's range or score.

    "From 41,000 to 83,500", "between 2011 and 2021", "212-187": a source may say the two apart, in this order.
    """
    if q.high is None:
        return None
    low, high = (
        replace(q, value=end, high=None, days=None, kind=_END.get(q.kind, q.kind)) for end in (q.value, q.high)
    )
    ends = [
        i for i, other in enumerate(source.mentions) if other.end <= source.proper and strength(low, other) >= PARTIAL
    ]
    for i in ends:
        for j in range(i + 1, min(i + _APART, len(source.mentions))):
            if (
                source.mention_sentence[j] == source.mention_sentence[i]
                and strength(high, source.mentions[j]) >= PARTIAL
            ):
                return i, j
    return None


def _likely(numbers: list[int], place: Place, source: Numbers) -> list[int]:
    """Keep the numbers whose sentence shares most words with the claim's, so that a table costs no more than a page."""
    if len(numbers) <= _MOST:
        return numbers
    shared = [len(place.sentence & stems) for stems in source.sentence_stems]
    return sorted(numbers, key=lambda i: (-shared[source.mention_sentence[i]], i))[:_MOST]


def _competes(q: Quantity, other: Quantity) -> bool:
    """Tell whether a number of the source could have been meant: of the same kind, and no mere "one"."""
    ages = (q.kind == "age") == (other.kind == "age")
    return ages and same_kind(q, other) and other.text.lower() not in WEAK


def _strength(v: float, q: Quantity, source: Numbers) -> float:
    if 0.6 < v < PARTIAL and q.date and any(m.value == q.value and m.kind in DATED for m in source.mentions):
        return _DATE_ELSEWHERE  # day and month here, the year elsewhere in the source
    return v


# ---------------------------------------------------------------------------------------------- carried, but where


def _placed(
    claim: Numbers, index: int, sought: Sought, best: int, v: float, rivals: list[int], limits: Thresholds
) -> tuple[str, str, int]:
    """Return (verdict, why, index of the number to show) for a number that something in the source carries so far."""
    q, source = claim.mentions[index], sought.source
    shown = _shown(source, best)
    if v < PARTIAL:
        return "absent", f"only partly: the source has {shown}", best
    words = sought.place.sentence
    floor = limits.context * min(1.0, 8 / max(1, len(words))) + (0.05 if v < 0.85 else 0.0)
    if len(source.sentences) == 1 and v >= 0.85:
        floor /= 2  # the one sentence has no other context to offer
    if not words:
        floor = 0.0  # a table's cell, the mark of a list entry: no word beside the number says what it is of
    if sought.a(best) < floor and _translated(claim, source):
        return "carried", f"the source has {shown}, in another language", best
    if sought.a(best) < floor:
        return "other-fact", f"{shown} stands in another context", best
    rivals = _without_the_other(claim, index, source, rivals)
    rival = _better(best, rivals, sought, limits, bool(q.bound) and v < 1.0)
    if rival is not None and _dated_beside(claim, index, source, best):
        rival = None
    if rival is not None:
        return "other-fact", f"{_shown(source, rival)} stands where the claim's words are", rival
    apart = counted.of_different_sorts(claim.text, q, source.text, source.mentions[best])
    if apart is not None:
        return "other-fact", f"{shown} counts {apart[1]}, not {apart[0]}", best
    mine, theirs = changes.moved(claim, q), changes.moved(source, source.mentions[best])
    if mine and theirs and mine != theirs:
        return "direction", f'"{mine}" against "{theirs}" in the source', best
    against = number_reversed(claim, index, source, best)
    if against:
        owner = next((i for i in rivals if against[0] in clause_of(source, i).lower()), None)
        if owner is not None:
            return "other-fact", f"{_shown(source, owner)} belongs to {against[0]}", owner
        return "direction", opposed(*against), best
    return "carried", f"the source has {shown}", best


_OF_WHICH = compiled(r"\s(?:of|von|sur)\s(?:(?:the|its|their|his|her|den|les|[^\W\d_]{2,30}['’]s)\s)?\Z")


def _without_the_other(claim: Numbers, index: int, source: Numbers, rivals: list[int]) -> list[int]:
    """Leave out what carries the part or the whole beside a number: "1,140 of the 2,600 kilometres" share a place."""
    beside = [
        j
        for a, j in ((index, index + 1), (index - 1, index - 1))
        if a >= 0 and a + 1 < len(claim.mentions)
        and _OF_WHICH.fullmatch(claim.text, claim.mentions[a].end, claim.mentions[a + 1].start)
    ]  # fmt: skip
    if not beside:
        return rivals
    return [i for i in rivals if all(strength(claim.mentions[j], source.mentions[i]) < PARTIAL for j in beside)]


def _dated_beside(claim: Numbers, index: int, source: Numbers, there: int) -> bool:
    """Tell whether a date follows the same number in claim and source: "$24 million in 2023" is in its place."""
    if claim.mentions[index].kind not in DATED or not index or not there:
        return False
    if claim.mention_sentence[index - 1] != claim.mention_sentence[index]:
        return False
    mine, theirs = claim.mentions[index - 1], source.mentions[there - 1]
    same = source.mention_sentence[there - 1] == source.mention_sentence[there]
    return same and mine.kind not in DATED | {"ordinal"} and strength(mine, theirs) >= PARTIAL


def _translated(claim: Numbers, source: Numbers) -> bool:
    """Tell whether claim and source are in different languages: their words say nothing about a number's place."""
    return differ(claim.languages, source.languages)


def _better(best: int, rivals: list[int], sought: Sought, limits: Thresholds, bounded: bool) -> int | None:
    """Return the number of the same kind that does not carry the claim but fits it clearly better.

    Most cannot, by the words that their sentence, or the whole source, has at all: their places are not measured.
    """
    if sought.h(best) == 1.0:
        # Of two in one sentence the word that follows both numbers tells more than how far the others stand.
        at = sought.source.mention_sentence
        rivals = [i for i in rivals if at[i] != at[best] or sought.h(i) == 1.0]
    if bounded:
        # Any number satisfies "fewer than 3,830"; only the one in the right place may.
        by_both = sought.best_fit(rivals) if rivals else best
        return by_both if rivals and sought.fit(best) - sought.fit(by_both) < limits.bounded else None
    own = sought.a(best)
    near = [i for i in rivals if own - sought.most_a(i) < max(limits.affinity, limits.crowded_affinity)]
    if near:
        a = sought.a(by_a := _first(near, sought.a))
        if own - a < (limits.crowded_affinity if a >= limits.crowded else limits.affinity):
            return by_a
    if rivals and sought.b(best) - sought.most_b < max(limits.beside, limits.binding):
        at = sought.source.mention_sentence
        beside = [i for i in rivals if at[i] == at[best]]
        if beside and sought.b(best) - sought.b(by_side := _first(beside, sought.b)) < limits.beside:
            return by_side
        by_b = _first(rivals, sought.b)
        if sought.b(best) - sought.b(by_b) < limits.binding:
            return by_b
    near = [i for i in rivals if sought.fit(best) - sought.most_fit(i) < limits.fit]
    if near and sought.fit(best) - sought.fit(by_both := sought.best_fit(near)) < limits.fit:
        return by_both
    return None


def _first(numbers: list[int], measure: Callable[[int], float]) -> int:
    """Return the number of the greatest measure, of equals the one that stands first."""
    return max(numbers, key=lambda i: (measure(i), -i))


# ---------------------------------------------------------------------------------------------- not carried


def _uncarried(claim: Numbers, index: int, sought: Sought, rivals: list[int], score: float) -> StatisticVerdict:
    q, source = claim.mentions[index], sought.source
    if _names_event(claim, q):
        return StatisticVerdict(q, "carried", score, "part of an event's name")
    if _dates_the_source(claim, q, source):
        return StatisticVerdict(q, "carried", score, f"the source is of {source.published}")
    if period := periods.by_letter(claim.text, q, source.text):
        said = source.text[slice(*period)]
        return StatisticVerdict(q, "carried", score, f'the source has "{said}"', source.span(*period))
    equal = next((i for i in rivals if source.mentions[i].value == q.value), None)
    if equal is not None and q.bound:
        other = source.mentions[equal]
        verdict = "direction" if bounds_opposed(q, other) else "absent"
        said = f"{other.bound} {other.text}" if other.bound else f"exactly {other.text}"
        return _verdict(q, verdict, score, f"the source says {said}", source, equal)
    found = derived.expression(claim, index, source) if q.kind in ("multiple", "ratio") else None
    slip = _unit_slip(q, sought) if found is None else None
    if slip is not None:
        return _verdict(q, "unit", score, f"the source has {_shown(source, slip)}: another unit or scale", source, slip)
    found = found or derived.expression(claim, index, source)
    if found:
        return StatisticVerdict(q, "derived", score, f"follows from the source: {found[0]}", found[1])
    if source.stems and _may_be_counted(q, sought, rivals):
        return StatisticVerdict(q, "derived", score, "the source does not say it; it may have been counted")
    if any(sought.most_a(i) >= _NEAR and sought.a(i) >= _NEAR for i in rivals):
        near = sought.best_fit(rivals)
        if sought.a(near) >= _NEAR:
            why = f"not in the source; the nearest it has is {_shown(source, near)}"
            return _verdict(q, "absent", score, why, source, near)
    return StatisticVerdict(q, "absent", score, "not in the source")


_EVENT = compiled(r"\W{1,3}(?:[\w-]{1,40}\s){0,2}(?:pandemic|outbreak|epidemic)\b", re.IGNORECASE)


def _names_event(claim: Numbers, q: Quantity) -> bool:
    """Tell whether a year only names an event ("the 2019-20 coronavirus pandemic")."""
    return q.kind == "year" and _EVENT.match(claim.text, q.end) is not None


def _dates_the_source(claim: Numbers, q: Quantity, source: Numbers) -> bool:
    """Tell whether a date says when the source said it: "warned in June 2025", of a source of that month."""
    day = q.date or (f"{q.value:.0f}" if q.kind == "year" and q.high is None else "")
    if not day or q.bound or not source.published.startswith(day):
        return False
    before = claim.text[max(0, q.start - 40) : q.start].split()[-4:]
    return before[-1:] in (["in"], ["on"], ["im"], ["am"]) and not SPEECH_VERBS.isdisjoint(map(str.lower, before))


def _unit_slip(q: Quantity, sought: Sought) -> int | None:
    """Return the number of the source with the same figure in another unit, currency or scale, best placed."""
    if q.kind in DATED:
        return None
    mentions = sought.source.mentions
    same = [i for i, other in enumerate(mentions) if other.kind not in DATED and _same_figure(q, other)]
    if not same:
        return None
    best = _first(same, sought.a)
    return best if sought.a(best) >= _SLIP or len(sought.place.sentence) < 2 else None


def _same_figure(q: Quantity, other: Quantity) -> bool:
    if not q.value or not other.value:
        return False
    if abs(q.value - other.value) <= 1e-9 * abs(q.value):
        return other.kind != "name" and (q.unit, q.kind) != (other.unit, other.kind)
    if q.kind != other.kind:
        return False
    ratio = abs(readings(q)[0][0] / readings(other)[0][0])
    return any(abs(ratio / scale - 1) < 1e-6 for scale in _SCALES)


def _may_be_counted(q: Quantity, sought: Sought, rivals: list[int]) -> bool:
    """Tell a small count in words that a reader may have made ("four products"), unless another count is given."""
    small = q.kind == "count" and not q.bound and 2 <= q.value <= _COUNTED and q.text.isalnum()
    return small and all(sought.h(i) <= 0 for i in rivals)


def _shown(source: Numbers, index: int) -> str:
    return f'"{source.mentions[index].text}"'


def _verdict(q: Quantity, verdict: str, score: float, why: str, source: Numbers, index: int) -> StatisticVerdict:
    other = source.mentions[index]
    return StatisticVerdict(q, verdict, score, why, source.span(other.start, other.end))


def carried_in(q: Quantity, text: Numbers, sentence: int) -> list[Span]:
    """Return where the numbers of one sentence of a text carry a quantity."""
    return [
        Span(other.start, other.end, other.text)
        for other, at in zip(text.mentions, text.mention_sentence, strict=True)
        if at == sentence and strength(q, other) >= PARTIAL
    ]
