"""What may be dropped or added at each place of a sentence: where its context points up, down or neither way.

"A dog barked" follows from "a black dog barked", "no dog barked" does not follow from "no black dog barked": behind
"no" the context points down (van Benthem 1986; Icard and Moss 2014). Scopes are told by light patterns, not parsed.
"""

from __future__ import annotations

from itertools import accumulate

from audit.meaning.tokens import Token, key_of
from wellsourced_core.lexicon import keys, rows, words
from wellsourced_core.values import frozen

_DENY, _DENY_BEHIND = words("words that deny"), words("words that deny what they govern") | words("words that lack")
_DOWN = words("words that point down")
_ALL, _EXACTLY = words("quantifiers of all"), words("quantifiers of just so many")
_ORDER = frozenset(("first", "last", "latest"))  # behind "the" they pick one of what follows
_NO_ALL = words("words that undo a quantifier of all")
_ENDS = words("words that begin a clause anew")
_PREPOSITIONS = words("prepositions that end an object")
_RELATIVE, _VERBS = words("relative words"), words("verbs without an ending")
_PASTS = frozenset(keys("irregular verbs")) | {base for base, _ in rows("irregular verbs")}
_SUBJECTS = words("personal pronouns")
_DENY_CLAUSE = words("words that deny a whole clause")
_MARKS = frozenset(".,;:()—–")
_HARMLESS = {word: frozenset(behind) for word, behind in rows("words that undo a denial")}


@frozen
class Contexts:
    """Of each word: if its context points up (1), down (-1) or neither way (0), if it is denied, and its clause."""

    points: tuple[int, ...]
    denied: tuple[bool, ...]
    clauses: tuple[int, ...]


def contexts(read: tuple[Token, ...]) -> Contexts:
    """Tell the contexts of a sentence's words and, last, of its end."""
    points, denied = [1] * (len(read) + 1), [False] * (len(read) + 1)
    for i, token in enumerate(read):
        word, before = token.said, read[i - 1].said if i else ""
        follow = read[i + 1].said if i + 1 < len(read) else ""
        if follow in _HARMLESS.get(word, ()) or (word in _DOWN and before in ("no", "a", "quite")):
            continue
        if word == "nor" and "neither" in [other.said for other in read[_clause_start(read, i) : i]]:
            continue  # one negation in two words
        if word in _DENY or (word in _DENY_CLAUSE and before in _PREPOSITIONS):
            _turn(points, denied, i + 1, _clause_end(read, i))
        elif word in _DENY_BEHIND:
            _turn(None, denied, i + 1, _clause_end(read, i))
        elif word in _DENY_CLAUSE and follow not in ("more", "less", "fewer"):
            start = _clause_start(read, i)
            denied[start:i] = [not one for one in denied[start:i]]
            _turn(points, denied, i + 1, _clause_end(read, i))
        elif word in _DOWN or (word == "more" and before == "no") or (word == "most" and before == "at"):
            _turn(points, None, i + 1, _clause_end(read, i))
        elif word in _ALL and before not in _NO_ALL:
            _turn(points, None, i + 1, _verb(read, i + 1))
        elif word in _EXACTLY and (word == "most" or follow[:1].isdigit() or key_of(follow or ".")[:1] == "="):
            end = _verb(read, i + 1) if word == "most" else _clause_end(read, i)
            points[i + 1 : end + 1] = [0] * (end - i)
        elif word in _ORDER and before == "the":
            end = _verb(read, i + 1)
            points[i + 1 : end + 1] = [0] * (end - i)
    ends = [token.said in _MARKS or token.said in _ENDS for token in read]
    return Contexts(tuple(points), tuple(denied), tuple(accumulate(ends, initial=0)))


def _turn(points: list[int] | None, denied: list[bool] | None, start: int, end: int) -> None:
    if points is not None:
        points[start : end + 1] = [-one for one in points[start : end + 1]]
    if denied is not None:
        denied[start : end + 1] = [not one for one in denied[start : end + 1]]


def _clause_start(read: tuple[Token, ...], at: int) -> int:
    for k in range(at - 1, -1, -1):
        if read[k].said in _MARKS or read[k].said in _ENDS or read[k].said in _RELATIVE:
            return k + 1
    return 0


def _clause_end(read: tuple[Token, ...], at: int) -> int:
    for k in range(at + 1, len(read)):
        if read[k].said in _MARKS or read[k].said in _ENDS or (read[k].said == "and" and _opens(read, k + 1)):
            return k - 1
    return len(read)


def _opens(read: tuple[Token, ...], at: int) -> bool:
    return at < len(read) and read[at].said in _SUBJECTS


def _verb(read: tuple[Token, ...], at: int) -> int:
    """Return the last place before the verb of the noun that begins there, past its relative clause."""
    relative = False
    for k in range(at + 1, len(read)):
        word = read[k].said
        if word in _MARKS:
            return k - 1
        if word in _RELATIVE:
            relative = True
        elif word in _VERBS or word in _PASTS or word.endswith("ed"):
            if not relative:
                return k - 1
            relative = read[k + 1].said == "not" if k + 1 < len(read) else False
    return len(read)
