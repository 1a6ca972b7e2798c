"""The source says of another what the claim says of somebody, in one sentence that names both.

Why: all names and all words are there. Which name they belong to is told by where each stands: all that the claim says
stands behind the other name and before its own.
Example: "Simon Tate called for a vote." beside "Councillor Brian Oakes called for a vote; Simon Tate rejected that."
"""

from __future__ import annotations

from itertools import pairwise, takewhile

from audit.meaning.near_copy import telling
from audit.meaning.statement import MeaningRule, Objection, Statement
from audit.meaning.tokens import Token
from audit.thresholds import TOLD_OF_NAME_SHARE
from wellsourced_core.lexicon import words

_DOING_SO = words("words for doing the same")
_BEFORE = words("joints of two subjects") | {"of", "over"}


def _judge(pair: Statement) -> Objection | None:
    told, there = telling(pair.mine), telling(pair.theirs)
    names = {token.key for token in (*told, *there) if token.name}  # that a word opens its sentence hides its capital
    there = there[next((at for at, token in enumerate(there) if token.key in names), 0) :]
    name, head = _leading(told, names), _leading(there, names)
    mine, other = {token.key for token in name}, {token.key for token in head}
    own = next((at for at in range(len(head), len(there)) if there[at].key in mine), 0)
    if not mine or not other or not own or other & {token.key for token in told} or not _opens(pair.theirs, there[own]):
        return None
    if not _DOING_SO.isdisjoint(token.said for token in pair.theirs[pair.theirs.index(there[own]) :]):
        return None  # "Sweden ratified it; Denmark followed"
    said = {token.sense for token in told[len(name) :]}
    between, behind = {token.sense for token in there[len(head) : own]}, {token.sense for token in there[own:]}
    if len(said) > 1 and len(said & between) >= TOLD_OF_NAME_SHARE * len(said) and not said & behind:
        return Objection(f'the source says this of "{" ".join(token.said for token in head)}"')
    return None


def _opens(read: tuple[Token, ...], name: Token) -> bool:
    """Tell whether a name stands where another clause begins, or as the other side of what is said."""
    return any(word.said in _BEFORE for word, token in pairwise(read) if token is name)


def _leading(told: tuple[Token, ...], names: set[str]) -> tuple[Token, ...]:
    """Return the names that a stretch begins with."""
    return tuple(takewhile(lambda token: token.key in names, told))


RULE = MeaningRule("told-of-another-name", "M603", _judge)
