"""What follows from one number of a source, from many, or from one and a claim's own: places, lists, totals, rates."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import chain, groupby, takewhile

from audit.agreement.kinds import DATED, factor, same_kind
from audit.numbers import rates
from audit.numbers.asked import Asked, Worked, of_one
from audit.numbers.derivations import Result, slack, wanted
from audit.numbers.match import Match
from audit.numbers.numbered_text import NumberedText
from audit.numbers.operands import Operands, is_bare, operands
from audit.thresholds import (
    FLOAT_ROUNDING,
    MOST_COLUMNS,
    MOST_DERIVED_FROM,
    MOST_LISTED_TIMES,
    MOST_RUN,
    MOST_SUMMED,
    PERCENT,
    PLACE_OF_BEST,
    TELLING_DIGITS,
)
from wellsourced_core.lexicon import either, keys
from wellsourced_core.model import Quantity
from wellsourced_core.patterns import compiled
from wellsourced_core.values import frozen, replace

_TOTAL = compiled(rf"\b(?:{either('words of a sum', gap=' ')})\b", re.IGNORECASE)
_CAME_BEFORE = compiled(rf"\b(?:{either('words for what came before')})\b", re.IGNORECASE)
_COMES_AFTER = compiled(rf"\b(?:{either('words for what comes after')})\b", re.IGNORECASE)
_BEFORE_IT = compiled(
    rf"\s(?:[^\W\d_]{{1,20}}\s){{0,3}}(?:{either('behind a count of what came before')})\b", re.IGNORECASE
)
_TURNS = compiled(rf"\b(?:{either('before an age to come')})\s\Z", re.IGNORECASE)
_OF = compiled(r"\s(?:[^\W\d_]{1,20}\s)?of\s(?:[^\W\d_]{1,20}\s)?\Z", re.IGNORECASE)
_AVERAGE = compiled(rf"\b(?:{either('words of an average')})\b", re.IGNORECASE)
_ALL_THE = compiled(rf"\b(?:{either('determiners of a whole')}|last|past)\s\Z", re.IGNORECASE)
_OF_THEM = compiled(r"\sof\s", re.IGNORECASE)
_LEFT = compiled(rf"\b(?:{either('words of a rest', 'negation')})\b|n't\b", re.IGNORECASE)
_ANNIVERSARIES = keys("names of anniversaries")
_ANNIVERSARY = compiled(rf"\b({'|'.join(_ANNIVERSARIES)})\b", re.IGNORECASE)
_COUNTED = compiled(r"\s(?:anniversary|birthday)\b", re.IGNORECASE)


def several(match: Match, q: Quantity, words: str) -> Worked | None:
    """Return how a claim's number follows otherwise than from two; None where it does not, or nothing asks for it."""
    target, (below, above) = wanted(q), slack(q)
    for ways in _WAYS:
        every = list(ways(Asked(match, q, words)))
        places = [sum(map(match.context.affinity, of.at)) / len(of.at) for _, of in every]
        least = PLACE_OF_BEST * max(places, default=0.0)
        if ways is _totals and every:
            least = max(least, PLACE_OF_BEST * max(map(match.context.affinity, match.competing), default=0.0))
        for place, n in sorted([(-place, n) for n, place in enumerate(places)]):
            if -place >= least and target - below <= every[n][0].value <= target + above:
                return every[n]
    return None


def _placed(source: NumberedText) -> list[int]:
    """Return the numbers of a source that have a place in an order, count what came before, or are ages to come."""
    found: list[int] | None = source.made.get(_placed)
    if found is None:
        found = source.made[_placed] = [
            i
            for i, one in enumerate(source.mentions[:MOST_DERIVED_FROM])
            if one.kind == "ordinal"
            or _BEFORE_IT.match(source.text, one.end)
            or _TURNS.search(source.text, max(0, one.start - 12), one.start)
        ]
    return found


def _in_order(asked: Asked) -> Iterator[Worked]:
    """Yield how many came before or after one that has a place in an order, the place of the next, and ages to come."""
    match, q, words = asked.match, asked.q, asked.words
    source, counts = match.source, q.kind == "count" or q.text.lower().endswith(" times")
    before, after = _CAME_BEFORE.search(words), _COMES_AFTER.search(words)
    for i in _placed(source):
        one = source.mentions[i]
        if one.kind == "ordinal" and counts and one.value > 1:
            if before:
                yield Result("order", one.value - 1, f"{one.text} - 1"), of_one(one, i)
            whole = source.mentions[i + 1] if i + 1 < len(source.mentions) else None
            if after and whole and whole.kind == "count" and _OF.match(source.text, one.end, whole.start):
                yield Result("order", whole.value - one.value, f"{whole.text} - {one.text}"), of_one(one, i)
        elif q.kind == "ordinal" and one.kind in ("count", "multiple") and _BEFORE_IT.match(source.text, one.end):
            yield Result("order", one.value + 1, f"{one.text} + 1"), of_one(one, i)
        elif (
            q.kind == "age"
            and one.kind in ("count", "age")
            and _TURNS.search(source.text, max(0, one.start - 12), one.start)
        ):
            yield Result("order", one.value - 1, f"{one.text} - 1"), of_one(one, i)


def _listed(asked: Asked) -> Iterator[Worked]:
    """Yield how many dates a sentence lists, and which of them is the one that the claim speaks of."""
    match, q = asked.match, asked.q
    times = q.text.lower().endswith(" times")
    if not (times or q.kind == "ordinal"):
        return
    source, said = match.source, {one.value for one in match.claim.mentions if one.kind in DATED}
    years = [(i, one) for i, one in enumerate(source.mentions[:MOST_DERIVED_FROM]) if one.kind == "year"]
    for _, listed in groupby(years, key=lambda one: source.mention_sentence[one[0]]):
        found = list(listed)[:MOST_LISTED_TIMES]
        of = Operands(found[0][1], found[-1][1], at=tuple([i for i, _ in found]))
        shown = ", ".join([one.text for _, one in found])
        if times and len(found) > 1:
            yield Result("order", float(len(found)), shown), of
        for place, (_, one) in enumerate(found, 1):
            if not times and one.value in said:
                yield Result("order", float(place), shown), of


def _aged(asked: Asked) -> Iterator[Worked]:
    """Yield how old somebody was in another year that the claim names, whose age in one year the source says."""
    match, q = asked.match, asked.q
    if q.kind != "age":
        return
    others = [one for one in match.claim.mentions if one.kind == "year" and one.high is None]
    for of in operands(match.source) if others else ():
        if of.apart or of.first.kind != "year" or of.second.kind != "age":
            continue
        for other in others:
            if other.value != of.first.value:
                shown = f"{of.second.text} + {other.text} - {of.first.text}"
                yield Result("time", of.second.value + other.value - of.first.value, shown), of


def _rest(asked: Asked) -> Iterator[Worked]:
    """Yield what is left of a whole beside a share of it, where the claim speaks of the rest or denies."""
    match, q, words = asked.match, asked.q, asked.words
    if q.kind not in ("percent", "ratio") or not _LEFT.search(words):
        return
    for i, one in enumerate(match.source.mentions[:MOST_DERIVED_FROM]):
        share = one.value / PERCENT if one.kind == "percent" else one.value if one.kind == "ratio" else 1.0
        if 0 < share < 1 and one.high is None:
            yield Result("difference", 1 - share, f"{PERCENT:.0f} % - {one.text}"), of_one(one, i)
    for of in operands(match.source):
        if of.linked and 0 < of.second.value < of.first.value:
            rest = 1 - of.second.value / of.first.value
            yield Result("difference", rest, f"({of.first.text} - {of.second.text}) / {of.first.text}"), of


def _anniversaries(asked: Asked) -> Iterator[Worked]:
    """Yield the year of an anniversary: of a centenary, or of one that the claim counts."""
    match, q, words = asked.match, asked.q, asked.words
    if q.kind != "year":
        return
    spans = [float(_ANNIVERSARIES[word.lower()]) for word in _ANNIVERSARY.findall(words)]
    text = match.claim.text
    spans += [one.value for one in match.claim.mentions if one.kind == "ordinal" and _COUNTED.match(text, one.end)]
    for i, one in enumerate(match.source.mentions[:MOST_DERIVED_FROM] if spans else ()):
        if one.kind in ("year", "date") and one.value > 0 and one.high is None:
            for span in spans:
                yield Result("time", one.value + span, f"{one.value:.0f} + {span:.0f}"), of_one(one, i)


@frozen
class _Run:
    """Numbers of one kind in a row or a column: all of a sentence's (``whole``), or some of them."""

    numbers: tuple[Quantity, ...]
    at: tuple[int, ...]
    whole: bool = False

    @property
    def of(self) -> Operands:
        return Operands(self.numbers[0], self.numbers[-1], at=self.at)

    @property
    def shown(self) -> str:
        return " + ".join([one.text for one in self.numbers])

    @property
    def tells(self) -> bool:
        """Whether each of the numbers is written with two digits and more."""
        return all(one.digits >= TELLING_DIGITS for one in self.numbers)

    @property
    def total(self) -> float:
        return sum([one.value * factor(one) for one in self.numbers])


def _totals(asked: Asked) -> Iterator[Worked]:
    """Yield totals of three numbers and more; unasked, of all that a sentence has of a kind, to their last digit.

    "Three parts: 18.4 million, 7.1 million and 3.5 million" is 29 million whatever the claim's words are.
    """
    target, (below, above) = wanted(asked.q), slack(asked.q)
    exact = FLOAT_ROUNDING * abs(target)
    is_asked = _TOTAL.search(asked.words) is not None
    claim = asked.match.claim
    own = {
        one.value
        for one in claim.mentions
        if one.kind in ("count", "duration") and _ALL_THE.search(claim.text, max(0, one.start - 12), one.start)
    }
    tells = asked.q.digits >= TELLING_DIGITS and not asked.q.bound and not asked.q.approximate
    for run in chain(_in_sentences(asked), _in_columns(asked) if is_asked else ()):
        within = target - below <= run.total <= target + above
        counted = len(run.numbers) in own  # "in the three years": so many are added
        if (
            len(run.numbers) > 2
            and within
            and (is_asked or counted or (run.whole and tells and run.tells and abs(run.total - target) <= exact))
        ):
            yield Result("sum", run.total, run.shown), run.of


def _of_both(asked: Asked) -> Iterator[Worked]:
    """Yield the share of one of two counts in both together: of those who voted for and against."""
    q, claim = asked.q, asked.match.claim
    if q.kind != "percent" or not _OF_THEM.match(claim.text, q.end):
        return
    for of in operands(asked.match.source):
        if of.apart == 0 and not of.linked and of.first.kind == of.second.kind == "count" and len(set(of.at)) == 2:
            a, b = of.first.value, of.second.value
            for one, text in ((a, of.first.text), (b, of.second.text)):
                if a > 0 and b > 0 and min(of.first.digits, of.second.digits) >= TELLING_DIGITS:
                    yield Result("share", one / (a + b), f"{text} / ({of.first.text} + {of.second.text})"), of


def _averages(asked: Asked) -> Iterator[Worked]:
    """Yield the average of two numbers and more, in a row or one below the other in a table."""
    if _AVERAGE.search(asked.words) is None:
        return
    for run in chain(_in_sentences(asked), _in_columns(asked)):
        if len(run.numbers) > 1:
            value = run.total / len(run.numbers)
            yield Result("quotient", value, f"({run.shown}) / {len(run.numbers)}"), run.of


def _in_sentences(asked: Asked) -> Iterator[_Run]:
    """Yield all stretches of a sentence's numbers of the kind of a claim's, of two numbers and more."""
    source, q = asked.match.source, asked.q
    read = [(i, one) for i, one in enumerate(source.mentions[:MOST_DERIVED_FROM]) if one.end <= source.proper]
    for _, listed in groupby(read, key=lambda one: source.mention_sentence[one[0]]):
        alike = [(i, one) for i, one in listed if _is_part(q, (i, one)) or _is_left_bare(source, q, i)][:MOST_RUN]
        for n in range(len(alike) - 1):
            for end in range(n + 2, min(len(alike), n + MOST_RUN) + 1):
                part = alike[n:end]
                numbers = tuple([one if same_kind(q, one) else replace(one, unit=q.unit) for _, one in part])
                yield _Run(numbers, tuple([i for i, _ in part]), whole=len(part) == len(alike))


def _is_left_bare(source: NumberedText, q: Quantity, i: int) -> bool:
    """Tell whether a number's unit was said once for the next ones too: "3.2 million euros ..., 4.1 million in ..."."""
    one, at = source.mentions[i], source.mention_sentence
    if one.kind != "count" or one.unit or q.kind in (*DATED, "count"):
        return False
    before = (source.mentions[k] for k in range(i - 1, source.numbers_in(at[i]).start - 1, -1))
    first = next((other for other in before if same_kind(q, other)), None)
    return first is not None and ("illion" in one.text) == ("illion" in first.text) and is_bare(source, i)


def _in_columns(asked: Asked) -> Iterator[_Run]:
    """Yield stretches of three numbers and more in a row, or one below the other in a table."""
    source, q = asked.match.source, asked.q
    mentions = [(i, one) for i, one in enumerate(source.mentions[:MOST_DERIVED_FROM]) if one.end <= source.proper]
    for step in range(1, MOST_COLUMNS + 1):
        for n in range(len(mentions)):
            part = list(takewhile(partial(_is_part, q), mentions[n : n + step * MOST_SUMMED : step]))
            for end in range(3, len(part) + 1):
                yield _Run(tuple([one for _, one in part[:end]]), tuple([i for i, _ in part[:end]]))


def _is_part(q: Quantity, indexed: tuple[int, Quantity]) -> bool:
    """Tell whether a number may be a part of a total; beside a capital ("Coast | 585") it may have seemed a name."""
    one = indexed[1]
    return one.high is None and one.kind not in DATED and (same_kind(q, one) or (q.kind, one.kind) == ("count", "name"))


_WAYS = (
    _in_order,
    _rest,
    _listed,
    _aged,
    _anniversaries,
    rates.by_the_span,
    rates.over_longer,
    rates.for_so_many,
    rates.bases,
    rates.each,
    _of_both,
    _averages,
    _totals,
)
