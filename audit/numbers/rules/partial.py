"""Object to a number that the source has only in part.

Why: a day of March is not the day of March 2021 that the claim says.
Example: "The bridge opened on 5 May 2020." beside "The bridge opened on 5 May."
"""

from __future__ import annotations

from audit.numbers.doubts import lacks_its_year
from audit.numbers.match import Match, Rule, Verdict
from audit.thresholds import CARRIED_FROM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import Certainty


def _judge(match: Match) -> Verdict | None:
    if match.strength >= CARRIED_FROM:
        return None
    shown = match.source.shown(match.candidate)
    return match.says("absent", f"matches only in part: the source has {shown}", match.candidate)


def _certainty(match: Match) -> Certainty:
    return "possible" if lacks_its_year(match) else "likely"


RULE = Rule("partial", "value", _judge, _certainty)
