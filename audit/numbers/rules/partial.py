"""Object to a number that the source has only in part.

Why: a day of March is not the day of March 2021 that the claim says.
Example: "The bridge opened on 5 May 2020." beside "The bridge opened on 5 May."
"""

from __future__ import annotations

import re

from audit.numbers.match import Match, Rule, Verdict
from audit.thresholds import CARRIED_FROM
from wellsourced_core.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import Certainty

_YEAR_AT_END = compiled(r",?\s{1,3}[0-9]{4}\Z")


def _judge(match: Match) -> Verdict | None:
    if match.strength >= CARRIED_FROM:
        return None
    shown = match.source.shown(match.candidate)
    return match.says("absent", f"matches only in part: the source has {shown}", match.candidate)


def lacks_its_year(match: Match) -> bool:
    """Tell whether a source has a date without any year: readers take that from the day of the source."""
    q = match.number
    date = _YEAR_AT_END.sub("", q.text)
    if q.kind != "date" or date == q.text:
        return False
    there = re.findall(rf"\b{re.escape(date)}\b(,?\s{{1,3}}[0-9]{{4}})?", match.source.text)
    return bool(there) and not any(there)


def _certainty(match: Match) -> Certainty:
    return "possible" if lacks_its_year(match) else "likely"


RULE = Rule("partial", "value", _judge, _certainty)
