"""Two clauses of the claim have each other's subject in the source.

Why: every word of the two is in the source's sentence, and no number tells them apart; only which words stand behind
which subject does. A subject is the first telling word of its clause, and all up to the next subject is said of it.
Example: "Kathi makes the wine and Vera sells it." beside "Of the two Vera makes the wine, while Kathi sells it."
"""

from __future__ import annotations

from itertools import pairwise

from audit.meaning.near_copy import telling
from audit.meaning.statement import MeaningRule, Objection, Statement
from audit.meaning.tokens import Token
from wellsourced_core.lexicon import words

_JOINTS = words("joints of two subjects")


def _judge(pair: Statement) -> Objection | None:
    there = list(telling(pair.theirs))
    clauses = _clauses(pair.mine, {token.key for token in (*pair.mine, *there) if token.name})
    for first, second in pairwise(clauses):
        one, other = first[0], second[0]
        if one.key == other.key:
            continue
        sides = _sides(there, one.key, other.key)
        if sides is None:
            continue
        of_one, of_other = sides[0] - sides[1], sides[1] - sides[0]
        mine, theirs = {word.sense for word in first[1:]}, {word.sense for word in second[1:]}
        crossed = mine & of_other and theirs & of_one
        if crossed and not mine & of_one and not theirs & of_other:
            return Objection(f'"{one.said}" and "{other.said}" are the other way round in the source')
    return None


def _clauses(read: tuple[Token, ...], names: set[str]) -> list[tuple[Token, ...]]:
    """Return the telling words of each clause from its subject on: the first of them, a name or behind an article."""
    found: list[list[Token]] = [[]]
    for token in read:
        if token.said in _JOINTS:
            found.append([])
        else:
            found[-1].append(token)
    return [tuple(telling(tuple(part))) for part in found if _begins_with_subject(part, names)]


def _begins_with_subject(part: list[Token], names: set[str]) -> bool:
    at = next((k for k, token in enumerate(part) if token.telling), -1)
    article = at > 0 and part[at - 1].said in ("the", "a", "an")
    return at >= 0 and (article or part[at].key in names) and len(telling(tuple(part))) > 1


def _sides(there: list[Token], one: str, other: str) -> tuple[set[str], set[str]] | None:
    """Return the senses of the words behind either of two subjects up to the other; None unless each is there once."""
    keys = [token.key for token in there]
    if keys.count(one) != 1 or keys.count(other) != 1:
        return None
    i, j = keys.index(one), keys.index(other)
    first, second = {w.sense for w in there[min(i, j) + 1 : max(i, j)]}, {w.sense for w in there[max(i, j) + 1 :]}
    return (first, second) if i < j else (second, first)


RULE = MeaningRule("exchanged-predicates", "M603", _judge)
