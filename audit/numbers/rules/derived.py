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
from itertools import takewhile

from audit.agreement.kinds import DATED, same_kind
from audit.meaning.direction import direction_said
from audit.numbers.derivations import Result, resolution, results, slack, wanted
from audit.numbers.match import Match, Rule
from audit.numbers.numbered_text import NumberedText
from audit.numbers.operands import Operands, operands
from audit.thresholds import (
    ASKED_CHANCE,
    CHANCE_YEARS,
    DATED_PAIR_SENTENCES,
    FAR_CHANCE,
    LIKELY_CHANCE,
    MOST_COLUMNS,
    MOST_DERIVED_FROM,
    MOST_SUMMED,
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
_OF_A_WHOLE = ("difference", "share")  # what follows from a whole and its part, whatever the claim's words
_PLAIN = (("ratio", "share"), ("points", "difference"))  # what a number of the kind says by itself
_EACH = compiled(r"\s(?:[^\W\d_]{1,20}\s)?(?:each|apiece)\b", re.IGNORECASE)  # "bags of 60 kilograms each"
_AGE = compiled(r"\b(?:aged?|old|lived|died|when|turned)\b", re.IGNORECASE)


@frozen
class _Found:
    """A result that is the claim's number, the numbers it is of, and whether the claim's words ask for it."""

    result: Result
    of: Operands
    asked: bool

    def order(self) -> tuple[bool, bool, int, int]:
        """Sort what is asked for first, then parts of a whole, then what stands close together."""
        return not self.asked, not self.of.linked, self.of.end - self.of.start, self.of.start


def _judge(match: Match) -> StatisticVerdict | None:
    found = expression(match)
    if found is None:
        return None
    result, of = found
    says = match.says("derived", f"follows from the source: {result.shown}", match.source.span(of.start, of.end))
    return replace(says, derivation=result.how)


def expression(match: Match) -> tuple[Result, Operands] | None:
    """Return how the claim's number follows from two of the source's or more, and from which.

    How many would follow so closely by chance: of n results between half and twice the number, n times the share of
    that stretch that is as near to it.
    """
    claim, q, source = match.claim, match.number, match.source
    if not q.value or q.high is not None or (q.kind in DATED and q.kind != "year"):
        return None
    if q.kind == "count" and q.text.lower().endswith(" times"):
        q = replace(q, kind="multiple")
    start, end = claim.sentences[claim.mention_sentence[match.index]]
    words = claim.text[start : q.start] + " " + claim.text[q.end : end]
    for far in (False, True):
        for one, chance in _fitting(q, claim.text, words, source, far=far):
            seldom = chance <= LIKELY_CHANCE and not q.bound and one.result.how not in _ONLY_ASKED
            near = one.of.apart < DATED_PAIR_SENTENCES or chance <= ASKED_CHANCE
            part = one.of.linked and one.result.how in _OF_A_WHOLE
            if one.asked and chance <= FAR_CHANCE if far else part or seldom or (one.asked and near):
                return one.result, one.of
    return _summed(q, source) if _CUES["sum"].search(words) else None


def _fitting(q: Quantity, claim: str, words: str, source: NumberedText, *, far: bool) -> Iterator[tuple[_Found, float]]:
    """Yield what follows and is a claim's number, the likeliest first, each with how many would so by chance."""
    target, (below, above) = wanted(q), slack(q)
    values, every = _all_results(source, q, far=far)
    if q.kind == "year":
        density = _count(values, target - CHANCE_YEARS, target + CHANCE_YEARS) / (2 * CHANCE_YEARS)
    else:
        density = _count(values, target / 2, 2 * target) / (1.5 * target)
    fitting = [
        _Found(result, of, _asks(q, words, result, of, source))
        for result, of in every[bisect_left(values, target - below) : bisect_right(values, target + above)]
        if not _contradicts(q, claim, words, result)
    ]
    for one in sorted(fitting, key=_Found.order):
        yield one, density * max(2 * abs(one.result.value - target), min(resolution(q), below + above))


def _all_results(source: NumberedText, q: Quantity, *, far: bool) -> tuple[list[float], list[tuple[Result, Operands]]]:
    """Return the values of all that follows in a kind and unit, in order, and each with its numbers.

    ``far``: from numbers of different passages, else from those of one passage, and from dates and times.
    """
    key = (_all_results, q.kind, q.unit, far)
    if key not in source.made:
        found = [(result, of) for of in operands(source) if of.is_far == far for result in _results(q, of)]
        found.sort(key=lambda one: one[0].value)
        source.made[key] = [result.value for result, _ in found], found
    made: tuple[list[float], list[tuple[Result, Operands]]] = source.made[key]
    return made


def _results(q: Quantity, of: Operands) -> Iterator[Result]:
    """Yield what follows from two numbers; a change of either where the text does not tell which came first."""
    yield from results(q, of.first, of.second)
    if not of.ordered:
        yield from (one for one in results(q, of.second, of.first) if one.how == "change")


def _count(values: list[float], low: float, high: float) -> int:
    return bisect_right(values, high) - bisect_left(values, low)


def _contradicts(q: Quantity, claim: str, words: str, result: Result) -> bool:
    """Tell whether a claim says that something rose which fell, or the reverse, or that a mere share did."""
    if result.how == "multiple":  # "doubled" where it halved; "twice" has no direction
        return q.text.lower().endswith("ed") and (q.value > 1) != (result.rise > 0)
    said = direction_said(words)
    return said * result.rise < 0 or (result.how == "share" and said != 0 and not _OF.match(claim, q.end))


def _asks(q: Quantity, words: str, result: Result, of: Operands, source: NumberedText) -> bool:
    """Tell whether a claim's own words ask for what follows so from two numbers, or the source's own do."""
    if result.how == "part":  # "a tenth of it was lost"
        return bool(result.share) and f"{result.share} of " in source.text
    if (q.kind, result.how) in _PLAIN or q.kind == "multiple":
        return True
    if result.how == "product" and _EACH.match(source.text, of.end):
        return True
    if result.how == "time" and q.kind == "count":
        return _AGE.search(words) is not None
    if result.how == "change" and result.rise and (direction_said(words) or _CUES["difference"].search(words)):
        return True
    cue = _CUES.get(result.how)
    return cue is not None and cue.search(words) is not None


def asks_for_more(match: Match) -> bool:
    """Tell whether a claim's words ask for a sum or a difference, which may be of more numbers than are tried."""
    start, end = match.claim.sentences[match.claim.mention_sentence[match.index]]
    return any(_CUES[how].search(match.claim.text, start, end) for how in ("sum", "difference"))


def _summed(q: Quantity, source: NumberedText) -> tuple[Result, Operands] | None:
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
                    return Result("sum", total, " + ".join(parts)), Operands(first, one)
    return None


def _is_part(q: Quantity, one: Quantity) -> bool:
    """Tell whether a number may be a part of a total; beside a capital ("Coast | 585") it may have seemed a name."""
    return one.high is None and one.kind not in DATED and (same_kind(q, one) or (q.kind, one.kind) == ("count", "name"))


RULE = Rule("derived", "no candidate", _judge)
