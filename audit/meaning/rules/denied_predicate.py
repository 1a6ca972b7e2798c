"""The source says that somebody failed or refused to do what the claim says, in a sentence that need be no copy.

Why: a denial cited as if it were an assertion. Of "not" and "no" alone, natural text has too many that deny something
else. A claim that denies anything itself, or holds back, is left alone, and so is one that another sentence of the
source says without a denial.
Example: "Nordlast won the licence." beside "Nordlast failed to win the licence, which went to a rival."
"""

from __future__ import annotations

from audit.meaning.hedges import DENYING, FAILING, POSSIBLE, carries, hedges, holds, said_plainly
from audit.meaning.statement import MeaningRule, Objection, Statement
from wellsourced_core.lexicon import words

_LITTLE = words("words that point down")
_DENIED = DENYING | _LITTLE


def _judge(pair: Statement) -> Objection | None:
    if holds(pair.mine, _DENIED | POSSIBLE):
        return None
    for hedge in hedges(pair.theirs, FAILING):
        if carries(pair.mine, hedge) and not said_plainly(pair.mine, hedge, pair.others(), DENYING):
            return Objection(f'the source says "{hedge.word} {hedge.governed[0].said}"')
    return None


RULE = MeaningRule("denied-predicate", "M604", _judge)
