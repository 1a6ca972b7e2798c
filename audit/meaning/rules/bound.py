"""The claim has a number as the least where the source has it as the most, or the reverse.

Why: "up to 40 %" becomes "more than 40 %" where a sentence is told anew, and the number itself is right.
Example: "The tax saves more than 300 crowns." beside "The tax saves up to 300 crowns."
"""

from __future__ import annotations

from audit.meaning.statement import MeaningRule, Objection, Statement
from audit.meaning.tokens import Token
from audit.meaning.words import against
from wellsourced_core.lexicon import keys
from wellsourced_core.model import Quantity
from wellsourced_core.quantities import quantities

_WORDS = frozenset(word for phrase in keys("bounds before numbers") for word in phrase.split())
_SIDES = {"<": -1, "<=": -1, ">": 1, ">=": 1}


def _judge(pair: Statement) -> Objection | None:
    if not (_bounded(pair.mine) and _bounded(pair.theirs)):
        return None  # nearly every sentence, and told without reading its numbers
    theirs = quantities(pair.source)
    for q in quantities(pair.claim):
        same = [other for other in theirs if (other.value, other.unit) == (q.value, q.unit)]
        if same and all(_side(q) * _side(other) < 0 for other in same):
            return Objection(against(q.text, same[0].text))
    return None


def _side(q: Quantity) -> int:
    return _SIDES.get(q.bound or "", 0)


def _bounded(read: tuple[Token, ...]) -> bool:
    return not _WORDS.isdisjoint([token.said for token in read]) and any(token.key[:1] == "=" for token in read)


RULE = MeaningRule("bound", "M602", _judge, next_best=True)
