"""The word lists that judgements rest on, as data: a file per language, read once, when the first list is asked for.

A file holds sections. ``[name]`` opens one; its entries are parted by white space, ``_`` stands for the space inside an
entry, and a line that starts with ``#`` is a comment. In a table each line reads ``key: entries``; a line that starts
with white space goes on with the key above. One section may stand in several files: its entries are then those of all
languages, in the order of ``LANGUAGES``. ``any`` is for signs and codes that no language owns.
"""

from __future__ import annotations

import re
from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

LANGUAGES = ("en", "de", "fr", "es", "pt", "it", "nl", "sv", "da", "pl", "tr", "id", "zh", "any")

_FOLDER = __file__.rpartition("/")[0] or __file__.rpartition("\\")[0]


@cache
def words(name: str, language: str = "") -> frozenset[str]:
    """Return the entries of a section: of one language, or of all. An unknown section raises KeyError."""
    return frozenset(listed(name, language))


@cache
def listed(name: str, language: str = "") -> tuple[str, ...]:
    """Return the entries of a section in the order of its file, then of the next language's. Raises KeyError."""
    found = [_entry(one) for body in _bodies(name, language) for line in _lines(body) for one in line.split()]
    return tuple(found)


@cache
def rows(name: str, language: str = "") -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the lines of a table as (key, entries), in the order of its file; a key may come back. Raises KeyError."""
    found: list[tuple[str, list[str]]] = []
    for body in _bodies(name, language):
        for line in _lines(body):
            if line[0].isspace():
                found[-1][1].extend(map(_entry, line.split()))
            else:
                key, _, entries = line.partition(": ")
                found.append((_entry(key.removesuffix(":")), [_entry(one) for one in entries.split()]))
    return tuple([(key, tuple(entries)) for key, entries in found])


@cache
def keys(name: str, language: str = "") -> Mapping[str, str]:
    """Return the key of each entry of a table; of an entry that stands under two, the later one. Raises KeyError."""
    return {one: key for key, entries in rows(name, language) for one in entries}


@cache
def either(*names: str, language: str = "", gap: str = r"\s") -> str:
    """Return the inside of a pattern that matches any entry of the sections, in their order: "not|no longer|never".

    ``gap`` is what the space inside an entry matches. Raises KeyError.
    """
    entries = [one for name in names for one in listed(name, language)]
    return "|".join([one if one.isalnum() else gap.join(map(re.escape, one.split(" "))) for one in entries])


def _entry(written: str) -> str:
    return written.replace("_", " ")


def _lines(body: str) -> list[str]:
    return [line for line in body.split("\n") if line.strip() and not line.startswith("#")]


def _bodies(name: str, language: str) -> list[str]:
    where = (language,) if language else LANGUAGES
    found = [sections[name] for sections in map(_sections, where) if name in sections]
    if not found:
        raise KeyError(f"no list {name!r} in {', '.join(where)}")
    return found


@cache
def _sections(language: str) -> Mapping[str, str]:
    """Return the sections of a language's file as they are written, by their names."""
    with open(f"{_FOLDER}/{language}.txt", encoding="utf-8") as file:  # noqa: PTH123  # pathlib costs more than all lists
        _, *parts = f"\n{file.read()}".split("\n[")
    return {head: body for head, _, body in (part.partition("]\n") for part in parts)}
