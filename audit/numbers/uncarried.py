"""Judge a number that no number of the source carries: a slip, worked out, counted by the reader, or absent."""

from __future__ import annotations

import re

from audit.agreement.kinds import DATED, reading
from audit.agreement.matching import bounds_opposed, same_magnitude
from audit.assertions.negations import lacks, negations, none_of
from audit.numbers import derived, periods
from audit.numbers.carriers import likely
from audit.numbers.fitting import Sought, greatest
from audit.numbers.implied import said_otherwise
from audit.numbers.reading import Numbers
from audit.thresholds import (
    COUNTED_BY_READER,
    DATED_SPEECH_CHARACTERS,
    DATED_SPEECH_WORDS,
    FLOAT_ROUNDING,
    MOST_SLIPS,
    SHOWN_AFFINITY,
    SLIP_AFFINITY,
)
from audit.wording.speakers import SPEECH_VERBS
from wellsourced_core.model import Quantity, StatisticVerdict
from wellsourced_core.patterns import compiled
from wellsourced_core.thresholds import LARGEST_VALUE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import NumberVerdict

_EVENT = compiled(r"\W{1,3}(?:[\w-]{1,40}\s){0,2}(?:pandemic|outbreak|epidemic)\b", re.IGNORECASE)


def uncarried(claim: Numbers, index: int, sought: Sought, rivals: list[int], score: float) -> StatisticVerdict:
    """Return the verdict on number ``index`` of a claim; ``rivals`` are the numbers that may be meant instead."""
    q, source = claim.mentions[index], sought.source
    if abs(q.value) >= LARGEST_VALUE:
        return StatisticVerdict(q, "absent", score, "not in the source")  # nothing is worked out with such a number
    if _names_event(claim, q):
        return StatisticVerdict(q, "carried", score, "part of an event's name")
    if _dates_the_source(claim, q, source):
        return StatisticVerdict(q, "carried", score, f"the source is dated {source.published}")
    if period := periods.otherwise(claim.text, q, source.text):
        said = source.text[slice(*period)]
        return StatisticVerdict(q, "carried", score, f'the source has "{said}"', source.span(*period))
    if otherwise := said_otherwise(claim, index, sought):
        first, last = otherwise
        span = source.span(source.mentions[first].start, source.mentions[last].end)
        return StatisticVerdict(q, "carried", score, f"the source says it differently: {source.shown(first)}", span)
    equal = next((i for i in rivals if source.mentions[i].value == q.value), None)
    if equal is not None and q.bound:
        other = source.mentions[equal]
        verdict: NumberVerdict = "direction" if bounds_opposed(q, other) else "absent"
        said = f"{other.bound} {other.text}" if other.bound else f"exactly {other.text}"
        return StatisticVerdict(q, verdict, score, f"the source says {said}", source.evidence(equal))
    found = derived.expression(claim, index, source)
    # "Half" is no slip of "half a year" where the source's numbers make it.
    slip = None if found and q.kind in ("multiple", "ratio") else _unit_slip(q, sought)
    if slip is not None:
        why = f"the source has {source.shown(slip)}, a different unit or scale"
        return StatisticVerdict(q, "unit", score, why, source.evidence(slip))
    if found:
        (derivation, shown), span = found
        return StatisticVerdict(q, "derived", score, f"follows from the source: {shown}", span, derivation)
    if source.stems and _may_be_counted(q, sought, rivals) and not _has_none(claim, index, source):
        return StatisticVerdict(q, "derived", score, "the source does not state it; it may have been counted")
    if any(sought.most_a(i) >= SHOWN_AFFINITY and sought.a(i) >= SHOWN_AFFINITY for i in rivals):
        near = sought.best_fit(rivals)
        if sought.a(near) >= SHOWN_AFFINITY:
            why = f"not in the source; its nearest number is {source.shown(near)}"
            return StatisticVerdict(q, "absent", score, why, source.evidence(near))
    return StatisticVerdict(q, "absent", score, "not in the source")


def _names_event(claim: Numbers, q: Quantity) -> bool:
    """Tell whether a year only names an event ("the 2019-20 coronavirus pandemic")."""
    return q.kind == "year" and _EVENT.match(claim.text, q.end) is not None


def _dates_the_source(claim: Numbers, q: Quantity, source: Numbers) -> bool:
    """Tell whether a date says when the source said it: "warned in June 2025", of a source of that month."""
    day = q.date or (f"{q.value:.0f}" if q.kind == "year" and q.high is None else "")
    if not day or q.bound or not source.published.startswith(day):
        return False
    before = claim.text[max(0, q.start - DATED_SPEECH_CHARACTERS) : q.start].split()[-DATED_SPEECH_WORDS:]
    return before[-1:] in (["in"], ["on"], ["im"], ["am"]) and not SPEECH_VERBS.isdisjoint(map(str.lower, before))


def _unit_slip(q: Quantity, sought: Sought) -> int | None:
    """Return the number of the source with the same figure in another unit, currency or scale, best placed."""
    if q.kind in DATED:
        return None
    mentions = sought.source.mentions
    same = [i for i in sought.source.figures.near(q) if _same_figure(q, mentions[i])]
    if len(same) > MOST_SLIPS:
        same = likely(same, sought.place.sentence, sought.source)
    if not same:
        return None
    best = greatest(same, sought.a)
    return best if sought.a(best) >= SLIP_AFFINITY or len(sought.place.sentence) < 2 else None


def _same_figure(q: Quantity, other: Quantity) -> bool:
    if not q.value or not other.value:
        return False
    if abs(q.value - other.value) <= FLOAT_ROUNDING * abs(q.value):
        return other.kind != "name" and (q.unit, q.kind) != (other.unit, other.kind)
    if q.kind != other.kind:
        return False
    return not same_magnitude(abs(reading(q)[0]), abs(reading(other)[0]))


def _has_none(claim: Numbers, index: int, source: Numbers) -> bool:
    """Tell whether the source says that there is none of what a number in words counts."""
    at = claim.mention_sentence[index]
    if not claim.mentions[index].text.isalpha() or negations(claim.sentence_span(at).text):
        return False
    denied: tuple[frozenset[str], ...] | None = source.made.get(none_of)
    if denied is None:
        texts = (source.sentence_span(i).text for i in sorted(source.denials))
        denied = source.made[none_of] = tuple(dict.fromkeys(one for text in texts for one in none_of(text)))
    return lacks(denied, claim.sentence_stems[at])


def _may_be_counted(q: Quantity, sought: Sought, rivals: list[int]) -> bool:
    """Tell a small count in words that a reader may have made ("four products"), unless another count is given."""
    small = q.kind == "count" and not q.bound and 2 <= q.value <= COUNTED_BY_READER and q.text.isalnum()
    return small and all(sought.h(i) <= 0 for i in rivals)
