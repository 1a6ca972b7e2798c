"""The source says that something may be so, the claim that it is.

Why: the commonest overclaim. A claim that holds anything back, in whatever words, is in order, and so is one that
another sentence of the source says plainly.
Example: "The dye lowers blood pressure." beside "The dye could lower blood pressure."
"""

from __future__ import annotations

from audit.meaning.hedges import HEDGING, POSSIBLE, carries, hedges, holds_by_itself, said_plainly
from audit.meaning.statement import MeaningRule, Objection, Statement


def _judge(pair: Statement) -> Objection | None:
    if holds_by_itself(pair.mine, pair.theirs, HEDGING):
        return None
    for hedge in hedges(pair.theirs, POSSIBLE):
        if carries(pair.mine, hedge) and not said_plainly(pair.mine, hedge, pair.others(), HEDGING):
            return Objection(f'the source says "{hedge.word} {hedge.governed[0].said}"')
    return None


RULE = MeaningRule("dropped-hedge", "M601", _judge)
