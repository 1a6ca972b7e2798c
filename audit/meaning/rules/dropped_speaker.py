"""The source says that somebody claims something, the claim says it as a fact.

Why: an allegation told without its speaker is an assertion of the writer's own. Plain words of speech ("said",
"announced") are how news are told: they make a note, but for speakers with an interest ("a rival", "the union").
Example: "The mayor took bribes." beside "The opposition alleges that the mayor took bribes."
"""

from __future__ import annotations

from audit.meaning.hedges import DOUBTFUL, HEDGING, SPEAKING, carries, hedges, holds, said_plainly
from audit.meaning.statement import MeaningRule, Objection, Statement
from wellsourced_core.lexicon import words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import Certainty

_HELD_BACK = HEDGING | SPEAKING
_INTERESTED = words("speakers with an interest")


def _judge(pair: Statement) -> Objection | None:
    if pair.attributed or holds(pair.mine, _HELD_BACK):
        return None
    interested = holds(pair.theirs, _INTERESTED)
    for hedge in hedges(pair.theirs, SPEAKING):
        if carries(pair.mine, hedge) and not said_plainly(pair.mine, hedge, pair.others(), _HELD_BACK):
            sure: Certainty = "likely" if interested or hedge.word in DOUBTFUL else "possible"
            return Objection(f'the source tells this as said: "{hedge.word}"', sure)
    return None


RULE = MeaningRule("dropped-speaker", "M601", _judge)
