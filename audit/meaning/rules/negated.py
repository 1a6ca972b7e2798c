"""The claim's sentence denies what the source's does not, or denies it once more often.

Why: one inserted "not" turns a supported sentence into a false one. "Without a deal" denies only what the source's
sentence has; what other sentences of the source deny too is in order.
Example: "The ferry never stops at Lorn." beside "The ferry stops at Lorn."
"""

from __future__ import annotations

from audit.meaning.negations import UNSURE, denied_twice
from audit.meaning.sentence_pair import Rule, SentencePair, certainty_of_denial
from audit.thresholds import DOUBLE_NEGATION_CHARACTERS


def _judge(pair: SentencePair) -> str | None:
    if denied_twice(pair.denials[0], pair.claim):
        return "the sentence denies a denial"
    found = _unanswered(pair)
    return "" if found and pair.denied_elsewhere() else found


def _unanswered(pair: SentencePair) -> str | None:
    """Return why a negation of the claim has no partner: none about the same words, or one too many."""
    (here, there), close = pair.denials, pair.overlap >= pair.limits.denied
    for n in here:
        if n.word in UNSURE:
            continue
        if not n.strong and not (close and (n.word == "without" or n.verb) and n.follow in pair.held):
            continue
        about = [m for m in there if m.scope & n.scope or not n.scope]
        if not about:
            return f'the sentence says "{n.word}", the source does not'
        near = (m for m in here if abs(m.start - n.start) < DOUBLE_NEGATION_CHARACTERS)
        mine = [m for m in near if m is n or m.scope & n.scope]
        if close and len(here) != len(there) and len(mine) % 2 == 0 and len(about) % 2 == 1:
            return f'the sentence is negated twice, the source once ("{about[0].word}")'
    return None


RULE = Rule("negated", "negated", _judge, certainty=certainty_of_denial)
