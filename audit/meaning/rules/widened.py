"""The claim says of the whole world, or of every place, what the source says of one.

Why: "the first theatre in Scotland to have electric light" becomes "the first in the world" by one word. No such word
may stand in the source's sentence, and both must have the same first place.
Example: "Lorn has the oldest mill in the world." beside "Lorn has the oldest mill in the province."
"""

from __future__ import annotations

from audit.meaning.statement import MeaningRule, Objection, Statement
from audit.meaning.tokens import is_superlative
from wellsourced_core.lexicon import words

_WIDE, _AS_WIDE = words("words for everywhere"), words("words as wide as everywhere")


def _judge(pair: Statement) -> Objection | None:
    said = next(iter([token.said for token in pair.mine if token.said in _WIDE and not token.name]), None)
    if said is None or pair.says(said) or any(token.said in _AS_WIDE or token.said in _WIDE for token in pair.theirs):
        return None
    mine = {token.key for token in pair.mine if is_superlative(token) or token.key == "#1"}
    shared = any(token.key in mine for token in pair.theirs)
    return Objection(f'"{said}" is not in the source') if shared else None


RULE = MeaningRule("widened", "M602", _judge, next_best=True)
