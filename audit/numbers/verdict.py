"""Judge one number of a claim: what carries it, whether the place fits, and what speaks against it."""

from __future__ import annotations

import re

from audit.numbers import derived
from audit.numbers.direction import bounds_opposed, clause_of, number_reversed, opposed
from audit.numbers.limits import WEAK, Thresholds
from audit.numbers.matching import DATED, PARTIAL, readings, same_kind, strength
from audit.numbers.places import Numbers, Place, affinity, binding, headword, is_baseline, place_of
from audit.wording.language import differ
from wellsourced.core.model import Quantity, Span, StatisticVerdict
from wellsourced.core.patterns import compiled
from wellsourced.core.values import frozen

_BASELINE = 0.2  # what A and B lose where the source only compares with a date that the claim speaks of
_COUNTED = 10  # up to here a number in words may have been counted by the reader
_MOST = 64  # numbers of a source whose places are compared
_NEAR = 0.3  # A from which a number of the source is worth showing
_SLIP = 0.15  # A from which the same figure in another unit is a slip, not a coincidence
_DATE_ELSEWHERE = 0.86
_SCALES = (1e3, 1e6, 1e9, 1e-3, 1e-6, 1e-9)


@frozen
class Candidate:
    """A number of the source with how far it carries the claim's, and how well its place fits."""

    index: int
    strength: float
    a: float
    b: float
    h: float
    sentence: int

    @property
    def place(self) -> float:
        return self.a + self.b + 0.16 * self.h

    @property
    def fit(self) -> float:
        """Return v (.5 A + .5 B + .08 H), by which the carrier is chosen."""
        return 0.5 * self.strength * self.place


def judge_number(claim: Numbers, index: int, source: Numbers, limits: Thresholds, score: float) -> StatisticVerdict:
    """Return the verdict on number ``index`` of a claim; ``score`` is the specification's, kept beside it."""
    q = claim.mentions[index]
    place = place_of(claim, index)
    strengths = [_strength(q, other, source) for other in source.mentions]
    carriers = _likely([i for i, v in enumerate(strengths) if v > 0], place, source)
    others = [i for i, v in enumerate(strengths) if v == 0 and _competes(q, source.mentions[i])]
    rivals = [_candidate(place, source, i, 0.0) for i in _likely(others, place, source)]
    chosen = [_candidate(place, source, i, strengths[i]) for i in carriers]
    # A label ("(4)", "page 4") may say a number in its place; elsewhere it says nothing of it.
    chosen = [c for c in chosen if source.mentions[c.index].kind != "name" or c.a >= _NEAR or not place.sentence]
    if not chosen:
        return _uncarried(claim, index, source, rivals, score)
    best = max(chosen, key=lambda c: (c.fit, -c.index))
    verdict, why, shown = _placed(claim, index, source, place, best, rivals, limits)
    return _verdict(q, verdict, score, why, source, shown)


def _likely(numbers: list[int], place: Place, source: Numbers) -> list[int]:
    """Keep the numbers whose sentence shares most words with the claim's, so that a table costs no more than a page."""
    if len(numbers) <= _MOST:
        return numbers
    shared = [len(place.sentence & stems) for stems in source.sentence_stems]
    return sorted(numbers, key=lambda i: (-shared[source.mention_sentence[i]], i))[:_MOST]


def _candidate(place: Place, source: Numbers, i: int, v: float) -> Candidate:
    a, b, h = affinity(place, source, i), binding(place, source, i), headword(place, source, i)
    if place.baseline is False and is_baseline(source, source.mentions[i]):
        a, b = a - _BASELINE, b - _BASELINE
    return Candidate(i, v, a, b, h, source.mention_sentence[i])


def _competes(q: Quantity, other: Quantity) -> bool:
    """Tell whether a number of the source could have been meant: of the same kind, and no mere "one"."""
    ages = (q.kind == "age") == (other.kind == "age")
    return ages and same_kind(q, other) and other.text.lower() not in WEAK


def _strength(q: Quantity, other: Quantity, source: Numbers) -> float:
    v = strength(q, other)
    if 0.6 < v < PARTIAL and q.date and any(m.value == q.value and m.kind in DATED for m in source.mentions):
        return _DATE_ELSEWHERE  # day and month here, the year elsewhere in the source
    return v


# ---------------------------------------------------------------------------------------------- carried, but where


def _placed(
    claim: Numbers,
    index: int,
    source: Numbers,
    place: Place,
    best: Candidate,
    rivals: list[Candidate],
    limits: Thresholds,
) -> tuple[str, str, int]:
    """Return (verdict, why, index of the number to show) for a number that something in the source carries."""
    q = claim.mentions[index]
    shown = _shown(source, best.index)
    if best.strength < PARTIAL:
        return "absent", f"only partly: the source has {shown}", best.index
    floor = limits.context * min(1.0, 8 / max(1, len(place.sentence))) + (0.05 if best.strength < 0.85 else 0.0)
    if not place.sentence:
        floor = 0.0  # a table's cell, the mark of a list entry: no word beside the number says what it is of
    if best.a < floor and _translated(claim, source):
        return "carried", f"the source has {shown}, in another language", best.index
    if best.a < floor:
        return "other-fact", f"{shown} stands in another context", best.index
    rival = _better(best, rivals, limits, bool(q.bound) and best.strength < 1.0)
    if rival is not None:
        return "other-fact", f"{_shown(source, rival.index)} stands where the claim's words are", rival.index
    against = number_reversed(claim, index, source, best.index)
    if against:
        owner = next((c for c in rivals if against[0] in clause_of(source, c.index).lower()), None)
        if owner is not None:
            return "other-fact", f"{_shown(source, owner.index)} belongs to {against[0]}", owner.index
        return "direction", opposed(*against), best.index
    return "carried", f"the source has {shown}", best.index


def _translated(claim: Numbers, source: Numbers) -> bool:
    """Tell whether claim and source are in different languages: their words say nothing about a number's place."""
    return differ(claim.languages, source.languages)


def _better(best: Candidate, rivals: list[Candidate], limits: Thresholds, bounded: bool) -> Candidate | None:
    """Return the number of the same kind that does not carry the claim but fits it clearly better."""
    if not rivals:
        return None
    by_a = max(rivals, key=lambda c: (c.a, -c.index))
    by_b = max(rivals, key=lambda c: (c.b, -c.index))
    by_both = max(rivals, key=lambda c: (c.place, -c.index))
    margin = best.place - by_both.place
    if bounded:
        # Any number satisfies "fewer than 3,830"; only the one in the right place may.
        return by_both if margin < limits.bounded else None
    if best.a - by_a.a < (limits.crowded_affinity if by_a.a >= limits.crowded else limits.affinity):
        return by_a
    beside = [c for c in rivals if c.sentence == best.sentence]
    by_side = max(beside, key=lambda c: (c.b, -c.index), default=None)
    if by_side is not None and best.b - by_side.b < limits.beside:
        return by_side
    if best.b - by_b.b < limits.binding:
        return by_b
    return by_both if margin < limits.fit else None


# ---------------------------------------------------------------------------------------------- not carried


def _uncarried(claim: Numbers, index: int, source: Numbers, rivals: list[Candidate], score: float) -> StatisticVerdict:
    q = claim.mentions[index]
    if _names_event(claim, q):
        return StatisticVerdict(q, "carried", score, "part of an event's name")
    equal = next((c for c in rivals if source.mentions[c.index].value == q.value), None)
    if equal is not None and q.bound:
        other = source.mentions[equal.index]
        verdict = "direction" if bounds_opposed(q, other) else "absent"
        said = f"{other.bound} {other.text}" if other.bound else f"exactly {other.text}"
        return _verdict(q, verdict, score, f"the source says {said}", source, equal.index)
    slip = _unit_slip(claim, index, source)
    if slip is not None:
        return _verdict(q, "unit", score, f"the source has {_shown(source, slip)}: another unit or scale", source, slip)
    found = derived.expression(claim, index, source)
    if found:
        return StatisticVerdict(q, "derived", score, f"follows from the source: {found[0]}", found[1])
    if source.stems and _may_be_counted(q, rivals):
        return StatisticVerdict(q, "derived", score, "the source does not say it; it may have been counted")
    near = max(rivals, key=lambda c: (c.place, -c.index), default=None)
    if near is not None and near.a >= _NEAR:
        why = f"not in the source; the nearest it has is {_shown(source, near.index)}"
        return _verdict(q, "absent", score, why, source, near.index)
    return StatisticVerdict(q, "absent", score, "not in the source")


_EVENT = compiled(r"\W{1,3}(?:[\w-]{1,40}\s){0,2}(?:pandemic|outbreak|epidemic)\b", re.IGNORECASE)


def _names_event(claim: Numbers, q: Quantity) -> bool:
    """Tell whether a year only names an event ("the 2019-20 coronavirus pandemic")."""
    return q.kind == "year" and _EVENT.match(claim.text, q.end) is not None


def _unit_slip(claim: Numbers, index: int, source: Numbers) -> int | None:
    """Return the number of the source with the same figure in another unit, currency or scale, best placed."""
    q = claim.mentions[index]
    if q.kind in DATED:
        return None
    same = [i for i, other in enumerate(source.mentions) if other.kind not in DATED and _same_figure(q, other)]
    if not same:
        return None
    place = place_of(claim, index)
    best = max(same, key=lambda i: (affinity(place, source, i), -i))
    return best if affinity(place, source, best) >= _SLIP or len(place.sentence) < 2 else None


def _same_figure(q: Quantity, other: Quantity) -> bool:
    if not q.value or not other.value:
        return False
    if abs(q.value - other.value) <= 1e-9 * abs(q.value):
        return other.kind != "name" and (q.unit, q.kind) != (other.unit, other.kind)
    ratio = abs(readings(q)[0][0] / readings(other)[0][0])
    return q.kind == other.kind and any(abs(ratio / scale - 1) < 1e-6 for scale in _SCALES)


def _may_be_counted(q: Quantity, rivals: list[Candidate]) -> bool:
    """Tell a small count in words that a reader may have made ("four products"), unless another count is given."""
    small = q.kind == "count" and not q.bound and 2 <= q.value <= _COUNTED and q.text.isalnum()
    return small and all(c.h <= 0 for c in rivals)


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
