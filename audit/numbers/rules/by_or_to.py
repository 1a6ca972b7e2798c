"""Object to a change by a number where the source has a change to it, or the reverse.

Why: "rose by 12 %" and "rose to 12 %" share every other word.
Example: "Rents rose by 12 %." beside "Rents rose to 12 %."
"""

from __future__ import annotations

from audit.meaning.direction import by_or_to
from audit.meaning.words import against
from audit.numbers.match import Match, Rule, Verdict


def _judge(match: Match) -> Verdict | None:
    mine = by_or_to(match.claim.text, match.number)
    theirs = by_or_to(match.source.text, match.source.mentions[match.candidate]) if mine else ""
    return match.says("direction", against(mine, theirs), match.candidate) if theirs and mine != theirs else None


RULE = Rule("by-or-to", "words", _judge)
