"""What makes it doubtful that a number which no number of the source says is wrong: it may be said or follow otherwise.

Each doubt is a function of the match; one is enough. A number that is doubted is a note, never an accusation.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations

from audit.agreement.kinds import DATED
from audit.meaning.words import stems_of
from audit.numbers.derivations import results, slack, wanted
from audit.numbers.match import Match
from audit.numbers.rates import IN_LONGER
from audit.numbers.worked_out import may_follow
from audit.thresholds import PAIRS_MOST_BESIDE, TELLING_DIGITS
from wellsourced_core.lexicon import either
from wellsourced_core.patterns import compiled
from wellsourced_core.values import replace

_YEAR_AT_END = compiled(r",?\s{1,3}[0-9]{4}\Z")
# Where a template's value is missing from a page: "a depth of .", "born in ;", "( – 1942)".
_HOLE = compiled(rf"\b(?:{either('words before a hole')})[ \t]{{1,4}}[.,;)]|\([ \t]{{0,4}}[;,–-]")
_DIGITS = compiled(r"[0-9](?:[0-9.,]*[0-9])?")
_ROUND = compiled(r"10{1,6}|10{0,2}(?:,000){1,2}")
_BEFORE_BASE = compiled(rf"\b(?:{either('words before the base of a rate', gap=' ')})\s\Z", re.IGNORECASE)
_ONE_LONGER = {(shorter, many): longer for (longer, shorter), many in IN_LONGER.items()}
_MEANT = frozenset(("sum", "difference", "share", "change", "multiple"))


def lacks_its_year(match: Match) -> bool:
    """A source has a date without any year: readers take that from the day of the source."""
    q = match.number
    date = _YEAR_AT_END.sub("", q.text)
    if q.kind != "date" or date == q.text:
        return False
    there = re.findall(rf"\b{re.escape(date)}\b(,?\s{{1,3}}[0-9]{{4}})?", match.source.text)
    return bool(there) and not any(there)


def is_of_its_year(match: Match) -> bool:
    """A year is the one in which the source was written: what it says undated is of it."""
    return match.number.kind == "year" and match.source.published[:4] == match.number.text


def stands_unread(match: Match) -> bool:
    """A source has the digits where they are no number of its own ("under-25s"), or bare, its unit in a heading."""
    digits = _DIGITS.match(match.number.text)
    if digits is None or not re.search(rf"(?<![0-9.,]){re.escape(digits[0])}(?![0-9]|[.,][0-9])", match.source.text):
        return False
    unit = stems_of(match.number.text[digits.end() :])
    if digits.end() == len(match.number.text):
        return True
    return match.number.digits >= TELLING_DIGITS and bool(unit) and not unit.isdisjoint(match.source.places)


def has_a_hole(match: Match) -> bool:
    """A source has a hole in which a number may have stood."""
    return _HOLE.search(match.source.text) is not None


def is_base_of_a_rate(match: Match) -> bool:
    """It is what a rate is counted for: "144 cases per 100,000 residents" does not say that there are so many."""
    q = match.number
    digits = _DIGITS.match(q.text)
    before = match.claim.text[max(0, q.start - 24) : q.start]
    return bool(digits and _ROUND.fullmatch(digits[0]) and _BEFORE_BASE.search(before))


def is_one_of_a_longer(match: Match) -> bool:
    """It is just one of a longer span, which the source says without a number: "twelve months", "a year"."""
    q = match.number
    longer = _ONE_LONGER.get((q.unit, q.value)) if q.kind == "duration" and q.high is None else None
    return longer is not None and re.search(rf"\b(?:an?|per|last)\s{longer}\b", match.source.text) is not None


def follows_within(match: Match) -> bool:
    """It follows from two other numbers of its own sentence, which are judged themselves."""
    claim, q = match.claim, match.number
    q = replace(q, kind="points") if q.unit == "points" else q
    own = claim.numbers_in(claim.mention_sentence[match.index])
    near = (i for i in own if i != match.index and abs(i - match.index) <= PAIRS_MOST_BESIDE)
    beside = [claim.mentions[i] for i in near if claim.mentions[i].kind not in DATED]
    below, above = slack(q, elapsed=False)
    if any(one.kind == "ratio" and -below <= one.value - wanted(q) <= above for one in beside):
        return True  # "41 of the 690, about six percent"
    return any(
        one.how in _MEANT and -below <= one.value - wanted(q) <= above
        for first, second in combinations(beside, 2)
        for pair in ((first, second), (second, first))
        for one in results(q, *pair)
    )


_DOUBTS: tuple[Callable[[Match], bool], ...] = (
    lacks_its_year,
    is_of_its_year,
    stands_unread,
    has_a_hole,
    is_base_of_a_rate,
    is_one_of_a_longer,
    follows_within,
    may_follow,
)


def is_doubted(match: Match) -> bool:
    """Tell whether it is doubtful that a number is wrong which its source does not say."""
    return any(doubt(match) for doubt in _DOUBTS)
