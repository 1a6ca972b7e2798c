"""Accept a year that only names an event.

Why: a source need not repeat the year of a pandemic to speak of it.
Example: "The 2019-20 coronavirus pandemic closed the fair." beside "The coronavirus pandemic closed the fair."
"""

from __future__ import annotations

import re

from audit.numbers.match import Match, Rule, Verdict
from wellsourced_core.patterns import compiled

_EVENT = compiled(r"\W{1,3}(?:[\w-]{1,40}\s){0,2}(?:pandemic|outbreak|epidemic)\b", re.IGNORECASE)


def _judge(match: Match) -> Verdict | None:
    names = match.number.kind == "year" and _EVENT.match(match.claim.text, match.number.end) is not None
    return match.says("carried", "part of an event's name") if names else None


RULE = Rule("event-name", "no candidate", _judge)
