"""In a near copy, a word is denied in one of the sentences and not in the other.

Why: "not" may stand anywhere, and what it denies changes with its place. A negation that the two share makes up for
another place of it ("did not sound right", "sounded not right").
Example: "They leave not on Saturday, but on Friday." beside "They leave not on Friday, but on Saturday."
"""

from __future__ import annotations

from audit.meaning.near_copy import telling
from audit.meaning.statement import MeaningRule, Objection, Statement
from wellsourced_core.lexicon import keys

_AMOUNTS = frozenset((*keys("scale of amounts"), *keys("scale of times")))


def _judge(pair: Statement) -> Objection | None:
    copy = pair.copy
    if copy is None:
        return None
    side = copy.side_by_side
    shared: set[int] = set()  # the clauses with a negation that both sentences have
    differs: dict[int, tuple[str, bool]] = {}
    for i, j in (*side.pairs, *side.moved):
        here = copy.here.denied[i] != (i in side.turned[0])
        there = copy.there.denied[j] != (j in side.turned[1])
        word = copy.mine[i]
        if here and there:
            shared.add(copy.here.clauses[i])
        elif here != there and telling((word,)) and word.key[0] not in "=#" and word.said not in _AMOUNTS:
            differs.setdefault(copy.here.clauses[i], (word.said, here))
    if not pair.alone and (not copy.single or (any(copy.here.denied) and any(copy.there.denied))):
        return None
    for clause, (said, here) in differs.items():
        if clause not in shared:
            where = ("here", "in the source") if here else ("in the source", "here")
            return Objection(f'"{said}" is denied {where[0]}, not {where[1]}')
    return None


RULE = MeaningRule("denied-word", "M604", _judge)
