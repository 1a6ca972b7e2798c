"""Read the references of a .bib or CSL-JSON file: title, authors, year, venue and identifiers as written.

BibTeX is read by our own reader (retrieval.bibtex): it is linear, knows each value's place, which edits need and
neither pybtex nor bibtexparser keep, and is the reader that the audit takes sources from.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from retrieval import bibtex
from retrieval.bibliography import content_of, csl_items
from retrieval.latex import plain
from retrieval.markup import without_markup
from retrieval.storage import scrub
from wellsourced_core.errors import InputError
from wellsourced_core.identifiers import bad_doi, bare_arxiv, digits_of, find_arxiv, find_doi
from wellsourced_core.lexicon import words
from wellsourced_core.model import Person, WrittenField, WrittenReference
from wellsourced_core.patterns import compiled
from wellsourced_core.person_names import is_body, person

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import ReferenceKind

SUFFIXES = (".bib", ".json")
_YEAR = compiled(r"(?<![0-9])[0-9]{4}(?![0-9])")
_VENUES = ("journal", "journaltitle", "booktitle")
_FIXABLE = frozenset(("title", "author", "year", "date", *_VENUES, "doi"))
_CSL_VENUES = ("container-title", "collection-title", "event-title", "event")
_MOST_AUTHORS = 2_000
_AND = compiled(r"\s{1,9}and\s{1,9}", re.IGNORECASE)


def read_references(path: Path) -> tuple[str, tuple[WrittenReference, ...]]:
    """Return a bibliography's text and its entries in order.

    Raises InputError naming file and line, also for a file without entries; StorageError without permission.
    """
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise InputError(path, "is not a bibliography", "name a .bib file, or CSL-JSON as .json")
    text = content_of(path)
    return text, references_in(text, str(path), suffix)


def references_in(text: str, name: str, suffix: str) -> tuple[WrittenReference, ...]:
    """Return the entries of a bibliography's text, by the suffix of such a file. Raises InputError, which names it."""
    found = tuple(_from_bibtex(text, name) if suffix == ".bib" else _from_csl(text, name))
    if not found:
        raise InputError(name, "contains no entry", "export the entries that the draft cites")
    return found


def _from_bibtex(text: str, name: str) -> Iterator[WrittenReference]:
    at = _places_as_read(text)
    for entry in bibtex.entries(text, name):
        authors, shortened = _bibtex_authors(entry)
        whole = " ".join(value for key, value in entry.fields if key in ("note", "howpublished", "url", "eprint"))
        doi = plain(entry.field("doi")).strip().replace("\\_", "_")
        venue = without_markup(entry.field(*_VENUES))
        yield WrittenReference(
            key=scrub(entry.key),
            line=entry.line,
            start=at(entry.start),
            end=at(entry.end),
            text=text[at(entry.start) : at(entry.end)],
            kind=_kind(entry.kind, "bibtex kinds", named=bool(venue or doi or entry.field("eprint"))),
            title=_title(without_markup(entry.field("title")), without_markup(entry.field("subtitle"))),
            authors=authors,
            shortened=shortened,
            year=_year(plain(entry.field("year", "date"))),
            venue=venue,
            doi=find_doi(doi) or bad_doi(f"doi:{doi}") or find_doi(whole),
            arxiv=_bibtex_arxiv(entry, venue, whole),
            isbn=digits_of(entry.field("isbn")),
            url=entry.field("url").strip(),
            given=tuple(WrittenField(f, at(a), at(b)) for f, a, b in entry.places if f in _FIXABLE),
            room=at(entry.room),
        )


def _bibtex_authors(entry: bibtex.Entry) -> tuple[tuple[Person, ...], bool]:
    """Read authors; a name wholly in braces is that of a body, and an "and" in braces parts nothing."""
    names = list(_parted(entry.field("author") or entry.field("editor")))[:_MOST_AUTHORS]
    shortened = bool(names) and plain(names[-1]).lower().strip(". ") in words("and others")
    read = [_bibtex_name(name) for name in (names[:-1] if shortened else names)]
    found = tuple(one for one in read if one.family)
    return found, shortened or len(found) < len(read)  # a name that cannot be read is one left out


def _bibtex_name(name: str) -> Person:
    if name[0] == "{" and name[-1] == "}" and name.find("}") == len(name) - 1 and " " in name:
        return Person(without_markup(name))
    return person(without_markup(name))


def _parted(value: str) -> Iterator[str]:
    """Yield the names of a list, parted by each "and" that stands outside of all braces."""
    start = depth = counted = 0
    for found in _AND.finditer(value):
        depth += value.count("{", counted, found.start()) - value.count("}", counted, found.start())
        counted = found.start()
        if depth <= 0:
            if name := value[start : found.start()].strip():
                yield name
            start = found.end()
    if name := value[start:].strip():
        yield name


def _bibtex_arxiv(entry: bibtex.Entry, venue: str, whole: str) -> str:
    prefix = entry.field("archiveprefix", "eprinttype").lower()
    eprint = bare_arxiv(entry.field("eprint")) if prefix in ("", "arxiv") else ""
    return eprint or find_arxiv(f"{venue} {entry.field('doi')} {whole} {entry.field('number', 'volume')}")


def _from_csl(text: str, name: str) -> Iterator[WrittenReference]:
    for line, item, start, end in csl_items(text, name):
        where = f"{name}:{line}"
        if not isinstance(item, dict):
            raise InputError(where, "is not an object", "write an array of CSL-JSON items")
        doi = _csl_text(item, "DOI")
        whole = " ".join(_csl_text(item, field) for field in ("URL", "note", "number", "archive_location"))
        venue = next((found for field in _CSL_VENUES if (found := _csl_text(item, field))), "")
        key = item.get("id")
        yield WrittenReference(
            key=scrub(str(key)) if isinstance(key, str | int) else str(line),
            line=line,
            start=start,
            end=end,
            text=text[start:end],
            kind=_kind(_csl_text(item, "type"), "csl kinds", named=bool(venue or doi)),
            title=without_markup(_csl_text(item, "title")),
            authors=_csl_authors(item.get("author")),
            year=csl_year(item.get("issued")),
            venue=without_markup(venue),
            doi=find_doi(doi) or bad_doi(f"doi:{doi}") or find_doi(whole),
            arxiv=find_arxiv(f"{whole} {doi} {venue}"),
            isbn=digits_of(_csl_text(item, "ISBN")),
            url=_csl_text(item, "URL"),
            given=tuple(_csl_places(text, start, end)),
            room=start,
        )


_CSL_FIELD = compiled(r'"(?P<name>title|DOI|container-title)"[ \t\r\n]{0,99}:[ \t\r\n]{0,99}"')


def _csl_places(text: str, start: int, end: int) -> Iterator[WrittenField]:
    """Yield where the values of an item's own texts stand, without their quotation marks."""
    for found in _CSL_FIELD.finditer(text, start, end):
        at = found.end()
        while at < end and text[at] != '"':
            at += 2 if text[at] == "\\" else 1
        yield WrittenField(found["name"].lower(), found.end(), at)


def _csl_text(item: Mapping[str, Any], field: str) -> str:
    """Return a field as text; a list's first member, as some programs write it."""
    value = item.get(field)
    if isinstance(value, list):
        value = value[0] if value else ""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    return scrub(value) if isinstance(value, str) else ""


def _csl_authors(names: object) -> tuple[Person, ...]:
    return (
        tuple(found for name in names[:_MOST_AUTHORS] if (found := csl_name(name))) if isinstance(names, list) else ()
    )


def csl_name(name: object) -> Person | None:
    """Read a name of CSL-JSON: family and given, a literal one, or one as Crossref writes bodies (``name``)."""
    if not isinstance(name, dict):
        return None
    family, given = (without_markup(_csl_text(name, part)) for part in ("family", "given"))
    particle = _csl_text(name, "non-dropping-particle").strip()
    literal = without_markup(_csl_text(name, "literal") or _csl_text(name, "name"))
    if family:
        return Person(f"{particle} {family}".strip(), given)
    if literal:
        return Person(literal) if is_body(literal) or " " not in literal else person(literal)
    return Person(given) if given else None


def csl_year(issued: object) -> int | None:
    """Return the year of a date of CSL-JSON: {"date-parts": [[2019, 5]]}, {"raw": "2019"} or a text."""
    if isinstance(issued, dict):
        parts = issued.get("date-parts")
        if isinstance(parts, list) and parts and isinstance(parts[0], list) and parts[0]:
            return _year(str(parts[0][0]))
        issued = issued.get("raw") or issued.get("literal")
    return _year(issued) if isinstance(issued, str) else None


def _year(text: str) -> int | None:
    found = _YEAR.search(text)
    return int(found[0]) if found else None


def _title(title: str, subtitle: str) -> str:
    return ": ".join(part for part in (title, subtitle) if part)


def _kind(written: str, section: str, *, named: bool) -> ReferenceKind:
    """Return what an entry's type says it is; one without a type, or ``misc``, by whether it names a venue."""
    written = written.lower()
    if written in words(f"{section} of works"):
        return "work"
    if written in words(f"{section} of books"):
        return "book"
    return "work" if written in ("", "misc", "unpublished", "document") and named else "other"


def _places_as_read(text: str) -> Any:
    """Return what turns places in a text with single line breaks into places in the text as it was read."""
    if "\r\n" not in text:
        return lambda place: place
    dropped: list[int] = []
    at = text.find("\r\n")
    while at >= 0:
        dropped.append(at - len(dropped))
        at = text.find("\r\n", at + 2)
    return lambda place: place + bisect_left(dropped, place)
