"""The claim has somebody for what the source has them against, or the reverse.

Why: a vote is reported by one small word.
Example: "The council voted for the bypass." beside "The council voted against the bypass."
"""

from __future__ import annotations

import re

from audit.meaning.sentence_pair import Rule, SentencePair
from audit.meaning.words import against, lowered_words
from wellsourced_core.lexicon import either
from wellsourced_core.patterns import compiled

_TELLING = frozenset(("for", "against", "favour", "favor"))
_STANCE = compiled(rf"\b({either('verbs of taking sides')})\s(for|in\sfavou?r\sof|against)\b", re.IGNORECASE)


def _judge(pair: SentencePair) -> str | None:
    if pair.overlap < pair.limits.overstated or _TELLING.isdisjoint(lowered_words(pair.claim)):
        return None
    mine, theirs = _STANCE.findall(pair.claim), _STANCE.findall(pair.source)
    if len(mine) != 1 or len(theirs) != 1 or mine[0][0][:4].lower() != theirs[0][0][:4].lower():
        return None
    (_, one), (_, other) = mine[0], theirs[0]
    return against(one, other) if (one.lower() == "against") != (other.lower() == "against") else None


RULE = Rule("taking-sides", "reversed", _judge, _TELLING)
