"""The source denies a whole clause whose every word the claim has, among other things.

Why: the source's sentence may be much longer than the claim that it denies.
Example: "The mayor opened the bridge in spring." beside "In a long speech, the mayor never opened the bridge."
"""

from __future__ import annotations

from audit.meaning.negations import is_turned
from audit.meaning.sentence_pair import Rule, SentencePair, certainty_between_copies


def _judge(pair: SentencePair) -> str | None:
    here, there = pair.denials
    if here or pair.overlap < pair.limits.compared:
        return None
    for m in there:
        if is_turned(m, pair.source, pair.wanted):
            continue
        if m.strong and m.word != "no" and len(m.rest) > 1 and m.rest <= pair.wanted:
            return f'the source says "{m.word}", the sentence does not'
    return None


RULE = Rule("denied-clause", "denied", _judge, certainty=certainty_between_copies)
