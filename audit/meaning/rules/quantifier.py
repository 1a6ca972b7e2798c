"""The claim's word for how much or how often stands higher than the source's for the same noun or verb, or its share.

Why: "some" becomes "all" and "rarely" becomes "usually" where a sentence is shortened. The reverse is in order ("some"
beside "all"), but for words that say how little: none of them follows from another, only "some" from "few".
Example: "All schools closed." beside "Some schools closed."; "Most schools closed." beside "30 % of the schools ..."
"""

from __future__ import annotations

from audit.meaning.near_copy import telling
from audit.meaning.statement import MeaningRule, Objection, Statement
from audit.meaning.tokens import Token, tokens
from audit.meaning.words import against
from audit.thresholds import (
    QUANTIFIED_SHARE,
    QUANTIFIED_WORDS,
    SHARE_OF_ALL,
    SHARE_OF_MOST,
    STEP_ALL,
    STEP_FEW,
    STEP_MOST,
    STEP_NEARLY,
    STEP_SOME,
)
from wellsourced_core.lexicon import keys, words
from wellsourced_core.model import Quantity
from wellsourced_core.quantities import quantities

_AMOUNTS, _TIMES = keys("scale of amounts"), keys("scale of times")
_SCALE = {word: int(step) for word, step in (*_AMOUNTS.items(), *_TIMES.items())}
_LEAST = {STEP_MOST: SHARE_OF_MOST, STEP_ALL: SHARE_OF_ALL}
_SOME_FEW = frozenset(("a", "quite"))  # "a few" are some
_LIMITS = words("limits of a quantifier")
_UNDOING = words("words that undo a quantifier of all") | _LIMITS | {"the", "in"}


def _judge(pair: Statement) -> Objection | None:
    mine = _amounts(pair.mine)
    if not mine:
        return _in_place(pair) or _alone(pair)
    theirs = _amounts(pair.theirs)
    for key, (word, step) in mine.items():
        other = theirs.get(key)
        if other is not None and (word in _TIMES) == (other[0] in _TIMES) and _exceeds(step, other[1]):
            return Objection(against(word, other[0]))
        if other is None and step in _LEAST and (share := _share(pair, key)) and not share[0] > _LEAST[step]:
            return Objection(against(word, share[1]))
    return _in_place(pair) or _alone(pair)


def _exceeds(mine: int, theirs: int, *, copy: bool = False) -> bool:
    if (theirs, mine) == (STEP_FEW, STEP_SOME):
        return False
    if not copy and ((mine == 0 and theirs > STEP_SOME) or (theirs == 0 and mine > STEP_FEW)):
        return False  # "none exceeded the limit" beside "all stayed within it": who denies what, other rules tell
    return mine > theirs or (mine < theirs and mine <= STEP_FEW)


def _in_place(pair: Statement) -> Objection | None:
    """In a near copy, hold the words against each other that stand in each other's place."""
    copy = pair.copy
    if copy is None or not (pair.alone or copy.single):
        return None
    for edit in copy.side_by_side.edits:
        mine = next((word.said for word in copy.own(edit) if word.said in _SCALE), None)
        theirs = next((word.said for word in copy.others(edit) if word.said in _SCALE), None)
        if mine and theirs and _exceeds(_SCALE[mine], _SCALE[theirs], copy=True):
            return Objection(against(mine, theirs))
    return None


def _alone(pair: Statement) -> Objection | None:
    """Where each sentence has one word for how much, and they share most words, hold the two against each other."""
    mine = _quantifiers(pair.mine)
    theirs = _quantifiers(pair.theirs) if len(mine) == 1 else []
    if len(theirs) != 1 or (mine[0][0] in _TIMES) != (theirs[0][0] in _TIMES):
        return None
    (word, step), (other, held) = mine[0], theirs[0]
    if not _exceeds(step, held):
        return None
    keys = {token.key for token in pair.theirs}
    told = [token for token in telling(pair.mine) if token.said not in _SCALE]
    shared = sum(token.key in keys for token in told)
    return Objection(against(word, other)) if shared >= QUANTIFIED_SHARE * len(told) else None


def _quantifiers(read: tuple[Token, ...]) -> list[tuple[str, int]]:
    """Return the words of the scale with their steps: without "nearly all", "in all", "the most" and "ten most"."""
    found = []
    for at, token in enumerate(read):
        if token.said not in _SCALE or (step := _step(read, at)) is None:
            continue
        undone = at and (read[at - 1].said in _UNDOING or read[at - 1].key[:1] == "=")
        if not undone and [one.said for one in read[at + 1 : at + 3]] != ["of", "them"]:  # of whom, is not said here
            found.append((token.said, step))
    return found


def _step(read: tuple[Token, ...], at: int) -> int | None:
    """Return where a word stands on its scale, None where on none: "nearly" only does before "all"."""
    token = read[at]
    step = _SCALE.get(token.said)
    if step is None or token.name:
        return None
    if step == STEP_NEARLY and (at + 1 == len(read) or _SCALE.get(read[at + 1].said) != STEP_ALL):
        return None
    if token.said == "few" and at and read[at - 1].said in _SOME_FEW:
        return STEP_SOME
    return step


def _amounts(read: tuple[Token, ...]) -> dict[str, tuple[str, int]]:
    """Return the words of the scale by the key of what they are said of: the next telling words; of two the higher."""
    found: dict[str, tuple[str, int]] = {}
    for at, token in enumerate(read):
        step = _step(read, at)
        limited = step in _LEAST and at and read[at - 1].said in _LIMITS
        if step is None or limited:
            continue
        behind = [one for one in read[at + 1 : at + 1 + QUANTIFIED_WORDS] if one.telling and one.said not in _SCALE][:2]
        if step == STEP_ALL and at and read[at - 1].key in ("is", "have"):  # "the rooms have all kept their roofs"
            behind = [one for one in read[:at] if one.telling]
        for one in behind:
            if one.key not in found or found[one.key][1] < step:
                found[one.key] = token.said, step
    return found


def _share(pair: Statement, key: str) -> tuple[float, str] | None:
    """Return the one share of what a key names in the source's sentence, and as it is written."""
    if key not in {token.key for token in pair.theirs}:
        return None
    shares = [
        (share, q.text) for q in quantities(pair.source)
        if (share := _of(q)) is not None and key in {one.key for one in tokens(pair.source[q.end :])[:QUANTIFIED_WORDS]}
    ]  # fmt: skip
    return shares[0] if len(shares) == 1 else None


def _of(q: Quantity) -> float | None:
    if q.high is not None or q.value < 0:
        return None
    return q.value / 100 if q.kind == "percent" else q.value if q.kind == "ratio" else None


RULE = MeaningRule("quantifier", "M602", _judge, next_best=True)
