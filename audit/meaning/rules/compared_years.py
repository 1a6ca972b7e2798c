"""The claim has more than in a year where the source has less, or the reverse.

Why: the year and the noun are the same, so that nothing else tells the two sentences apart.
Example: "There were fewer ferries than in 2019." beside "There were more ferries than in 2019."
"""

from __future__ import annotations

import re
from itertools import pairwise

from audit.meaning.sentence_pair import Rule, SentencePair
from audit.meaning.words import against, lowered_words
from wellsourced_core.lexicon import either, words
from wellsourced_core.patterns import compiled

_MORE, _LESS = words("more in a year"), words("fewer in a year")
_COMPARED = compiled(
    rf"\b({either('more in a year', 'fewer in a year')})\s([^.;:]{{0,60}}?)\bthan\sin\s([0-9]{{4}})\b", re.IGNORECASE
)


def _judge(pair: SentencePair) -> str | None:
    if pair.overlap < pair.limits.compared or ("than", "in") not in pairwise(lowered_words(pair.claim)):
        return None  # nearly every sentence, and told without the pattern
    mine, theirs = _COMPARED.findall(pair.claim), _COMPARED.findall(pair.source)
    if len(mine) != 1 or len(theirs) != 1 or mine[0][2].lower() != theirs[0][2].lower():
        return None
    one, other = mine[0][0].lower(), theirs[0][0].lower()
    return against(one, other) if (one in _MORE) != (other in _MORE) else None


RULE = Rule("compared-years", "reversed", _judge, _MORE | _LESS)
