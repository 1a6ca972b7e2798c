"""In a near copy, a kind stands in the place of what it is a kind of, where that says more; or the reverse.

Why: who saw a dove saw a bird, but who saw a bird need not have seen a dove; behind "no" it is the other way round.
Example: "The crew ate pork." beside "The crew ate meat."
"""

from __future__ import annotations

from audit.meaning.statement import MeaningRule, Objection, Statement
from audit.meaning.word_kinds import is_kind
from audit.meaning.words import against


def _judge(pair: Statement) -> Objection | None:
    copy = pair.copy
    if copy is None or not (pair.alone or copy.single):
        return None
    for edit in copy.side_by_side.edits:
        for at in edit.mine:
            mine, points = copy.mine[at], copy.here.points[at]
            for theirs in copy.others(edit):
                narrower, wider = is_kind(mine.key, theirs.key), is_kind(theirs.key, mine.key)
                if (narrower and points >= 0) or (wider and points <= 0):
                    return Objection(against(mine.said, theirs.said))
    return None


RULE = MeaningRule("kind", "M602", _judge)
