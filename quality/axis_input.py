"""The input of an axis: the question, and a page with the kinds of its words."""

from __future__ import annotations

from datetime import date

from quality.thresholds import OPENING_WORDS, PAGE_HEAD_CHARACTERS
from quality.word_kinds import kind_of
from wellsourced_core.model import Source
from wellsourced_core.values import frozen

_MOST_WORDS_CACHE, _LONGEST_WORD_CACHE = 200_000, 40


@frozen
class Query:
    """A question and the day on which it is asked."""

    text: str
    as_of: date


@frozen
class Page:
    """A source with the kinds of its words, cut at white space.

    ``words`` is their number. ``kinds`` has the letter of every word's kind (see ``kinds``; none for a plain word),
    ``opening`` those of the first 500 words.
    """

    source: Source
    words: int
    kinds: str
    opening: str


def read(source: Source) -> Page:
    """Cut the head of a source into words, once for all axes and for every question."""
    words = source.text[:PAGE_HEAD_CHARACTERS].split()
    kinds = "".join(map(_KINDS.__getitem__, words))
    opening = kinds if len(words) <= OPENING_WORDS else "".join(map(_KINDS.__getitem__, words[:OPENING_WORDS]))
    return Page(source, len(words), kinds, opening)


class _Kinds(dict[str, str]):
    """The kind of every word met so far; bounded, and the same whatever was met before."""

    def __missing__(self, word: str) -> str:
        kind = kind_of(word)
        if len(word) <= _LONGEST_WORD_CACHE and len(self) < _MOST_WORDS_CACHE:
            self[word] = kind
        return kind


_KINDS = _Kinds()
