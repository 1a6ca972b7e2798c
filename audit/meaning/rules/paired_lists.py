"""The source pairs two lists ("A and B ... 5 and 7, respectively"), and the claim has a member with another's partner.

Why: every name and every number is in the source; only their order says which belongs to which.
Example: "Port Ard has 7 berths." beside "Port Ard and Lorn have 5 and 7 berths, respectively."
"""

from __future__ import annotations

from itertools import pairwise

from audit.meaning.near_copy import telling
from audit.meaning.statement import MeaningRule, Objection, Statement
from audit.meaning.tokens import Token

_PAIRED = frozenset(("respectively", "beziehungsweise", "jeweils"))


def _judge(pair: Statement) -> Objection | None:
    if not any(token.said in _PAIRED for token in pair.theirs) or any(token.said in _PAIRED for token in pair.mine):
        return None
    lists = _lists(pair.theirs)
    said = {token.key for token in pair.mine}
    for longer, other in pairwise(lists):
        many = min(len(longer), len(other))  # "At the time, A and B": what stands before a list is no member
        first, second = longer[-many:], other[-many:]
        named = [at for at, one in enumerate(first) if one.key in said]
        given = [at for at, one in enumerate(second) if one.key in said]
        if len(named) == len(given) == 1 and named != given:
            one, right = first[named[0]].said, second[named[0]].said
            return Objection(f'the source has "{right}" for "{one}", not "{second[given[0]].said}"')
    return None


def _lists(read: tuple[Token, ...]) -> list[list[Token]]:
    """Return the lists of a sentence: the words right before and behind each "and", with those before a comma."""
    found = []
    for at, token in enumerate(read):
        if token.said not in ("and", "und") or at + 1 == len(read):
            continue
        members = [_head(read, at + 1)]
        k = at - 1
        while k >= 0 and read[k].key:
            members.insert(0, read[k])
            k -= 1
            if k >= 0 and read[k].said == ",":
                k -= 1
            else:
                break
        if len(members) > 1 and all(telling((one,)) for one in members):
            found.append(members)
    return found


def _head(read: tuple[Token, ...], at: int) -> Token:
    """Return the first telling word from there on; of a name of several words, the last one."""
    while at + 1 < len(read) and read[at].name and read[at + 1].name:
        at += 1
    return read[at]


RULE = MeaningRule("paired-lists", "M603", _judge)
