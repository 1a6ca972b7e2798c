"""The word lists that judgements rest on, as data: a file per language, read once, when the first list is asked for.

A file holds sections. ``[name]`` opens one; its entries are parted by white space, ``_`` stands for the space inside an
entry, and a line that starts with ``#`` is a comment. In a table each line reads ``key: entries``; a line that starts
with a space goes on with the key above. One section may stand in several files: its entries are then those of all
languages, in the order of ``LANGUAGES``. ``any`` is for signs and codes that no language owns.
"""

from __future__ import annotations

import re
from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

LANGUAGES = (
    *("en", "de", "fr", "es", "pt", "it", "nl", "sv", "da", "pl", "tr", "id", "zh"),
    *("ja", "ko", "ru", "uk", "el", "ar", "he", "vi", "cs", "fi", "hu", "nb", "ro", "any"),
)

_FOLDER = __file__.rpartition("/")[0] or __file__.rpartition("\\")[0]


@cache
def words(name: str, language: str = "") -> frozenset[str]:
    """Return the entries of a section: of one language, or of all. An unknown section raises KeyError."""
    return frozenset(_entries(_body(name, language)))


@cache
def listed(name: str, language: str = "") -> tuple[str, ...]:
    """Return the entries of a section in the order of its file, then of the next language's. Raises KeyError."""
    return tuple(_entries(_body(name, language)))


@cache
def rows(name: str, language: str = "") -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the lines of a table as (key, entries), in the order of its file; a key may come back. Raises KeyError."""
    return tuple([(key, tuple(entries)) for key, entries in _table(name, language)])


@cache
def keys(name: str, language: str = "") -> Mapping[str, str]:
    """Return the key of each entry of a table; of an entry that stands under two, the later one. Raises KeyError."""
    return {one: key for key, entries in _table(name, language) for one in entries}


def languages(name: str) -> tuple[str, ...]:
    """Return the languages whose files have a section, in their order; none where no file has it."""
    return tuple([language for language in LANGUAGES if name in _sections(language)])


@cache
def either(*names: str, language: str = "", gap: str = r"\s") -> str:
    """Return the inside of a pattern that matches any entry of the sections, in their order: "not|no longer|never".

    ``gap`` is what the space inside an entry matches. Raises KeyError.
    """
    entries = [one for name in names for one in listed(name, language)]
    return "|".join([one if one.isalnum() else gap.join(map(re.escape, one.split(" "))) for one in entries])


def _entries(written: str) -> list[str]:
    found = written.split()
    # All at once: a call for each of thousands of words costs more than all files.
    return "\n".join(found).replace("_", " ").split("\n") if "_" in written else found


def _table(name: str, language: str) -> list[tuple[str, list[str]]]:
    body = _body(name, language).replace("\n ", " ")
    lines = [line.partition(":") for line in body.split("\n") if line]
    if "_" in body:
        return [(key.replace("_", " "), _entries(entries)) for key, _, entries in lines]
    return [(key, entries.split()) for key, _, entries in lines]


def _body(name: str, language: str) -> str:
    body = _sections(language).get(name)
    if body is None:
        raise KeyError(f"no list {name!r} in {language or ', '.join(LANGUAGES)}")
    return body


@cache
def _sections(language: str) -> Mapping[str, str]:
    """Return the sections of a language's file by their names, without comments; of all files those of one name joined.

    As they are written, each with the line break behind it.
    """
    if not language:
        found: dict[str, str] = {}
        for each in LANGUAGES:
            for name, body in _sections(each).items():
                found[name] = found.get(name, "") + body
        return found
    with open(f"{_FOLDER}/{language}.txt", "rb", buffering=0) as file:  # noqa: PTH123  # pathlib costs more than all lists
        text, *comments = f"\n{file.read().decode()}\n".replace("\r", "").split("\n#")
    text += "".join([f"\n{after}" for _, _, after in [comment.partition("\n") for comment in comments]])
    _, *parts = text.split("\n[")
    return {head: f"{body}\n" for head, _, body in [part.partition("]\n") for part in parts]}
