"""Call a number derived that follows from two numbers of the source: spans of time, sums, differences, shares.

Why: a reader can redo the sum, but it is wrong too often to count as said by the source. Only what the claim's own
words ask for is tried: a sum needs "total" or "both", a difference "by" or "more".
Example: "She reigned for 7 years." beside "She reigned from 1811 to 1818."
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import takewhile

from audit.agreement.kinds import DATED, factor, same_kind
from audit.meaning.direction import direction_said, says_so
from audit.numbers.match import Match, Rule
from audit.numbers.numbered_text import NumberedText
from audit.numbers.rules.date_difference import date_difference
from audit.numbers.rules.prior_period import IN_BRACKETS
from audit.thresholds import (
    ABOUT_FRACTION_SHARE,
    COMPARED_CHARACTERS,
    DATED_PAIR_SENTENCES,
    DERIVED_ABOUT_SHARE,
    DOUBLED_SHARE,
    FLOAT_ROUNDING,
    FRACTION_SHARE,
    MOST_COLUMNS,
    MOST_DERIVED_FROM,
    MOST_SUMMED,
    MULTIPLE_SHARE,
    PAIR_NUMBERS,
    PAIR_SENTENCES,
    UNDER_FRACTION_SHARE,
)
from wellsourced_core.lexicon import either
from wellsourced_core.model import Quantity, Span, StatisticVerdict
from wellsourced_core.patterns import compiled
from wellsourced_core.values import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import Derivation

    _Shown = tuple[Derivation, str]  # how a number is worked out, and the sum as a reader sees it

_SUM = compiled(rf"\b(?:{either('words of a sum', gap=' ')})\b", re.IGNORECASE)
_DIFFERENCE = compiled(
    rf"\b(?:{either('words of a difference')}|(?:remain|increase|decrease|gain|drop)\w*)\b",
    re.IGNORECASE,
)
_SHARE = compiled(rf"\b(?:{either('words of a share')}|(?:{either('stems of a share')})\w*)\b", re.IGNORECASE)
_MORE = compiled(rf"\b(?:{either('more or less than')})\s(?:than|als|que)\b", re.IGNORECASE)
_BASELINE = compiled(
    rf"\b(?:{either('before a baseline', gap=' ')})\s[^0-9.;]{{0,40}}\Z|{IN_BRACKETS}\Z", re.IGNORECASE
)
_OF = compiled(r"\b(?:of|der|des|vom)\b")
_OF_IT = compiled(r"\s(?:the|as|what)\b")  # "less than half the memory", "half as much"
_SPAN = compiled(rf"\b(?:{either('words of a time span')}|(?:last|age|span|reign|serv)\w*)\b", re.IGNORECASE)


def _judge(match: Match) -> StatisticVerdict | None:
    found = expression(match)
    if found is None:
        return None
    (derivation, shown), span = found
    return replace(match.says("derived", f"follows from the source: {shown}", span), derivation=derivation)


def expression(match: Match) -> tuple[_Shown, Span] | None:
    """Return how the claim's number follows from two of the source's, e.g. a time, "1990 - 1979 = 11", and where.

    The span covers both numbers.
    """
    claim, index, source, q = match.claim, match.index, match.source, match.number
    if q.kind in DATED:
        return None
    start, end = claim.sentences[claim.mention_sentence[index]]
    words = claim.text[start : q.start] + " " + claim.text[q.end : end]
    for one in _spans(source):
        if shown := _years(q, one.value, one.high or 0.0, words):
            return shown, Span(one.start, one.end, one.text)
    if q.high is not None:
        return None  # nobody works out a range
    summed = _SUM.search(words) is not None
    dated, others = _asks_for_dates(q, words), summed or _asks(q, words)
    asked = words + " of" if _OF_IT.match(claim.text, q.end) else words
    for a, b in _in_time(source) if dated or others else ():
        if (dated if a.kind in DATED else others) and (shown := _derive(q, a, b, asked)):
            left, right = min(a.start, b.start), max(a.end, b.end)
            return shown, Span(left, right, source.text[left:right])
    return _summed(q, source) if summed else None


def _asks_for_dates(q: Quantity, words: str) -> bool:
    """Tell whether a claim's number may be a time between two dates."""
    return q.kind in ("duration", "age") or (q.kind == "count" and "age" in words)


def _asks(q: Quantity, words: str) -> bool:
    """Tell whether a claim's number may follow from two others that are no dates, besides their sum."""
    return q.kind in ("points", "percent", "ratio", "multiple") or _DIFFERENCE.search(words) is not None


_Pair = tuple[Quantity, Quantity]


def _spans(source: NumberedText) -> list[Quantity]:
    """Return the spans of years and dates that a source names."""
    found: list[Quantity] | None = source.made.get(_spans)
    if found is None:
        read = source.mentions[:MOST_DERIVED_FROM]
        found = [one for one in read if one.high is not None and one.end <= source.proper and one.kind in DATED]
        source.made[_spans] = found
    return found


def _in_time(source: NumberedText) -> list[_Pair]:
    """Return a source's pairs of numbers, of each the one first that came first in time."""
    found: list[_Pair] | None = source.made.get(_in_time)
    if found is None:
        found = source.made[_in_time] = []
        for first, second in _pairs(source):
            between = max(first.end, second.start - COMPARED_CHARACTERS), second.start
            backwards = _BASELINE.search(source.text, *between)  # "$90 million, down from $120 million"
            found.append((second, first) if backwards else (first, second))
    return found


def _summed(q: Quantity, source: NumberedText) -> tuple[_Shown, Span] | None:
    """Return how a total follows from three numbers and more in a row, or one below the other in a table."""
    mentions = [one for one in source.mentions[:MOST_DERIVED_FROM] if one.end <= source.proper]
    for step in range(1, MOST_COLUMNS + 1):
        for i, first in enumerate(mentions):
            total, parts = 0.0, []
            for one in takewhile(partial(_is_part, q), mentions[i : i + step * MOST_SUMMED : step]):
                total += one.value
                parts.append(one.text)
                if len(parts) > 2 and _close(q, total):
                    return ("sum", " + ".join(parts)), Span(first.start, one.end, source.text[first.start : one.end])
    return None


def _is_part(q: Quantity, one: Quantity) -> bool:
    """Tell whether a number may be a part of a total; beside a capital ("Coast | 585") it may have seemed a name."""
    return one.high is None and one.kind not in DATED and (same_kind(q, one) or (q.kind, one.kind) == ("count", "name"))


def _pairs(source: NumberedText) -> Iterator[tuple[Quantity, Quantity]]:
    mentions = [q for q in source.mentions[:MOST_DERIVED_FROM] if q.end <= source.proper]
    for i, first in enumerate(mentions):
        most = DATED_PAIR_SENTENCES if first.kind in DATED else PAIR_SENTENCES
        for j in range(i + 1, min(len(mentions), i + PAIR_NUMBERS)):
            if source.mention_sentence[j] - source.mention_sentence[i] >= most:
                break
            if same_kind(first, mentions[j]):
                yield first, mentions[j]


def _derive(q: Quantity, a: Quantity, b: Quantity, words: str) -> _Shown | None:
    """Return how a claim's number follows from two of the source's, of which ``a`` came first in time."""
    if a.kind in DATED:
        if (years := _years(q, a.value, b.value, words)) is not None:
            return years
        between = date_difference(q, a, b)
        return ("time", between) if between else None
    if same_kind(q, a):
        if _close(q, a.value + b.value) and _SUM.search(words):
            return "sum", f"{a.text} + {b.text}"
        if a.value != b.value and _close(q, abs(a.value - b.value)) and _DIFFERENCE.search(words):
            high, low = (a, b) if a.value > b.value else (b, a)
            return "difference", f"{high.text} - {low.text}"
    if q.kind == "points" and a.kind == "percent" and direction_said(words) * (b.value - a.value) >= 0:
        pp = factor(q)
        if a.value != b.value and _close(replace(q, value=q.value * pp, step=q.step * pp), abs(a.value - b.value)):
            return "difference", f"{max(a, b, key=_value).text} - {min(a, b, key=_value).text}"
    if q.kind == "percent" and a.kind != "percent" and a.value > 0 and b.value > 0:
        part, whole = (a, b) if a.value < b.value else (b, a)
        if _close(q, 100 * part.value / whole.value) and _SHARE.search(words) and not direction_said(words):
            return "share", f"{part.text} / {whole.text}"
        grown = direction_said(words) * (b.value - a.value)
        if grown >= 0 and _close(q, 100 * abs(b.value - a.value) / a.value) and (grown or _SHARE.search(words)):
            return "change", f"({b.text} - {a.text}) / {a.text}"
    if q.kind == "ratio" and not q.step and min(a.value, b.value) > 0 and same_kind(a, b):
        return _fraction(q, a, b, words)
    if q.kind == "multiple" and min(a.value, b.value) > 0:
        ratio = max(a.value, b.value) / min(a.value, b.value)
        turned = q.text.lower().endswith("ed") and (q.value > 1) != (b.value > a.value)  # "doubled" where it halved
        over = ratio / max(q.value, 1 / max(q.value, 1e-9)) - 1
        most = DOUBLED_SHARE if q.text.lower().endswith("ed") and q.value > 1 and not q.bound else MULTIPLE_SHARE
        if -MULTIPLE_SHARE <= over <= most and not turned:
            high, low = (a, b) if a.value > b.value else (b, a)
            return "multiple", f"{high.text} / {low.text}"
    return None


def _fraction(q: Quantity, a: Quantity, b: Quantity, words: str) -> _Shown | None:
    """Return how a fraction in words is the share of one number in the other, or the change between them."""
    part, whole = (a, b) if a.value < b.value else (b, a)
    share, change = part.value / whole.value, (b.value - a.value) / a.value
    if _OF.search(words) and _is_fraction(q, share):
        return "share", f"{part.text} / {whole.text}"
    if says_so(words, change) and _is_fraction(q, abs(change)):
        return "change", f"({b.text} - {a.text}) / {a.text}"
    return None


def _is_fraction(q: Quantity, value: float) -> bool:
    """Tell whether a share may be called by a fraction in words, with "about" or "less than" where it is there."""
    if q.bound:
        under = q.bound[0] == "<"
        low, high = (q.value * UNDER_FRACTION_SHARE, q.value) if under else (q.value, q.value / UNDER_FRACTION_SHARE)
        return low <= value <= high
    return abs(value / q.value - 1) <= (ABOUT_FRACTION_SHARE if q.approximate else FRACTION_SHARE)


def _value(q: Quantity) -> float:
    return q.value


def _years(q: Quantity, a: float, b: float, words: str) -> _Shown | None:
    spans = (q.kind in ("duration", "age") and q.unit == "year") or (q.kind == "count" and "age" in words)
    if not (spans and a and b and abs(b - a) == q.value and _SPAN.search(words)):
        return None
    return "time", f"{max(a, b):.0f} - {min(a, b):.0f} = {abs(b - a):.0f}"


def _close(q: Quantity, value: float) -> bool:
    """Tell whether a computed value agrees with the claim's to its last written digit."""
    slack = DERIVED_ABOUT_SHARE * abs(q.value) if q.approximate else 0.5 * (q.step or 0.0)
    return abs(q.value - value) <= max(slack, FLOAT_ROUNDING * abs(q.value))


RULE = Rule("derived", "no candidate", _judge)
