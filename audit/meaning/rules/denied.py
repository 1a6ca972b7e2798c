"""The source's sentence denies what the claim's, which is nearly the same, says.

Why: a citation of a denial as if it were an assertion. The denied words must be the claim's.
Example: "There was a leak in the dam." beside "There was no leak in the dam."
"""

from __future__ import annotations

from audit.meaning.negations import Negation, is_turned
from audit.meaning.sentence_pair import Rule, SentencePair, certainty_between_copies
from audit.thresholds import DENIED_SHARE


def _judge(pair: SentencePair) -> str | None:
    here, there = pair.denials
    if here or pair.overlap < pair.limits.denied:
        return None
    for m in there:
        if is_turned(m, pair.source, pair.wanted):
            continue
        bare = m.word == "no" and m.verb and m.follow in pair.wanted  # "there was no leak"
        if bare or ((m.strong or (m.verb and m.follow in pair.wanted)) and _is_about(m, pair.wanted)):
            return f'the source says "{m.word}", the sentence does not'
    return None


def _is_about(denied: Negation, wanted: frozenset[str]) -> bool:
    return len(denied.scope & wanted) >= max(2, DENIED_SHARE * len(denied.scope))


RULE = Rule("denied", "denied", _judge, certainty=certainty_between_copies)
