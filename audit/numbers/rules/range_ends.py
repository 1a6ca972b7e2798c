"""Accept a range or a score whose two ends the source says apart, in one sentence and in this order; years in any.

Why: a source may say "from 41,000 to 83,500" where the claim says "41,000-83,500".
Example: "It grew from 2011 to 2021." beside "Begun in 2011, it was at its largest in 2021."
"""

from __future__ import annotations

from audit.agreement.strength import agrees
from audit.numbers.candidates import find_candidates
from audit.numbers.match import Match, Rule, Verdict
from audit.thresholds import CARRIED_FROM, RANGE_END_NUMBERS
from wellsourced_core.values import replace


def _judge(match: Match) -> Verdict | None:
    both = _both_ends(match)
    if both is None:
        return None
    source = match.source
    span = source.span(source.mentions[both[0]].start, source.mentions[both[1]].end)
    return match.says("carried", f"the source has both ends, from {source.shown(both[0])}", span)


def _both_ends(match: Match) -> tuple[int, int] | None:
    q, source = match.number, match.source
    if q.high is None:
        return None
    kind = "count" if q.kind == "score" else q.kind
    low, high = (replace(q, value=end, high=None, days=None, kind=kind) for end in (q.value, q.high))
    numbers, at = source.mentions, source.mention_sentence
    for i, v in find_candidates(low, source, match.context.context.sentence).strengths.items():
        if v >= CARRIED_FROM and numbers[i].end <= source.proper:
            # "Of 2023, against 2019" has both years of "between 2019 and 2023" too.
            first = max(0, i - RANGE_END_NUMBERS) if q.kind == "year" else i + 1
            for j in range(first, min(i + RANGE_END_NUMBERS, len(numbers))):
                if at[j] == at[i] and agrees(high, numbers[j]):
                    return i, j
    return None


RULE = Rule("range-ends", "no candidate", _judge)
