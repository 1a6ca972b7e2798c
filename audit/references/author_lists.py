"""Compare lists of authors: initials and whole names, either order of a name, accents, particles, bodies."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from audit.thresholds import LONGEST_INITIALS, NEAR_NAME, SHORTEST_NEAR_NAME, SHORTEST_NICKNAME
from wellsourced_core.lexicon import keys, words
from wellsourced_core.model import Person
from wellsourced_core.patterns import compiled
from wellsourced_core.person_names import is_body
from wellsourced_core.values import frozen

_WORD = compiled(r"[^\W\d_]+")
_PARTICLES = words("name particles")
_SUFFIXES = words("name suffixes")
_LETTERS = str.maketrans(dict(keys("letters without accents")))
_UMLAUTS = (("ae", "a"), ("oe", "o"), ("ue", "u"))


@frozen
class AuthorMatch:
    """How a written list holds against a recorded one.

    ``shared`` is the share of the written authors whom the record has. The others name the people at fault:
    ``invented`` stand in the list alone, ``dropped`` in the record alone though nothing says "et al.", ``exchanged``
    stand elsewhere in the record's order. ``cut``: the list ends with "et al." and all of it is right.
    """

    shared: float
    invented: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    exchanged: tuple[str, ...] = ()
    cut: bool = False

    @property
    def agrees(self) -> bool:
        return not (self.invented or self.dropped or self.exchanged)


def compare_authors(written: Sequence[Person], recorded: Sequence[Person], *, shortened: bool) -> AuthorMatch:
    """Hold a written list of authors against a recorded one; both have at least one."""
    places = _places(written, recorded)
    known = [place for place in places if place >= 0]
    invented = tuple(full_name(one) for one, place in zip(written, places, strict=True) if place < 0)
    shared = len(known) / len(written)
    exchanged = tuple(
        full_name(one)
        for one, place, sorted_place in zip(
            [w for w, p in zip(written, places, strict=True) if p >= 0], known, sorted(known), strict=True
        )
        if place != sorted_place
    )
    left = [full_name(one) for place, one in enumerate(recorded) if place not in known]
    dropped = () if shortened else tuple(left)
    return AuthorMatch(shared, invented, dropped, exchanged, shortened and bool(left))


def _places(written: Sequence[Person], recorded: Sequence[Person]) -> list[int]:
    """Return where the record has each written author, -1 where nowhere; its own place first, each place once."""
    free = dict.fromkeys(range(len(recorded)))
    places = [-1] * len(written)
    for at in range(min(len(written), len(recorded))):
        if same_person(written[at], recorded[at]):
            places[at] = at
            del free[at]
    for at, one in enumerate(written):
        if places[at] < 0:
            found = next((place for place in free if same_person(one, recorded[place])), -1)
            if found >= 0:
                places[at] = found
                del free[found]
    return places


def same_person(one: Person, other: Person) -> bool:
    """Tell whether two names can be those of one person or body, however each is written."""
    return _same(one.family, one.given, other.family, other.given)


@lru_cache(100_000)
def _same(family: str, given: str, other_family: str, other_given: str) -> bool:
    a, b = _name_words(family, given), _name_words(other_family, other_given)
    if not a or not b:
        return False
    if is_body(f"{given} {family}".strip()) or is_body(f"{other_given} {other_family}".strip()):
        return _same_body(a, b)
    if "".join(a) == "".join(b) or sorted(a) == sorted(b):
        return True
    return _covered(a, b) or _covered(b, a) or _joined(family, given, other_family, other_given)


def _covered(few: tuple[str, ...], many: tuple[str, ...]) -> bool:
    """Tell whether each word of one name is a word of the other, or the initial of one; one word of some length is."""
    free = list(many)
    whole = 0
    for word in sorted(few, key=len, reverse=True):
        exact = next((one for one in free if _alike(word, one)), None)
        found = exact or next((one for one in free if _abbreviates(word, one)), None)
        if found is None:
            return False
        free.remove(found)
        whole += exact is not None and len(word) > 1
    return whole >= 1


def _alike(word: str, other: str) -> bool:
    if word == other:
        return True
    if min(len(word), len(other)) < SHORTEST_NEAR_NAME or word[0] != other[0]:
        return False
    from rapidfuzz import fuzz

    return fuzz.ratio(word, other) >= NEAR_NAME


def _abbreviates(word: str, other: str) -> bool:
    """Tell whether one word is the beginning of the other: an initial, or a short form (Alex, Alexander)."""
    short, long = sorted((word, other), key=len)
    return long.startswith(short) and (len(short) == 1 or len(short) >= SHORTEST_NICKNAME)


def _joined(family: str, given: str, other_family: str, other_given: str) -> bool:
    """Tell whether two names agree once initials in a block are parted and hyphens close up (JK, Min-jun, Minjun)."""
    spellings = [_spellings(family, given), _spellings(other_family, other_given)]
    return any(_covered(a, b) or _covered(b, a) for a in spellings[0] for b in spellings[1])


def _spellings(family: str, given: str) -> list[tuple[str, ...]]:
    close = _name_words(family.replace("-", ""), given.replace("-", ""))
    spread = []
    for word in given.split():
        block = word.replace(".", "")
        is_block = block.isalpha() and block.isupper() and 1 < len(block) <= LONGEST_INITIALS
        spread += list(block) if is_block else [word]
    found = [close, _name_words(family, " ".join(spread))]
    # Without what stands between the first and the family name: registries drop it, or take it for the family's.
    if given.split():
        found.append(_name_words(family, given.split(maxsplit=1)[0]))
    return [one for one in found if one]


def _same_body(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    few, many = sorted((set(a), set(b)), key=len)
    initials = "".join(word[0] for word in (a if len(a) > len(b) else b))
    return few <= many or (len(few) == 1 and next(iter(few)) == initials)


@lru_cache(100_000)
def _name_words(family: str, given: str) -> tuple[str, ...]:
    """Return the words of a name, folded, without particles and suffixes unless nothing else is there."""
    text = unicodedata.normalize("NFKD", f"{given} {family}".casefold().translate(_LETTERS))
    folded = "".join(c for c in text if not unicodedata.combining(c)).replace("'", "").replace("’", "")
    for written, plain in _UMLAUTS:
        folded = folded.replace(written, plain)
    every = _WORD.findall(folded)
    kept = tuple(word for word in every if word not in _PARTICLES and word not in _SUFFIXES)
    return kept or tuple(every)


def full_name(person: Person) -> str:
    return f"{person.given} {person.family}".strip()
