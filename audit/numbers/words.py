"""The words of a text as numbers are judged by them: as they are said, and by families of stems."""

from __future__ import annotations

from functools import lru_cache

from wellsourced.core.patterns import compiled
from wellsourced.core.text import Memo, content, surfaces

WORD = compiled(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_FAMILY = 6  # letters


def said(word: str) -> str:
    """Return a word in lower case, with a plain apostrophe."""
    return word.lower().replace("’", "'")


@lru_cache(maxsize=256)  # a sentence is held against many
def lowered_words(text: str) -> tuple[str, ...]:
    """Return the words of a text in order, in lower case; numbers aside."""
    found = map(str.lower, WORD.findall(text))
    return tuple([word.replace("’", "'") for word in found] if "’" in text else found)


def spoken(text: str) -> frozenset[str]:
    """Return the words of a text in lower case; of ASCII, which is faster, its numbers too."""
    low = said(text)
    return frozenset(surfaces(low) if low.isascii() else WORD.findall(low))


def family(stem: str) -> str:
    """Cut a stem to its first six letters, so that "recovery" and "recovered", "filming" and "film" meet."""
    return stem if stem[0].isdigit() else stem[:_FAMILY]


FAMILIES: dict[str, str] = Memo(family)


def stems_of(text: str) -> frozenset[str]:
    """Return the content stems of a text, each cut to its family."""
    return frozenset(map(family, content(text)))


def against(mine: str, theirs: str) -> str:
    """Say that a word of a claim and one of its source exclude each other."""
    return f'"{mine}" against "{theirs}" in the source'
