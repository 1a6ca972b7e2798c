"""Object to a rise to a number beside which the source gives a greater one for the year before, or the reverse.

Why: accounts put the earlier value in brackets, where no verb says which way it went.
Example: "Profit rose to 12 million." beside "Profit was 12 million (prior year: 15 million)."
"""

from __future__ import annotations

import re

from audit.agreement.kinds import DATED, same_kind
from audit.meaning.direction import by_or_to, trend
from audit.numbers.match import Match, Rule, Verdict
from audit.numbers.operands import IN_BRACKETS
from wellsourced_core.patterns import compiled

_EARLIER = compiled(rf"\s?{IN_BRACKETS}", re.IGNORECASE)


def _judge(match: Match) -> Verdict | None:
    source, claim, best, q = match.source, match.claim, match.candidate, match.number
    now, behind = source.mentions[best], source.mentions[best + 1 : best + 3]
    then = next((one for one in behind if one.kind not in DATED), None)
    if by_or_to(claim.text, q) != "to" or then is None or not same_kind(now, then):
        return None
    if not _EARLIER.fullmatch(source.text, now.end, then.start):
        return None
    said = trend(claim.text, q, claim.sentences[claim.mention_sentence[match.index]])[0]
    if said * (now.value - then.value) >= 0:
        return None
    return match.says("direction", f"the source has {then.text} for the earlier period", best)


RULE = Rule("prior-period", "words", _judge)
