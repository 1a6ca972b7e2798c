"""Compare the names of venues: acronyms, abbreviated words, proceedings in any spelling, series."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from audit.thresholds import LONGEST_ACRONYM, LONGEST_VENUE, NEAR_VENUE
from wellsourced_core.lexicon import keys, words
from wellsourced_core.patterns import compiled
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_WORD = compiled(r"[^\W_]+")
_CLOSED = compiled(r"[(\[]([^()\[\]]{1,200})[)\]]")
_PARALLEL = compiled(r"\s(?:=|:|@|/|–|—)\s|: |, (?=[A-Z]{2,10}\b)")
_NUMBER = compiled(r"[’']?[0-9]+(?:st|nd|rd|th)?")
_ACRONYM = compiled(r"[A-Z][A-Za-z]{0,3}[A-Z]{1,9}(?:-[A-Z]{2,8})?|[A-Z]{2,10}")
_SMALL = words("small words of venues")
_GENERIC = words("words of proceedings")
_ORDINALS = words("ordinals of venues")
_SERIES = words("series of venues")
_PREPRINTS = words("preprint servers")
_WORKSHOP = "workshop"


@frozen
class _Name:
    """A venue's name taken apart: its words, those that tell it from other proceedings, its acronyms.

    ``alone`` are the acronyms that it has in brackets: they are the venue's own. ``known`` are the venues of the table
    that it names; ``meets``: it says that it is a conference.
    """

    words: tuple[str, ...]
    telling: tuple[str, ...]
    acronyms: frozenset[str]
    alone: frozenset[str]
    known: frozenset[str]

    @property
    def meets(self) -> bool:
        return len(self.telling) < len(self.words)


def same_venue(written: str, recorded: Iterable[str]) -> bool | None:
    """Tell whether a venue is one of those recorded; None where this cannot be told: a series, or nothing recorded."""
    names = [name for name in recorded if name.strip()]
    if not written.strip() or not names or is_series(written):
        return None
    if any(_agree(written, name) for name in names):
        return True
    return None if all(is_series(name) for name in names) else False


def is_preprint_server(venue: str) -> bool:
    """Tell whether a venue's name is that of a preprint server."""
    found = _WORD.findall(venue.casefold())
    return any(word in _PREPRINTS for word in found)


def may_record_late(venue: str) -> bool:
    """Tell whether a venue exists, by the table of venues, or is a workshop, which few services record."""
    return any(one.known or _WORKSHOP in one.words for one in _spellings(venue))


def is_of_computing(venue: str) -> bool:
    """Tell whether the table has a venue as one of computer science: many of those register no DOIs."""
    of_computing = frozenset(keys("venues").values())
    return any(not one.known.isdisjoint(of_computing) for one in _spellings(venue))


def is_series(venue: str) -> bool:
    """Tell whether a name is that of a series, which holds the proceedings of many venues."""
    plain = " ".join(_WORD.findall(venue.casefold()))
    return any(plain == series or plain.startswith(f"{series} ") for series in _SERIES)


@lru_cache(100_000)
def _agree(written: str, recorded: str) -> bool:
    ours, theirs = _spellings(written), _spellings(recorded)
    return any(_same(a, b) for a in ours for b in theirs)


def _same(a: _Name, b: _Name) -> bool:
    if a.known and b.known:
        return not a.known.isdisjoint(b.known)
    if a.words == b.words or (a.telling and a.telling == b.telling and (len(a.telling) > 2 or a.meets == b.meets)):
        return True
    if _share_acronym(a, b) or _share_acronym(b, a) or _stands_for(a, b) or _stands_for(b, a):
        return True
    if _shortened(a.words, b.words) or _shortened(b.words, a.words):
        return True
    from rapidfuzz import fuzz

    return min(len(a.words), len(b.words)) > 1 and fuzz.ratio(" ".join(a.words), " ".join(b.words)) >= NEAR_VENUE


def _share_acronym(a: _Name, b: _Name) -> bool:
    """Tell whether an acronym is both names': the whole of one, or its own, and in a name of proceedings."""
    own = a.alone | (a.acronyms if len(a.words) == 1 or a.meets else frozenset())
    return not own.isdisjoint(b.alone | (b.acronyms if b.meets or len(b.words) == 1 else frozenset()))


def _stands_for(short: _Name, long: _Name) -> bool:
    """Tell whether a name of one word is made of the initials of another name's words."""
    if len(short.words) != 1 or len(long.words) < 2 or not 2 <= len(short.words[0]) <= LONGEST_ACRONYM:
        return False
    word = short.words[0]
    if word in long.words:
        return word in {acronym.lower() for acronym in long.acronyms}
    # From any of the words that open a conference's name on: Proceedings of the Annual International Conference on ...
    starts = [at for at in range(len(long.words)) if all(one in _GENERIC for one in long.words[:at])]
    some = [long.telling, *(long.words[at:] for at in starts)]
    return any("".join(one[0] for one in each) == word for each in some)


def _shortened(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    """Tell whether each word of one name begins the word of the other in its place ("J Mach Learn Res")."""
    if len(short) != len(long) or len(short) < 2:
        return False
    return all(_begins(few, whole) for few, whole in zip(short, long, strict=True))


def _begins(few: str, whole: str) -> bool:
    """Tell whether a word is another one cut short, or left with its first letter and others in order (Natl, Intl)."""
    if whole.startswith(few):
        return True
    rest = iter(whole)
    return few[0] == whole[0] and len(few) > 2 and all(letter in rest for letter in few)


@lru_cache(100_000)
def _spellings(venue: str) -> tuple[_Name, ...]:
    """Return a name as a whole and, where it has several parts ("=", ":", "@"), each of them."""
    venue = venue[:LONGEST_VENUE]
    parts = [venue, *(part for part in _PARALLEL.split(venue) if len(part.strip()) > 1)]
    return tuple(name for part in dict.fromkeys(parts) if (name := _name(part)).words)


def _name(venue: str) -> _Name:
    inside = " ".join(_CLOSED.findall(venue))
    outside = _CLOSED.sub(" ", venue)
    found = _words(outside) or _words(inside)
    kept = tuple(word for word in found if word not in _SMALL)
    telling = tuple(word for word in kept if word not in _GENERIC)
    mostly_capital = outside.isupper() and len(outside) > LONGEST_ACRONYM + 2
    written = {a.upper() for a in _ACRONYM.findall(venue)} if not mostly_capital else set()
    acronyms = {one for whole in written for one in (whole, *whole.split("-")) if one.lower() not in _SMALL}
    aliases = {**keys("other venues"), **keys("venues")}
    names = {" ".join(found), " ".join(kept), " ".join(telling), *(one.lower() for one in acronyms)}
    known = frozenset(aliases[name] for name in names if name in aliases)
    alone = frozenset(acronym for acronym in acronyms if acronym.lower() in inside.casefold().split())
    return _Name(kept or found, telling, frozenset(acronyms), alone, known)


def _words(text: str) -> tuple[str, ...]:
    folded = unicodedata.normalize("NFKD", text.casefold().replace("&", " and "))
    plain = "".join(c for c in folded if not unicodedata.combining(c)).replace("’", "'")
    found = [word for word in plain.replace("'", "").split() if not _NUMBER.fullmatch(word.strip(".,;:()"))]
    return tuple(
        word for whole in found for word in _WORD.findall(whole) if word not in _ORDINALS and not word.isdigit()
    )
