"""Accept a number that the claim calls the least or the greatest and that ends a range in the source.

Why: "with a range from 2.8 to 7.5" says which is the lowest. The best of prices is neither end: the best hotel is not
known to be the dearest or the cheapest.
Example: "The lowest yield was 2.8 tonnes." beside "Yields ranged from 2.8 to 7.5 tonnes."
"""

from __future__ import annotations

from audit.agreement.kinds import DATED
from audit.agreement.strength import agrees
from audit.meaning.words import lowered_words
from audit.numbers.context import clause_of
from audit.numbers.match import Match, Rule, Verdict
from audit.thresholds import MOST_NEAR_VALUE, OTHERWISE_AFFINITY
from wellsourced_core.lexicon import words
from wellsourced_core.values import replace

_LEAST, _GREATEST = words("least"), words("greatest")
_EITHER = words("best and worst")  # the best rate may be the lowest


def _judge(match: Match) -> Verdict | None:
    found = _end_of_range(match)
    if found is None:
        return None
    why = f"the source says it differently: {match.source.shown(found)}"
    return match.says("carried", why, match.source.evidence(found))


def _end_of_range(match: Match) -> int | None:
    q, source = match.number, match.source
    if q.kind in DATED or q.high is not None:
        return None
    words = frozenset(lowered_words(clause_of(match.claim, match.index)))
    least, greatest, either = (not words.isdisjoint(side) for side in (_LEAST, _GREATEST, _EITHER))
    either = either and q.kind != "money"
    if not (least or greatest or either) or (least and greatest):
        return None
    near = source.lookup.near(q, MOST_NEAR_VALUE)
    for i in range(min(MOST_NEAR_VALUE, len(source.mentions))) if near is None else near:
        other = source.mentions[i]
        if other.high is None or other.kind in DATED or other.end > source.proper:
            continue
        ends = [other.value] * (least or either) + [other.high] * (greatest or either)
        says = any(agrees(q, replace(other, value=end, high=None)) for end in ends)
        if says and match.context.affinity(i) >= OTHERWISE_AFFINITY:
            return i
    return None


RULE = Rule("least-or-greatest", "no candidate", _judge)
