"""In a near copy, a word stands in the place of another that excludes it: an opposite, or a member of its class.

Why: what is red is not green, what was on Tuesday was not on Thursday, and what is near is not far. Where the sides
moved too, both may be true: "A bought it from B", "B sold it to A"; and "Slide 36" is a name.
Example: "The band hired a cello player." beside "The band hired a flute player."
"""

from __future__ import annotations

from audit.meaning.statement import MeaningRule, Objection, Statement
from audit.meaning.word_kinds import exclude_each_other
from audit.meaning.words import against


def _judge(pair: Statement) -> Objection | None:
    copy = pair.copy
    if copy is None or not (pair.alone or copy.single) or any(copy.mine[i].telling for i, _ in copy.side_by_side.moved):
        return None
    for edit in copy.side_by_side.edits:
        for mine in copy.own(edit):
            for theirs in copy.others(edit):
                if mine.name == theirs.name and exclude_each_other(mine.key, theirs.key):
                    return Objection(against(mine.said, theirs.said))
    return None


RULE = MeaningRule("excluded-word", "M604", _judge)
