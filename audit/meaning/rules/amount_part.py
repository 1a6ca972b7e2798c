"""In a near copy, a part of an amount was dropped, or "or more", or the last of all that a whole consists of.

Why: "26 miles and 385 yards" is not 385 yards, "6 or more" is not 6, and who "consists of" two parts is not one of
them. An alternative of "either ... or" is told too. Other alternatives are mostly other names of
one thing and are left alone.
Example: "The race took 3 hours." beside "The race took 3 hours and 18 minutes."
"""

from __future__ import annotations

from audit.meaning.near_copy import telling
from audit.meaning.statement import MeaningRule, Objection, Statement
from audit.meaning.tokens import Token
from audit.thresholds import MOST_EXCHANGED
from wellsourced_core.lexicon import words

_WHOLE = words("verbs of a whole")
_OR_MORE = words("comparatives behind or")


def _judge(pair: Statement) -> Objection | None:
    copy = pair.copy
    if copy is None or not pair.alone or not copy.single:
        return None
    for edit in copy.side_by_side.edits:
        if edit.theirs and not edit.mine and _takes_away(copy.theirs, edit.theirs):
            return Objection(f'the source adds: "{_words(copy.others(edit))}"')
    return None


def _takes_away(read: tuple[Token, ...], places: tuple[int, ...]) -> bool:
    gone = [read[at] for at in places]
    said = {token.said for token in gone}
    if _is_or_more(tuple(gone)) or "either" in {token.said for token in read[max(0, places[0] - 2) : places[-1] + 1]}:
        return True
    whole = any(token.said in _WHOLE for token in read[: places[0]])
    if whole and "and" in (read[places[0]].said, read[places[0] - 1].said):
        return True
    if "and" not in said | _beside(read, places) or len(telling(tuple(gone))) > MOST_EXCHANGED:
        return False
    numbered = any(
        token.key[0] == "=" and "and" in _beside(read, (at,)) for at, token in zip(places, gone, strict=True)
    )
    numbered = numbered or any(token.key[0] == "=" for token in gone[:1])
    kept = [read[at] for at in range(len(read)) if at not in places and abs(at - places[0]) <= len(places) + 2]
    return numbered and any(token.key[:1] == "=" for token in kept)


def _beside(read: tuple[Token, ...], places: tuple[int, ...]) -> set[str]:
    return {read[at].said for at in (places[0] - 1, places[-1] + 1) if 0 <= at < len(read)}


def _is_or_more(words: tuple[Token, ...]) -> bool:
    return len(words) == 2 and words[0].said == "or" and words[1].said in _OR_MORE


def _words(words: tuple[Token, ...]) -> str:
    return " ".join(word.said for word in words)


RULE = MeaningRule("amount-part", "M602", _judge)
