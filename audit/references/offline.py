"""Tell references that cannot be real by themselves: no registry need be asked (R412)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date

from audit.references.titles import compare_titles
from audit.thresholds import NEXT_VOLUMES_FROM_MONTH
from wellsourced_core.identifiers import impossible_arxiv, is_doi, is_isbn
from wellsourced_core.lexicon import either, words
from wellsourced_core.model import Person, WrittenReference
from wellsourced_core.patterns import compiled
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import ReferencePart

_PLACEHOLDERS = words("placeholder names")
_ROLES = words("placeholder roles")
_COUNTED = words("ordinals of placeholders")
_FILLER = compiled(rf"x{{2,9}}|\?{{1,9}}|\.{{3}}|{either('placeholder fillers')}|\[[^\[\]]{{1,40}}\]", re.IGNORECASE)


@frozen
class Objection:
    """Why a reference cannot be real, and which part of it says so."""

    about: ReferencePart
    why: str


def objections(references: Sequence[WrittenReference], as_of: date) -> list[tuple[Objection, ...]]:
    """Return for each reference of a list what is impossible about it; only those of scholarship are looked at."""
    twice = _two_titles(references)
    found = []
    for at, reference in enumerate(references):
        own = tuple(_own(reference, as_of)) if reference.kind != "other" else ()
        found.append((*own, *twice.get(at, ())))
    return found


def _own(reference: WrittenReference, as_of: date) -> Iterator[Objection]:
    placeholders = [one for one in reference.authors if is_placeholder(one)]
    if placeholders:
        names = ", ".join(f"{one.given} {one.family}".strip() for one in placeholders[:3])
        yield Objection("authors", f"{names}: a placeholder, not an author")
    if reference.year is not None and reference.year > as_of.year + (as_of.month >= NEXT_VOLUMES_FROM_MONTH):
        yield Objection("year", f"the year {reference.year} is in the future of {as_of.isoformat()}")
    if reference.doi and not is_doi(reference.doi):
        yield Objection("doi", f"{reference.doi} cannot be a DOI")
    if reference.arxiv and (why := impossible_arxiv(reference.arxiv, as_of.year, as_of.month)):
        yield Objection("arxiv", f"arXiv:{reference.arxiv} cannot be: {why}")
    if reference.isbn and not is_isbn(reference.isbn):
        yield Objection("isbn", f"ISBN {reference.isbn}: its check digit is wrong")


def is_placeholder(person: Person) -> bool:
    """Tell whether a name stands for one that was to be filled in: "Author A", "First Author", "Lastname"."""
    name = " ".join(f"{person.given} {person.family}".lower().replace(".", " ").split())
    if name in _PLACEHOLDERS or _FILLER.fullmatch(name):
        return True
    parts = name.split()
    rest = [part for part in parts if part not in _ROLES]
    return len(rest) < len(parts) and all(len(part) <= 1 or part.isdigit() or part in _COUNTED for part in rest)


def _two_titles(references: Sequence[WrittenReference]) -> dict[int, tuple[Objection, ...]]:
    """Return the references that give the identifier of an earlier one to a work of another title."""
    first: dict[str, int] = {}
    found: dict[int, tuple[Objection, ...]] = {}
    for at, reference in enumerate(references):
        identifier = reference.doi or (f"arXiv:{reference.arxiv}" if reference.arxiv else "")
        if not identifier or not reference.title:
            continue
        earlier = references[first.setdefault(identifier, at)]
        if compare_titles(reference.title, (earlier.title,)) == "differs":
            why = f'{identifier} is also given to "{earlier.title}" (line {earlier.line})'
            found[at] = (Objection("title", why),)
    return found
