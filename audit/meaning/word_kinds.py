"""How two words stand to each other: opposites, members of one class, or one of them a kind of the other."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from audit.meaning.antonyms import antonyms
from audit.meaning.tokens import key_of
from wellsourced_core.lexicon import rows


def exclude_each_other(one: str, other: str) -> bool:
    """Tell whether of one thing only one of two keys can be said: red and green, near and far, third and first."""
    if one[0] == other[0] == "#":
        return True
    if other in _opposites().get(one, ()):
        return True
    if is_kind(one, other) or is_kind(other, one):
        return False
    return not _classes().get(one, _NONE).isdisjoint(_classes().get(other, _NONE))


def is_kind(one: str, of: str) -> bool:
    """Tell whether one key is a kind of another: a dove of bird, and of animal."""
    return of in _above().get(one, _NONE)


_NONE = frozenset[str]()


@cache
def _above() -> dict[str, frozenset[str]]:
    """Return for each key all that it is a kind of."""
    direct: defaultdict[str, set[str]] = defaultdict(set)
    for kind, members in rows("kinds"):
        for member in members:
            direct[key_of(member)].add(key_of(kind))

    def all_above(key: str, seen: frozenset[str]) -> frozenset[str]:
        more = frozenset(direct.get(key, ())) - seen
        return more.union(*(all_above(one, seen | more) for one in more))

    return {key: all_above(key, frozenset((key,))) for key in tuple(direct)}


@cache
def _classes() -> dict[str, frozenset[str]]:
    """Return for each key the classes whose other members exclude it."""
    kinds = dict(rows("kinds"))
    found: defaultdict[str, set[str]] = defaultdict(set)
    for name, members in rows("kinds whose members exclude each other"):
        for member in members:
            if name == "of a kind":
                for one in kinds[member]:
                    found[key_of(one)].add(member)
            else:
                found[key_of(member)].add(name)
    return {key: frozenset(names) for key, names in found.items()}


@cache
def _opposites() -> dict[str, frozenset[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for word, opposites in antonyms().items():
        found[key_of(word)].update(map(key_of, opposites))
    for one, others in rows("more opposites"):
        for mine in one.split():
            for other in others:
                found[key_of(mine)].add(key_of(other))
                found[key_of(other)].add(key_of(mine))
    return {key: frozenset(others - {key}) for key, others in found.items()}
