"""Read the list of authors that opens a reference, however the style writes and parts the names."""

from __future__ import annotations

import re

from audit.thresholds import MOST_AUTHORS
from wellsourced_core.lexicon import either, words
from wellsourced_core.model import Person
from wellsourced_core.patterns import compiled
from wellsourced_core.person_names import is_body, is_initials, person

_ET_AL = compiled(rf"[\s,;&]{{0,9}}\b(?:{either('et al')})\.?\W{{0,9}}\Z", re.IGNORECASE)
_AND = compiled(r"[\s,]{0,9}(?:\b(?:and|und|et|y|e)\b|&(?:amp;)?|…|\.{3})[\s,]{0,9}")
_ROLE = compiled(r"\(?\b[Ee]ds?\.?\)?,?\Z")
_COMMA = compiled(r"\s{0,9},\s{0,9}")
_SEMICOLON = compiled(r"\s{0,9};\s{0,9}")
# "Sato YK", "van der Berg A": a family name and initials that no full stop parts.
_BLOCK = compiled(r"(?<!\S)(?P<family>\S{2,60}(?: \S{2,40}){0,4}) (?P<given>[^\W\d_a-zß-ÿ]{1,4}(?:-[^\W\d_])?)")
_PARTICLES = words("name particles")
_SUFFIXES = words("name suffixes")


def read_authors(text: str) -> tuple[tuple[Person, ...], bool]:
    """Return the authors that a reference opens with, and whether the list was shortened with "et al."."""
    text = " ".join(text.split()).strip(" ,;:")
    shortened = False
    if (found := _ET_AL.search(text)) is not None:
        text, shortened = text[: found.start()], True
    text = _ROLE.sub("", text).strip(" ,;:")
    if not text:
        return (), shortened
    if is_body(text) and " and " not in text.lower():
        return (Person(text.rstrip(".")),), shortened
    if ";" in text:
        names = [person(_undotted(part)) for part in _SEMICOLON.split(text) if part.strip()]
        return tuple(names[:MOST_AUTHORS]), shortened
    chunks = [chunk for part in _AND.split(text) for chunk in _COMMA.split(part)]
    return tuple(_paired([chunk.strip() for chunk in chunks if chunk.strip()][:MOST_AUTHORS], text)), shortened


def _paired(chunks: list[str], text: str) -> list[Person]:
    """Make names of the parts between commas: some are a name, some only its family name or its given names."""
    names: list[Person] = []
    at = 0
    while at < len(chunks):
        chunk = chunks[at]
        follower = chunks[at + 1] if at + 1 < len(chunks) else ""
        block = _BLOCK.fullmatch(chunk)
        if follower and is_initials(follower) and not is_initials(chunk) and not block:  # Smith, J. K.
            names.append(Person(chunk, follower))
            at += 2
        elif block:  # Smith JK
            names.append(Person(block["family"], block["given"]))
            at += 1
        elif follower and at == 0 and _is_family(chunk) and f"{chunk}, {follower}" in text:  # Smith, John, and Jane Doe
            names.append(Person(chunk, _undotted(follower)))
            at += 2
        elif chunk.lower().rstrip(".") in _SUFFIXES and names:
            at += 1
        else:
            names.append(person(_undotted(chunk)))
            at += 1
    return names


def _is_family(chunk: str) -> bool:
    """Tell whether a part is a family name alone, with its particles."""
    rest = [word for word in chunk.split() if word.lower() not in _PARTICLES]
    return len(rest) == 1 and not is_initials(chunk)


def _undotted(name: str) -> str:
    """Drop the full stop behind a name that is no initial."""
    return name[:-1] if name.endswith(".") and not is_initials(name.rsplit(maxsplit=1)[-1]) else name
