"""The words of a text as numbers are judged by them: as they are said, and by families of stems."""

from __future__ import annotations

from functools import cache, lru_cache

from audit.thresholds import OPPOSITE_LETTERS
from wellsourced_core.patterns import compiled
from wellsourced_core.text import Memo, content, surfaces, terms, visible

WORD = compiled(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_ASCII_WORD = compiled(r"[a-z][a-z]*+(?:'[a-z]++)*+")  # of a text in lower case: half of the work


def said(word: str) -> str:
    """Return a word in lower case, with a plain apostrophe."""
    return word.lower().replace("’", "'")


@lru_cache(maxsize=32)  # several rules ask for the same sentence in a row
def lowered_words(text: str) -> tuple[str, ...]:
    """Return the words of a text in order, in lower case; numbers aside."""
    return tuple(_ASCII_WORD.findall(text.lower()) if text.isascii() else map(said, WORD.findall(visible(text))))


@lru_cache(maxsize=32)
def word_set(text: str) -> frozenset[str]:
    """Return the same words, each once."""
    return frozenset(lowered_words(text))


def spoken(text: str) -> frozenset[str]:
    """Return the words of a text in lower case; of ASCII, which is faster, its numbers too."""
    low = said(text)
    return frozenset(surfaces(low) if low.isascii() else WORD.findall(visible(low)))


def family(stem: str) -> str:
    """Cut a stem to its first six letters, so that "recovery" and "recovered", "filming" and "film" meet."""
    return stem if stem[0].isdigit() else stem[:OPPOSITE_LETTERS]


FAMILIES: dict[str, str] = Memo(family)


def stems_of(text: str) -> frozenset[str]:
    """Return the content stems of a text, each cut to its family."""
    return frozenset(map(family, content(text)))


@cache
def stem_of(word: str) -> str:
    """Return the stem of a word, "" of one that is no content."""
    return next(iter(terms(word.lower()).stems), "")


def against(mine: str, theirs: str) -> str:
    """Say that a word of a claim and one of its source exclude each other."""
    return f'"{mine}" here, "{theirs}" in the source'
