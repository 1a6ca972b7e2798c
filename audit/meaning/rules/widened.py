"""The claim says of the whole world, or of every place, what the source says of one.

Why: "the first theatre in Scotland to have electric light" becomes "the first in the world" by one word. No such word
may stand in the source's sentence, and both must have the same first place.
Example: "Lorn has the oldest mill in the world." beside "Lorn has the oldest mill in the province."
"""

from __future__ import annotations

from audit.meaning.statement import MeaningRule, Objection, Statement
from audit.meaning.tokens import Token, is_superlative
from wellsourced_core.lexicon import words

_CONTINENTS = frozenset(("europe", "africa", "asia", "america", "earth"))
_COUNTRY = frozenset(("country", "nation", "nationwide", "national"))
_INSIDE = frozenset(("in", "of", "across", "throughout"))
_WIDE, _AS_WIDE = words("words for everywhere"), words("words as wide as everywhere")


def _judge(pair: Statement) -> Objection | None:
    said = next((token.said for at, token in enumerate(pair.mine) if _is_wide(pair.mine, at)), None)
    if said is None or pair.says(said):
        return None
    as_wide = (_AS_WIDE | _WIDE) - (frozenset() if said in _COUNTRY else _COUNTRY)
    if any(token.said in as_wide for token in pair.theirs):
        return None
    mine = {token.key for token in pair.mine if is_superlative(token) or token.key == "#1"}
    shared = any(token.key in mine for token in pair.theirs)
    return Objection(f'"{said}" is not in the source') if shared else None


def _is_wide(read: tuple[Token, ...], at: int) -> bool:
    """Tell whether a word means everywhere: not the World Cup, but "in Europe"."""
    token = read[at]
    if token.said not in _WIDE:
        return False
    return not token.name or (token.said in _CONTINENTS and at > 0 and read[at - 1].said in _INSIDE)


RULE = MeaningRule("widened", "M602", _judge, next_best=True)
