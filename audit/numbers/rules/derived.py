"""Call a number derived that follows from two numbers of the source: spans of time, sums, differences, shares.

Why: a reader can redo the sum. It counts where the claim's own words ask for it (a sum needs "total" or "both", a
difference "by" or "more"), or where so exact a number would seldom follow by chance: from a source's numbers, much
follows.
Example: "She reigned for 7 years." beside "She reigned from 1811 to 1818."
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import partial
from itertools import combinations, takewhile

from audit.agreement.kinds import DATED, same_kind
from audit.meaning.direction import direction_said
from audit.numbers.derivations import Result, resolution, results, slack, wanted
from audit.numbers.match import Match, Rule
from audit.numbers.numbered_text import NumberedText
from audit.numbers.rules.prior_period import IN_BRACKETS
from audit.thresholds import (
    ASKED_CHANCE,
    CHANCE_YEARS,
    COMPARED_CHARACTERS,
    DATED_PAIR_SENTENCES,
    LIKELY_CHANCE,
    MOST_COLUMNS,
    MOST_DATES,
    MOST_DERIVED_FROM,
    MOST_SUMMED,
    PAIR_NUMBERS,
    PAIR_SENTENCES,
)
from wellsourced_core.lexicon import either
from wellsourced_core.model import Quantity, StatisticVerdict
from wellsourced_core.patterns import compiled
from wellsourced_core.values import frozen, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import Derivation

_CUES: dict[Derivation, re.Pattern[str]] = {
    "sum": compiled(rf"\b(?:{either('words of a sum', gap=' ')})\b", re.IGNORECASE),
    "difference": compiled(
        rf"\b(?:{either('words of a difference')}|(?:remain|increase|decrease|gain|drop)\w*)\b", re.IGNORECASE
    ),
    "share": compiled(rf"\b(?:{either('words of a share')}|(?:{either('stems of a share')})\w*)\b", re.IGNORECASE),
    "change": compiled(rf"\b(?:{either('words of a share')}|(?:{either('stems of a share')})\w*)\b", re.IGNORECASE),
    "product": compiled(rf"\b(?:{either('words of a sum', gap=' ')})\b", re.IGNORECASE),
    "quotient": compiled(rf"\b(?:{either('words of a quotient')})\b", re.IGNORECASE),
    "base": compiled(rf"\b(?:{either('words of a value before')})\b", re.IGNORECASE),
    "time": compiled(
        rf"\b(?:{either('words of a time span')}|(?:{either('stems of a time span')})\w*)\b", re.IGNORECASE
    ),
}
_ONLY_ASKED = ("product", "base")  # they seldom mean anything unless the claim says so
_OF = compiled(r"\s(?:of|der|des|vom)\b")
_AGE = compiled(r"\b(?:aged?|old|lived|died)\b", re.IGNORECASE)
_BASELINE = compiled(
    rf"\b(?:{either('before a baseline', gap=' ')})\s[^0-9.;]{{0,40}}\Z|{IN_BRACKETS}\Z", re.IGNORECASE
)


@frozen
class _Found:
    """A result that is the claim's number, where the two numbers stand, and how many sentences apart.

    ``asked``: the claim's words ask for it.
    """

    result: Result
    start: int
    end: int
    asked: bool
    apart: int = 0

    def order(self) -> tuple[bool, int, int]:
        """Sort what is asked for first, then what stands close together."""
        return not self.asked, self.end - self.start, self.start


def _judge(match: Match) -> StatisticVerdict | None:
    found = expression(match)
    if found is None:
        return None
    span = match.source.span(found.start, found.end)
    says = match.says("derived", f"follows from the source: {found.result.shown}", span)
    return replace(says, derivation=found.result.how)


def expression(match: Match) -> _Found | None:
    """Return how the claim's number follows from two of the source's or more, and where they stand.

    How many would follow so closely by chance: of n results between half and twice the number, n times the share of
    that stretch that is as near to it.
    """
    claim, q, source = match.claim, match.number, match.source
    if not q.value or q.high is not None or (q.kind in DATED and q.kind != "year"):
        return None
    start, end = claim.sentences[claim.mention_sentence[match.index]]
    words = claim.text[start : q.start] + " " + claim.text[q.end : end]
    target, (below, above) = wanted(q), slack(q)
    values, every = _all_results(source, q)
    if q.kind == "year":
        density = _count(values, target - CHANCE_YEARS, target + CHANCE_YEARS) / (2 * CHANCE_YEARS)
    else:
        density = _count(values, target / 2, 2 * target) / (1.5 * target)
    fitting = [
        _Found(result, a, b, _asks(q, words, result, source), source.sentence_at(b) - source.sentence_at(a))
        for result, a, b in every[bisect_left(values, target - below) : bisect_right(values, target + above)]
        if not _contradicts(q, claim.text, words, result)
    ]
    for one in sorted(fitting, key=_Found.order):
        chance = density * max(2 * abs(one.result.value - target), min(resolution(q), below + above))
        seldom = chance <= LIKELY_CHANCE and not q.bound and one.result.how not in _ONLY_ASKED
        if seldom or (one.asked and (one.apart < DATED_PAIR_SENTENCES or chance <= ASKED_CHANCE)):
            return one
    return _summed(q, source) if _CUES["sum"].search(words) else None


def _all_results(source: NumberedText, q: Quantity) -> tuple[list[float], list[tuple[Result, int, int]]]:
    """Return the values of all that follows in a kind and unit, in order, and each with where its numbers stand."""
    key = (_all_results, q.kind, q.unit)
    if key not in source.made:
        found = [
            (result, min(a.start, b.start), max(a.end, b.end))
            for a, b in _in_time(source)
            for result in results(q, a, b)
        ]
        found.sort(key=lambda one: one[0].value)
        source.made[key] = [result.value for result, _, _ in found], found
    made: tuple[list[float], list[tuple[Result, int, int]]] = source.made[key]
    return made


def _count(values: list[float], low: float, high: float) -> int:
    return bisect_right(values, high) - bisect_left(values, low)


def _contradicts(q: Quantity, claim: str, words: str, result: Result) -> bool:
    """Tell whether a claim says that something rose which fell, or the reverse, or that a mere share did."""
    if result.how == "multiple":  # "doubled" where it halved; "twice" has no direction
        return q.text.lower().endswith("ed") and (q.value > 1) != (result.rise > 0)
    said = direction_said(words)
    return said * result.rise < 0 or (result.how == "share" and said != 0 and not _OF.match(claim, q.end))


def _asks(q: Quantity, words: str, result: Result, source: NumberedText) -> bool:
    """Tell whether a claim's own words ask for what follows so from two numbers, or the source's own do."""
    if result.how == "part":  # "a tenth of it was lost"
        return bool(result.share) and f"{result.share} of " in source.text
    if q.kind == "multiple" or (q.kind == "points" and result.how == "difference"):
        return True
    if result.how == "time" and q.kind == "count":
        return _AGE.search(words) is not None
    if result.how == "change" and result.rise and direction_said(words):
        return True
    cue = _CUES.get(result.how)
    return cue is not None and cue.search(words) is not None


def asks_for_more(match: Match) -> bool:
    """Tell whether a claim's words ask for a sum or a difference, which may be of more numbers than are tried."""
    start, end = match.claim.sentences[match.claim.mention_sentence[match.index]]
    return any(_CUES[how].search(match.claim.text, start, end) for how in ("sum", "difference"))


_Pair = tuple[Quantity, Quantity]


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


def _pairs(source: NumberedText) -> Iterator[_Pair]:
    """Yield the pairs of numbers of one passage, and of dates wherever they stand; a range is two numbers."""
    at = source.mention_sentence
    read = [(q, at[i]) for i, q in enumerate(source.mentions[:MOST_DERIVED_FROM]) if q.end <= source.proper]
    ranges = (tuple(_ends(q)) for q, _ in read if q.high is not None and q.kind not in DATED)
    yield from ((low, high) for low, high in ranges)  # "from 40 to 65 metres"; beside other numbers an end means little
    ends = [(end, there) for q, there in read if q.high is None or q.kind in DATED for end in _ends(q)]
    for i, (first, here) in enumerate(ends):
        for second, there in ends[i + 1 : i + PAIR_NUMBERS]:
            if there - here < PAIR_SENTENCES and not (first.kind in DATED and second.kind in DATED):
                yield first, second
    dates = [one for one, _ in ends if one.kind in DATED][:MOST_DATES]
    yield from combinations(dates, 2)


def _ends(q: Quantity) -> Iterator[Quantity]:
    """Yield a number, or the two of a range."""
    if q.high is None:
        yield q
    else:
        for value in (q.value, q.high):
            yield replace(q, value=value, high=None, days=None, date=None)


def _summed(q: Quantity, source: NumberedText) -> _Found | None:
    """Return how a total follows from three numbers and more in a row, or one below the other in a table."""
    mentions = [one for one in source.mentions[:MOST_DERIVED_FROM] if one.end <= source.proper]
    target, (below, above) = q.value, slack(q)
    for step in range(1, MOST_COLUMNS + 1):
        for i, first in enumerate(mentions):
            total, parts = 0.0, []
            for one in takewhile(partial(_is_part, q), mentions[i : i + step * MOST_SUMMED : step]):
                total += one.value
                parts.append(one.text)
                if len(parts) > 2 and target - below <= total <= target + above:
                    return _Found(Result("sum", total, " + ".join(parts)), first.start, one.end, asked=True)
    return None


def _is_part(q: Quantity, one: Quantity) -> bool:
    """Tell whether a number may be a part of a total; beside a capital ("Coast | 585") it may have seemed a name."""
    return one.high is None and one.kind not in DATED and (same_kind(q, one) or (q.kind, one.kind) == ("count", "name"))


RULE = Rule("derived", "no candidate", _judge)
