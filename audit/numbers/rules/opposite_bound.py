"""Object to a bounded number where the source has the same value exactly, or bounded from the other side.

Why: "over 80" is wrong of 80, and the reverse of "under 80".
Example: "Over 80 guests dined there." beside "Under 80 guests dined there."
"""

from __future__ import annotations

from audit.agreement.strength import bounds_opposed
from audit.numbers.match import Match, Rule, Verdict


def _judge(match: Match) -> Verdict | None:
    q, source = match.number, match.source
    equal = next((i for i in match.competing if source.mentions[i].value == q.value), None) if q.bound else None
    if equal is None:
        return None
    other = source.mentions[equal]
    said = f"{other.bound} {other.text}" if other.bound else f"exactly {other.text}"
    return match.says("direction" if bounds_opposed(q, other) else "absent", f"the source says {said}", equal)


RULE = Rule("opposite-bound", "no candidate", _judge)
