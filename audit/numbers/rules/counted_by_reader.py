"""Call a small count in words derived that a reader may have made, unless the source has another count.

Why: a list of three mills is "three mills" to its reader; "three for every thousand inhabitants" nobody counts.
Example: "The guild owns three mills." beside "The guild owns the oil mill, the corn mill and the saw mill."
"""

from __future__ import annotations

from audit.numbers.match import Match, Rule, Verdict
from audit.numbers.rates import is_rate
from audit.thresholds import COUNTED_BY_READER


def _judge(match: Match) -> Verdict | None:
    q = match.number
    small = q.kind == "count" and not q.bound and 2 <= q.value <= COUNTED_BY_READER and q.text.isalpha()
    if not (match.source.stems and small) or is_rate(match.claim, match.index):
        return None
    if any(match.context.following(i) > 0 for i in match.competing):
        return None
    return match.says("derived", "the source does not state it; it may have been counted")


RULE = Rule("counted-by-reader", "no candidate", _judge, "possible")
