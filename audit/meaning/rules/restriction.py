"""In a near copy, something that restricts the statement was added, or dropped where that says more.

Why: a small study may be told as a study, but what holds of no small boat need not hold of no boat. Where the context
points up, nothing may be added; where it points down, nothing dropped; behind "exactly", neither. Alternatives with
"or" are mostly other names of the same and are left alone, but behind "exactly".
Example: "No ferry sails in winter." beside "No car ferry sails in winter."
"""

from __future__ import annotations

from audit.meaning.near_copy import telling
from audit.meaning.statement import MeaningRule, Objection, Statement
from audit.meaning.tokens import Token

_JOINTS = ("and", "or", "nor", "neither")


def _judge(pair: Statement) -> Objection | None:
    copy = pair.copy
    if copy is None or not pair.alone or not copy.single:
        return None
    for edit in copy.side_by_side.edits:
        if copy.frames(edit):
            continue
        if edit.mine and not edit.theirs:
            mine, points = copy.own(edit), copy.here.points[edit.mine[0]]
            new = any(word.telling and not pair.has(word) for word in mine)
            if new and points >= 0 and not (points and _joined(copy.mine, edit.mine, "or")):
                return Objection(f'"{_words(mine)}" is not in the source')
        elif edit.theirs and not edit.mine:
            theirs, points = copy.others(edit), copy.there.points[edit.theirs[0]]
            joined = points and any(_joined(copy.theirs, edit.theirs, joint) for joint in _JOINTS)
            widest = "any" in [copy.theirs[i].said for i in range(edit.theirs[0], edit.theirs[-1])]
            if telling(theirs) and points <= 0 and not joined and not widest:
                return Objection(f'the source restricts this: "{_words(theirs)}"')
    return None


def _joined(read: tuple[Token, ...], places: tuple[int, ...], joint: str) -> bool:
    """Tell whether a stretch is one of several alternatives."""
    beside = {read[at].said for at in (places[0] - 1, places[-1] + 1) if 0 <= at < len(read)}
    return joint in (read[places[0]].said, read[places[-1]].said) or joint in beside


def _words(words: tuple[Token, ...]) -> str:
    return " ".join(word.said for word in words)


RULE = MeaningRule("restriction", "M602", _judge)
