"""The source says that something is planned, the claim that it is done.

Why: what was to be opened in spring may still be closed. A claim that speaks of a plan in whatever words is in order.
Example: "Nordlast closed the yard." beside "Nordlast intends to close the yard."
"""

from __future__ import annotations

from itertools import pairwise

from audit.meaning.hedges import ANNOUNCED, HEDGING, PLANNED, carries, hedges, holds_by_itself, said_plainly
from audit.meaning.statement import MeaningRule, Objection, Statement
from audit.meaning.tokens import Token, is_past

_AHEAD = frozenset(("to", "will", "shall"))
_NOW = frozenset(("now", "already", "currently"))
_HELPERS = ("is", "have")  # and all their forms


def _judge(pair: Statement) -> Objection | None:
    plans = hedges(pair.theirs, PLANNED)
    if not plans or hedges(pair.mine, PLANNED) or not _tells_done(pair.mine):
        return None
    if holds_by_itself(pair.mine, pair.theirs, HEDGING):
        return None
    for hedge in plans:
        verb = hedge.governed[0].key
        if _is_ahead(pair.mine, verb) or (hedge.word in ANNOUNCED and not _is_done(pair.mine, verb)):
            continue
        if carries(pair.mine, hedge) and not said_plainly(pair.mine, hedge, pair.others(), HEDGING):
            return Objection(f'the source says "{hedge.word} ... {hedge.governed[0].said}"')
    return None


def _is_ahead(read: tuple[Token, ...], key: str) -> bool:
    """Tell whether a sentence speaks of what is planned as something to come: "to close"."""
    return any(one.key == key and before.said in _AHEAD for before, one in pairwise(read))


def _is_done(read: tuple[Token, ...], key: str) -> bool:
    """Tell whether a sentence tells a verb in its past: "opened"."""
    return any(token.key == key and is_past(token) for token in read)


def _tells_done(read: tuple[Token, ...]) -> bool:
    """Tell whether a sentence tells something as done or under way: "closed", "is closing", "now closes"."""
    if not _NOW.isdisjoint([token.said for token in read]):
        return True
    for at, token in enumerate(read):
        before = read[max(0, at - 2) : at]
        if not token.telling or any(one.said in _AHEAD for one in before):
            continue
        if is_past(token) or any(one.key in _HELPERS for one in before):
            return True
    return False


RULE = MeaningRule("plan-as-fact", "M601", _judge)
