"""Bibliographies as sources: BibTeX and BibLaTeX (.bib), and CSL-JSON (.json), as reference managers export them.

An entry's key is the source's id, which is what ``[@key]`` cites. Its text is the abstract, "" where there is none: the
source can then be cited, but nothing can be checked against it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from retrieval import bibtex
from retrieval.file_kinds import HEAD, refuse_binary, refuse_non_file
from retrieval.jsonl import RefusedError, refuse_constant, unique_keys
from retrieval.latex import plain
from retrieval.source_address import source_address, tell_ignored
from retrieval.storage import has_content, is_file, scrub
from wellsourced_core.errors import InputError, StorageError
from wellsourced_core.lexicon import listed
from wellsourced_core.model import Source
from wellsourced_core.patterns import compiled

SUFFIXES = (".bib", ".json")
_LARGEST = 64 * 1024 * 1024
_DOI = compiled(r"(?:https?://(?:dx\.)?doi\.org/|doi:\s{0,9})?(10\.[0-9]{4,9}/\S{1,400})", re.IGNORECASE)
_LINK = compiled(r"https?://[^\s{}<>\"\\]{1,2000}")
_URL_ESCAPE = compiled(r"\\([_%&#~$])(?:\{\})?")
_DAY = compiled(r"([0-9]{4})(?:-([0-9]{1,2})(?:-([0-9]{1,2}))?)?(?![0-9])")
_SMALL = compiled(r"[0-9]{1,2}")
_TAG = compiled(r"</?[A-Za-z][^<>]{0,200}>")
_MONTHS = listed("month abbreviations")
_FIRST_YEAR, _LAST_YEAR = 1400, 2199
_JSON_SPACE = compiled(r"[ \t\n\r]*")


def read_bibliography(path: Path) -> tuple[Source, ...]:
    """Read a bibliography; ``id`` is the entry's key, ``url`` its address, else that of its DOI, else "".

    A date without a day or month means the first: a source never counts as newer than it is. Raises
    InputError naming file and line, also for an empty file and a key that is given twice; StorageError without
    permission.
    """
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise InputError(path, "is not a bibliography", "name a .bib file, or CSL-JSON as .json")
    text = content_of(path)
    found = _from_bibtex(text, str(path)) if suffix == ".bib" else _from_csl(text, str(path))
    sources: list[Source] = []
    line_of: dict[str, int] = {}
    for line, source in found:
        if source.id in line_of:
            problem = f"has the key of line {line_of[source.id]}"
            raise InputError(f"{path}:{line}", problem, "give every entry its own key")
        line_of[source.id] = line
        sources.append(source)
    if not sources:
        raise InputError(path, "contains no entry", "export the entries that the draft cites")
    return tuple(sources)


def is_bibliography(path: Path) -> bool:
    """Return whether a file is a bibliography, by its name, and by the array that a .json begins with."""
    if path.suffix.lower() != ".json" or not is_file(path):
        return path.suffix.lower() == ".bib"
    try:
        with path.open("rb") as stream:
            return stream.read(4096).removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"[")
    except (OSError, ValueError):
        return False


def content_of(path: Path) -> str:
    """Return the text of a bibliography. Raises InputError, and StorageError without permission."""
    try:
        refuse_non_file(path, "name a bibliography")
        if not is_file(path):
            raise InputError(path, "there is no such file", "check the path")
        if path.stat().st_size > _LARGEST:
            raise InputError(path, "is larger than 64 MiB", "export only what the draft cites")
        data = path.read_bytes() if has_content(path) else b""
        refuse_binary(path, data[:HEAD], "a bibliography", "export one as .bib or CSL .json")
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"{path}:{line}", f"is not UTF-8 at byte {error.start}", "save it as UTF-8") from None
    except PermissionError as error:
        raise StorageError(path, "may not be read", "check its permissions") from error
    except (OSError, ValueError) as error:
        raise InputError(path, f"cannot be read ({error})", "check the path") from error


def _from_bibtex(text: str, name: str) -> Iterator[tuple[int, Source]]:
    for entry in bibtex.entries(text, name):
        titles = (plain(entry.field("title")), plain(entry.field("subtitle")))
        written = _LINK.search(_URL_ESCAPE.sub(r"\1", entry.field("url", "howpublished")))
        yield (
            entry.line,
            Source(
                id=entry.key,
                url=source_address(written[0]) if written else _doi(entry.field("doi")),
                title=": ".join(title for title in titles if title),
                text=plain(entry.field("abstract")),
                published=_bibtex_day(entry),
            ),
        )


def _bibtex_day(entry: bibtex.Entry) -> date | None:
    written = _DAY.match(plain(entry.field("date")))
    if written:
        return _day(*written.groups())
    year = _DAY.match(plain(entry.field("year")))
    if year is None or year[2]:
        return _day(*year.groups()) if year else None
    month, day = plain(entry.field("month")).lower(), plain(entry.field("day"))
    if month[:3] in _MONTHS:
        month = str(_MONTHS.index(month[:3]) + 1)
    return _day(year[1], month, day)


def _from_csl(text: str, name: str) -> Iterator[tuple[int, Source]]:
    ignored = 0
    for line, item, _, _ in csl_items(text, name):
        where = f"{name}:{line}"
        if not isinstance(item, dict):
            raise InputError(where, "is not an object", "write an array of CSL-JSON items")
        key = item.get("id")
        if isinstance(key, int) and not isinstance(key, bool):
            key = str(key)
        if not isinstance(key, str) or not key:
            raise InputError(where, '"id" is missing or no text', "give every item an id", code="bad-field")
        written, doi = _text(item, "URL", where).strip(), _text(item, "DOI", where)
        url = source_address(written)
        ignored += bool(written) and not url
        yield (
            line,
            Source(
                id=scrub(key),
                url=url or _doi(doi),
                title=_unmarked(_text(item, "title", where)),
                text=_unmarked(_text(item, "abstract", where)),
                published=_csl_day(item.get("issued")),
            ),
        )
    tell_ignored(name, ignored)


def csl_items(text: str, name: str) -> Iterator[tuple[int, Any, int, int]]:
    """Yield (line, value, start, end) for every member of a JSON array, read one by one so that each has its place."""
    decoder = json.JSONDecoder(
        parse_int=_whole, parse_float=str, parse_constant=refuse_constant, object_pairs_hook=unique_keys
    )
    at = _skip(text, 0)
    line, counted, more = 1, 0, False
    if text[at : at + 1] != "[":
        raise InputError(f"{name}:1", "is not a JSON array", "export CSL-JSON: an array of items")
    at = _skip(text, at + 1)
    while more or text[at : at + 1] != "]":
        line, counted = line + text.count("\n", counted, at), at
        start = at
        try:
            item, at = decoder.raw_decode(text, at)
        except json.JSONDecodeError as error:
            raise InputError(
                f"{name}:{error.lineno}", f"is not JSON at column {error.colno} ({error.msg})", "correct it"
            ) from error
        except RecursionError as error:
            raise InputError(f"{name}:{line}", "is nested too deeply", "export CSL-JSON: an array of items") from error
        except RefusedError as error:
            raise InputError(f"{name}:{line}", str(error), "correct the value") from error
        yield line, item, start, at
        at = _skip(text, at)
        more = text[at : at + 1] == ","
        if not more and text[at : at + 1] != "]":
            where = line + text.count("\n", counted, at)
            raise InputError(f"{name}:{where}", "the array is not closed after an item", "write , or ]")
        at = _skip(text, at + 1) if more else at
    if _skip(text, at + 1) != len(text):
        where = line + text.count("\n", counted, at)
        raise InputError(f"{name}:{where}", "continues after the array", "write one array of items")


def _skip(text: str, at: int) -> int:
    return _JSON_SPACE.match(text, at).end()  # type: ignore[union-attr]  # it matches nothing as well


def _whole(digits: str) -> int | str:
    return int(digits) if len(digits) < 10 else digits


def _text(item: dict[str, Any], field: str, where: str) -> str:
    value = item.get(field)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise InputError(where, f'"{field}" is not a string', "write it in quotation marks", code="bad-field")
    return scrub(value)


def _unmarked(text: str) -> str:
    return " ".join(_TAG.sub("", text).split())


def _csl_day(issued: object) -> date | None:
    """Read {"date-parts": [[2019, 5, 26]]} or {"raw": "2019-05-26"}; a range begins with its first day."""
    if not isinstance(issued, dict):
        return None
    parts = issued.get("date-parts")
    if isinstance(parts, list) and parts and isinstance(parts[0], list) and parts[0]:
        numbers = [str(part) for part in parts[0][:3] if isinstance(part, int | str)]
        return _day(*numbers, *[None] * (3 - len(numbers))) if numbers else None
    raw = issued.get("raw")
    written = _DAY.match(raw.strip()) if isinstance(raw, str) else None
    return _day(*written.groups()) if written else None


def _day(year: str | None, month: str | None, day: str | None) -> date | None:
    """Return the first day of what is named; None for a year out of range or a day that never was."""
    if year is None or not re.fullmatch(r"[0-9]{4}", year) or not _FIRST_YEAR <= int(year) <= _LAST_YEAR:
        return None
    if not month or not _SMALL.fullmatch(month):
        return date(int(year), 1, 1)
    known = int(day) if day and _SMALL.fullmatch(day) else 1
    try:
        return date(int(year), int(month), known)
    except ValueError:
        return None


def _doi(text: str) -> str:
    found = _DOI.match(text.strip().replace("\\_", "_"))
    return f"https://doi.org/{found[1]}" if found else ""
