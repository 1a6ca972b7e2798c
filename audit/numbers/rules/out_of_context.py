"""Object to a number that stands in the source among other words altogether.

Why: the same figure somewhere on the page is no evidence. A share that follows for what the claim speaks of is.
Example: "The harbour has 25 pilots." beside a page on bees with "25 hives".
"""

from __future__ import annotations

from audit.numbers.derived_verdict import derived_instead
from audit.numbers.match import Match, Rule, Verdict


def _judge(match: Match) -> Verdict | None:
    if not match.out_of_context:
        return None
    if (follows := derived_instead(match)) is not None:
        return follows
    shown = match.source.shown(match.candidate)
    return match.says("other-fact", f"the source has {shown}, but in another context", match.candidate)


RULE = Rule("out-of-context", "place", _judge, "possible")
