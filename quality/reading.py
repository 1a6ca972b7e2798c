"""What an axis is given: the question, read once, and a page, cut into words once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from wellsourced.core.model import Source

HEAD = 100_000  # code points of a source that are judged; what a page says only after that is not its topic


@dataclass(frozen=True, slots=True)
class Query:
    """A question and the day on which it is asked."""

    text: str
    as_of: date


@dataclass(frozen=True, slots=True)
class Page:
    """A source with its words: title and head of the text, split at white space, punctuation still on them."""

    source: Source
    title: tuple[str, ...]
    words: tuple[str, ...]


def read(source: Source) -> Page:
    """Cut a source into words, once for all axes."""
    return Page(source, tuple(source.title[:HEAD].split()), tuple(source.text[:HEAD].split()))
