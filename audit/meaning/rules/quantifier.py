"""The claim's word for how much or how often stands higher than the source's for the same noun or verb, or its share.

Why: "some" becomes "all" and "rarely" becomes "usually" where a sentence is shortened. The reverse is in order ("some"
beside "all"), but for words that say how little: none of them follows from another, only "some" from "few".
Example: "All schools closed." beside "Some schools closed."; "Most schools closed." beside "30 % of the schools ..."
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from audit.meaning.near_copy import telling
from audit.meaning.statement import MeaningRule, Objection, Statement
from audit.meaning.tokens import Token, tokens
from audit.meaning.words import against
from audit.thresholds import (
    FAINT_OF_CLAIM,
    QUANTIFIED_SHARE,
    QUANTIFIED_TOLD,
    QUANTIFIED_WORDS,
    SHARE_OF_ALL,
    SHARE_OF_FEW,
    SHARE_OF_MOST,
    SHARE_OF_NEARLY,
    SHARED_OF_CLAIM,
    SHARES_APART,
    STEP_ALL,
    STEP_FEW,
    STEP_MOST,
    STEP_NEARLY,
    STEP_SOME,
)
from wellsourced_core.lexicon import either, keys, listed, rows, words
from wellsourced_core.model import Quantity
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities import quantities

_AMOUNTS, _TIMES = keys("scale of amounts"), keys("scale of times")
_SCALE = {word: int(step) for word, step in (*_AMOUNTS.items(), *_TIMES.items())}
_RANGES = {
    0: (0.0, 0.0),
    STEP_FEW: (0.0, SHARE_OF_FEW),
    STEP_MOST: (SHARE_OF_MOST, 1.0),
    STEP_NEARLY: (SHARE_OF_NEARLY, 1.0),
    STEP_ALL: (SHARE_OF_ALL, 1.0),
}
_PARTS_SAID = words("words of a share of a whole")
_NUMBER_OF = frozenset(("in", "of", "out"))
_PARTS = {name: at for at, name in enumerate(listed("names of parts"), 3)}
_PART = compiled(rf"\ba\s(?:{either('words before a part')})\s({either('names of parts')})\b(?=\sof\b)", re.IGNORECASE)
_SOME_FEW = frozenset(("a", "quite"))  # "a few" are some
_LIMITS = words("limits of a quantifier")
_UNDONE = {word: frozenset(behind) for word, behind in rows("words that undo a negation")}
_UNDOING = words("words that undo a quantifier of all") | _LIMITS | {"the", "in"}


def _judge(pair: Statement) -> Objection | None:
    mine = _amounts(pair.mine)
    if pair.faint and not (mine and pair.shares(FAINT_OF_CLAIM)):
        return None
    theirs = _amounts(pair.theirs) if mine else {}
    for key, (word, step) in mine.items():
        other = theirs.get(key)
        if other is None or (word in _TIMES) != (other[0] in _TIMES):
            continue
        if _exceeds(step, other[1]) and _says_alike(pair, key):
            return Objection(against(word, other[0]))
    if pair.faint:
        return None
    return _by_share(pair, mine) or _in_place(pair) or _alone(pair)


def _by_share(pair: Statement, mine: dict[str, tuple[str, int]]) -> Objection | None:
    """Hold a word for how much, or a share, against the one share of the source's sentence."""
    mine = {key: one for key, one in mine.items() if one[1] in _RANGES and one[0] not in _TIMES}
    if not (mine or _may_tell_share(pair.claim, pair.mine)) or not _may_tell_share(pair.source, pair.theirs):
        return None  # most pairs, and told without reading their numbers
    akin = pair.shares(SHARED_OF_CLAIM)
    shares = tuple(_shares(pair.source)) if mine or akin else ()
    own = tuple(_shares(pair.claim)) if shares else ()
    if len(own) == len(shares) == 1 and akin and abs(own[0][0] - shares[0][0]) > SHARES_APART:
        in_words = not any(one.isdigit() for one in own[0][1])
        in_words = in_words and abs(own[0][0] + shares[0][0] - 1) > SHARES_APART  # nine in ten had not, one in ten had
        return Objection(against(own[0][1], shares[0][1])) if in_words else None
    counted = any(token.key[:1] == "=" for token in pair.mine)  # "six of its 52 schools met all that was asked"
    alone = len(shares) == 1 and akin and len(_quantifiers(pair.mine)) == 1 and not counted
    akin = pair.shares(FAINT_OF_CLAIM)
    for key, (word, step) in mine.items() if akin and not own else ():
        near = [one for one in shares if key in one[2] and (step >= STEP_MOST or len(shares) == 1)]
        low, high = _RANGES[step]
        found = near or (shares if alone else ())
        if len(found) == 1 and not low <= found[0][0] <= high and _says_alike(pair, key):
            return Objection(against(word, found[0][1]))
    return None


def _says_alike(pair: Statement, key: str) -> bool:
    """Tell whether both sentences have a word besides names, numbers and what the amount is of: what is said of it."""
    theirs = {token.sense for token in pair.theirs}
    told = [one for one in pair.mine if one.telling and one.key != key and one.said not in _SCALE]
    return any(one.sense in theirs and _is_plain(one) for one in told)


def _may_tell_share(text: str, read: tuple[Token, ...]) -> bool:
    """Tell whether a sentence may have a share: "per cent", "half", "a fifth", a number before "in" or "of"."""
    if "%" in text or not _PARTS_SAID.isdisjoint([token.said for token in read]):
        return True
    return any(
        one.key[:1] == "=" and not _NUMBER_OF.isdisjoint([two.said for two in read[at + 1 : at + 4]])
        for at, one in enumerate(read)
    )


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
        if (
            mine
            and theirs
            and (mine in _TIMES) == (theirs in _TIMES)
            and _exceeds(_SCALE[mine], _SCALE[theirs], copy=True)
        ):
            return Objection(against(mine, theirs))
    return None


def _alone(pair: Statement) -> Objection | None:
    """Where each sentence has one word for how much, and they share most words, hold the two against each other."""
    mine = _quantifiers(pair.mine)
    theirs = _quantifiers(pair.theirs) if len(mine) == 1 else []
    if len(theirs) != 1 or (mine[0][0] in _TIMES) != (theirs[0][0] in _TIMES):
        return None
    (word, step), (other, held) = mine[0], theirs[0]
    if not _exceeds(step, held) or not _said_of_it(pair, other):
        return None
    keys = {token.key for token in pair.theirs}
    told = [token for token in telling(pair.mine) if token.said not in _SCALE]
    shared = sum(token.key in keys for token in told)
    return Objection(against(word, other)) if shared >= QUANTIFIED_SHARE * len(told) else None


def _said_of_it(pair: Statement, word: str) -> bool:
    """Tell whether the claim has one of the first words that a source tells behind a word for how much.

    "Some of these variations" says nothing of all factors.
    """
    at = next(k for k, token in enumerate(pair.theirs) if token.said == word)
    behind = [one for one in pair.theirs[at + 1 :] if one.telling][:QUANTIFIED_TOLD]
    mine = {token.sense for token in pair.mine}
    return not behind or any(one.sense in mine for one in behind)


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
    if step == STEP_ALL and at + 1 < len(read) and read[at + 1].said == "but":
        return STEP_NEARLY  # "all but one"
    if at and read[at - 1].said == "how":
        return None  # "how many terms" is not said here
    if step == 0 and at + 1 < len(read) and read[at + 1].said in _UNDONE.get(token.said, ()):
        return None  # "no doubt"
    if token.said == "few" and at and read[at - 1].said in _SOME_FEW:
        return STEP_SOME
    return step


def _amounts(read: tuple[Token, ...]) -> dict[str, tuple[str, int]]:
    """Return the words of the scale by the key of what they are said of: the next telling words; of two the higher."""
    found: dict[str, tuple[str, int]] = {}
    for at, token in enumerate(read):
        if token.said not in _SCALE:
            continue  # most words
        step = _step(read, at)
        before = read[at - 1].said if at else ""
        limited = (step in (STEP_MOST, STEP_ALL) and before in _LIMITS) or (step == STEP_ALL and before == "of")
        limited = limited or (step == STEP_MOST and before == "the")  # "the most used": a first place
        if step is None or limited:
            continue
        behind = _phrase(read, at)[:2]
        if step == STEP_ALL and at and read[at - 1].key in ("is", "have"):  # "the rooms have all kept their roofs"
            behind = [one for one in read[:at] if one.telling]
        for one in behind:
            if one.key not in found or found[one.key][1] < step:
                found[one.key] = token.said, step
    return found


def _phrase(read: tuple[Token, ...], at: int) -> list[Token]:
    """Return the first telling words behind one, names and numbers only where there are no others.

    They end at a word that tells nothing: "molecules" of "molecules or chemicals".
    """
    found: list[Token] = []
    for one in read[at + 1 : at + 1 + QUANTIFIED_WORDS]:
        if one.telling and one.said not in _SCALE:
            found.append(one)
        elif found:
            break
    return list(filter(_is_plain, found)) or found


def _is_plain(word: Token) -> bool:
    return not word.name and word.key[0] not in "=#"


def _shares(text: str) -> Iterator[tuple[float, str, frozenset[str]]]:
    """Yield the shares of a text, each as it is written and with the keys of the words behind it."""
    found = [(q.start, q.end, share, q.text) for q in quantities(text) if (share := _of(q)) is not None]
    found += [(m.start(), m.end(), 1 / _PARTS[m[1].lower()], m[0]) for m in _PART.finditer(text)]
    for _, end, share, said in found:
        yield share, said, frozenset(one.key for one in tokens(text[end:])[:QUANTIFIED_WORDS])


def _of(q: Quantity) -> float | None:
    if q.high is not None or q.value < 0:
        return None
    share = q.value / 100 if q.kind == "percent" else q.value if q.kind == "ratio" else None
    return None if share is None or share > 1 else share


RULE = MeaningRule("quantifier", "M602", _judge, faint=True)
