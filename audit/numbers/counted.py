"""Tell numbers that count different sorts of things: 2,700 firms are not 2,700 workers."""

from __future__ import annotations

from wellsourced_core.model import Quantity
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities.number_words import PERSONS

_SORTS = (
    PERSONS | frozenset("nurses doctors teachers students soldiers refugees migrants farmers officers volunteers"
                        " managers engineers scientists women men boys girls prisoners tourists travellers".split()),
    frozenset("firms companies businesses hospitals schools banks universities museums hotels restaurants factories"
              " shops stores agencies churches unions organisations organizations farms clinics".split()),
    frozenset("countries cities towns villages municipalities provinces districts".split()),
    frozenset("cars trucks lorries buses vehicles ships aircraft trains bicycles bikes".split()),
)  # fmt: skip
_SORT_OF = {word: sort for sort, words in enumerate(_SORTS) for word in words}
_NOUNS = compiled(r"((?:[ -][a-z]{2,20}){1,3})")
_ENDS = frozenset("of in on at to from for with by and or who that which were was are is have had has as than".split())


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
