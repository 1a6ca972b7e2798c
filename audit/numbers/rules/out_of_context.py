"""Object to a number that stands in the source among other words altogether.

Why: the same figure somewhere on the page is no evidence.
Example: "The harbour has 25 pilots." beside a page on bees with "25 hives".
"""

from __future__ import annotations

from audit.numbers.match import Match, Rule, Verdict


def _judge(match: Match) -> Verdict | None:
    if not match.out_of_context:
        return None
    shown = match.source.shown(match.candidate)
    return match.says("other-fact", f"the source has {shown}, but in another context", match.candidate)


RULE = Rule("out-of-context", "place", _judge, "possible")
