"""Tell numbers that count different sorts of things: 2,700 firms are not 2,700 workers."""

from __future__ import annotations

from wellsourced_core.lexicon import keys, words
from wellsourced_core.model import Quantity
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities.number_words import PERSONS

_SORT_OF = {**dict.fromkeys(PERSONS, "persons"), **keys("sorts of things counted")}
_NOUNS = compiled(r"((?:[ -][a-z]{2,20}){1,3})")
_ENDS = words("ends of a counted noun")


def of_different_sorts(text: str, q: Quantity, other_text: str, other: Quantity) -> tuple[str, str] | None:
    """Return what two numbers count where that cannot be the same: persons, firms, places or vehicles."""
    if q.kind != "count" or other.kind != "count":
        return None
    mine, theirs = _noun(text, q), _noun(other_text, other)
    return (mine, theirs) if mine and theirs and _SORT_OF[mine] != _SORT_OF[theirs] else None


def _noun(text: str, q: Quantity) -> str:
    """Return the last of the words right behind a number that says what sort of thing it counts, "" if none does."""
    found, behind = "", _NOUNS.match(text, q.end)
    for word in behind[1].replace("-", " ").split() if behind else ():
        if word in _ENDS:
            break
        found = word if word in _SORT_OF else found
    return found
