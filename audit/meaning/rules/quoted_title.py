"""A title in quotation marks is a part of the source's, or the source's is a part of it.

Why: "Now" and "Here and Now" are two albums, and every word of the one is in the other.
Example: "Their first single was 'Stay'." beside "Their first single was 'Stay or Go'."
"""

from __future__ import annotations

from audit.meaning.statement import MeaningRule, Objection, Statement
from audit.meaning.tokens import tokens
from audit.meaning.words import against
from audit.thresholds import MOST_TITLE_WORDS
from wellsourced_core.patterns import compiled

_QUOTED = compiled(r'["“„«]([^"“”„«»]{1,80})["”“»]')


def _judge(pair: Statement) -> Objection | None:
    mine, theirs = _titles(pair.claim), _titles(pair.source)
    if not mine or not theirs or pair.copy is None:
        return None
    for title, words in mine.items():
        for other, others in theirs.items():
            if words != others and title not in theirs and (words < others or others < words):
                return Objection(against(title, other))
    return None


def _titles(text: str) -> dict[str, frozenset[str]]:
    found = {quoted.strip(): tokens(quoted.strip()) for quoted in _QUOTED.findall(text)}
    return {
        title: frozenset(word.key for word in words if not word.idle)
        for title, words in found.items()
        if 0 < len(words) <= MOST_TITLE_WORDS and title[0].isupper()
    }


RULE = MeaningRule("quoted-title", "M604", _judge)
