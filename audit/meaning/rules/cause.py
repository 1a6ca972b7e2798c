"""The claim says that something causes or proves what the source only links.

Why: the commonest exaggeration of research. A claim that hedges, and a source that speaks of causes, are in order.
Example: "Smoke causes the cough." beside "Smoke is linked to the cough."
"""

from __future__ import annotations

import re

from audit.meaning.sentence_pair import Rule, SentencePair
from audit.meaning.words import against, lowered_words
from wellsourced_core.lexicon import either, words
from wellsourced_core.patterns import compiled

_CAUSES = words("verbs of cause and proof")
_LINKED = compiled(
    rf"\b(?:{either('words of association')}"
    rf"|(?:may|might|could)\s(?:\w{{2,12}}\s)?(?:{either('effects that may be')}))\b",
    re.IGNORECASE,
)
_LOOSELY = compiled(rf"\b(?:{either('stems of association')}|(?:may|might|could)\b)", re.IGNORECASE)


def _judge(pair: SentencePair) -> str | None:
    if pair.overlap < pair.limits.compared:
        return None
    said = next((word for word in lowered_words(pair.claim) if word in _CAUSES), None)
    if said is None or _LOOSELY.search(" ".join(word for word in pair.claim.lower().split() if word not in _CAUSES)):
        return None
    found = _LINKED.search(pair.source)
    return None if found is None or "caus" in pair.source.lower() else against(said, found[0])


RULE = Rule("cause", "reversed", _judge, _CAUSES)
