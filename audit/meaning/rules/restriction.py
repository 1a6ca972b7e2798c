"""In a near copy, something that restricts the statement was added, or dropped where that says more.

Why: a small study may be told as a study, but what holds of no small boat need not hold of no boat. Where the context
points up, nothing may be added; where it points down, nothing dropped; behind "exactly", neither. Alternatives with
"or" are mostly other names of the same and are left alone, but behind "exactly".
Example: "No ferry sails in winter." beside "No car ferry sails in winter."
"""

from __future__ import annotations

from audit.meaning.alignment import Edit
from audit.meaning.near_copy import NearCopy, telling
from audit.meaning.statement import MeaningRule, Objection, Statement
from audit.meaning.tokens import Token, as_said, beside, is_past
from audit.thresholds import ALTERNATIVE_WORDS

_JOINTS = ("and", "or", "nor", "neither")


def _judge(pair: Statement) -> Objection | None:
    copy = pair.copy
    if copy is None or not pair.alone or not copy.single:
        return None
    for edit in copy.side_by_side.edits:
        if copy.frames(edit):
            continue
        if said := _alternative(copy, edit):
            return Objection(said)
        if edit.mine and not edit.theirs:
            mine, points = copy.own(edit), copy.here.points[edit.mine[0]]
            new = any(word.telling and not pair.has(word) for word in mine)
            if new and points >= 0 and not (points and _joined(copy.mine, edit.mine, "or")):
                return Objection(f'"{as_said(mine)}" is not in the source')
        elif edit.theirs and not edit.mine:
            theirs, points = copy.others(edit), copy.there.points[edit.theirs[0]]
            joined = points and any(_joined(copy.theirs, edit.theirs, joint) for joint in _JOINTS)
            widest = "any" in [copy.theirs[i].said for i in range(edit.theirs[0], edit.theirs[-1])]
            if telling(theirs) and points <= 0 and not joined and not widest:
                return Objection(f'the source restricts this: "{as_said(theirs)}"')
    return None


def _alternative(copy: NearCopy, edit: Edit) -> str:
    """Return why the first of two alternatives with verbs may be neither dropped nor added here; else nothing."""
    if edit.theirs and not edit.mine:
        read, places, points, why = copy.theirs, edit.theirs, copy.there.points[edit.theirs[0]], "the source adds"
    elif edit.mine and not edit.theirs:
        read, places, points, why = copy.mine, edit.mine, -copy.here.points[edit.mine[0]], "not in the source"
    else:
        return ""
    stretch = read[places[0] : places[-1] + 1]
    first = stretch if stretch[-1].said == "or" else (*stretch, *read[places[-1] + 1 : places[-1] + 2])
    verbal = len(telling(stretch)) > 1 and any(is_past(one) for one in stretch[:ALTERNATIVE_WORDS])
    return f'{why}: "{as_said(first)}"' if verbal and points > 0 and first[-1].said == "or" != first[0].said else ""


def _joined(read: tuple[Token, ...], places: tuple[int, ...], joint: str) -> bool:
    """Tell whether a stretch is one of several alternatives."""
    return joint in {read[places[0]].said, read[places[-1]].said} | beside(read, places)


RULE = MeaningRule("restriction", "M602", _judge)
