"""In a near copy, a part of an amount was dropped, or the last of all that a whole consists of.

Why: "26 miles and 385 yards" is not 385 yards, and who "consists of" two parts is not one of them. An alternative of
"either ... or" is told too. Other alternatives are mostly other names of one thing and are left alone.
Example: "The race took 3 hours." beside "The race took 3 hours and 18 minutes."
"""

from __future__ import annotations

from audit.meaning.near_copy import telling
from audit.meaning.statement import MeaningRule, Objection, Statement
from audit.meaning.tokens import Token, as_said, beside
from audit.thresholds import MOST_EXCHANGED
from wellsourced_core.lexicon import words

_WHOLE = words("verbs of a whole")


def _judge(pair: Statement) -> Objection | None:
    copy = pair.copy
    if copy is None or not pair.alone or not copy.single:
        return None
    for edit in copy.side_by_side.edits:
        if edit.theirs and not edit.mine and _takes_away(copy.theirs, edit.theirs):
            return Objection(f'the source adds: "{as_said(copy.others(edit))}"')
    return None


def _takes_away(read: tuple[Token, ...], places: tuple[int, ...]) -> bool:
    gone = [read[at] for at in places]
    said = {token.said for token in gone}
    if "either" in {token.said for token in read[max(0, places[0] - 2) : places[-1] + 1]}:
        return True
    whole = any(token.said in _WHOLE for token in read[: places[0]])
    if whole and "and" in (read[places[0]].said, read[places[0] - 1].said):
        return True
    if "and" not in said | beside(read, places) or len(telling(tuple(gone))) > MOST_EXCHANGED:
        return False
    numbered = any(token.key[0] == "=" and "and" in beside(read, (at,)) for at, token in zip(places, gone, strict=True))
    numbered = numbered or any(token.key[0] == "=" for token in gone[:1])
    kept = [read[at] for at in range(len(read)) if at not in places and abs(at - places[0]) <= len(places) + 2]
    return numbered and any(token.key[:1] == "=" for token in kept)


RULE = MeaningRule("amount-part", "M602", _judge)
