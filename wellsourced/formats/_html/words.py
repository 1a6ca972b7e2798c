"""The words of a claim: marked where evidence has them, told where it has not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from functools import lru_cache

from wellsourced.formats._html.escaping import NOTHING, Html
from wellsourced_core.text import terms, window

_APART = 16  # characters between two marked words that are marked as one: small words stand there


@lru_cache(maxsize=4096)
def words_of(text: str) -> Mapping[str, str]:
    """Return the content terms of a text in order, each with the word it was first written as."""
    found: dict[str, str] = {}
    for stem, start, end in _terms(text):
        found.setdefault(stem, text[start:end])
    return found


def missing_places(text: str, start: int, end: int, there: Set[str]) -> Iterator[tuple[int, int]]:
    """Yield the places of the words of text[start:end] whose terms are not ``there``."""
    for stem, a, b in _terms(text[start:end]):
        if stem not in there:
            yield start + a, start + b


def marked(text: str, wanted: Mapping[str, str]) -> Html:
    """Return text with the wanted words marked, neighbours together."""
    parts, at = [], 0
    for start, end in _joined((a, b) for stem, a, b in _terms(text) if stem in wanted):
        parts += [Html.escape(text[at:start]), Html("<mark>%s</mark>") % text[start:end]]
        at = end
    return NOTHING.join([*parts, Html.escape(text[at:])])


def densest(text: str, wanted: Mapping[str, str], length: int) -> tuple[int, int]:
    """Return the stretch of about ``length`` code points with the most different wanted words, the first of such."""
    if len(text) <= length:
        return 0, len(text)
    places = [(a, b, stem) for stem, a, b in _terms(text) if stem in wanted]
    best, middle = 0, 0
    for at, (start, _, _) in enumerate(places):
        inside = [one for one in places[at : at + length // 3] if one[1] <= start + length]
        number = len({stem for _, _, stem in inside})
        if inside and number > best:
            best, middle = number, (start + inside[-1][1]) // 2
    return window(text, middle, middle, length)


def _terms(text: str) -> Iterator[tuple[str, int, int]]:
    read = terms(text)
    return zip(read.stems, read.starts, read.ends, strict=True)


def _joined(places: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    first: int | None = None
    last = 0
    for start, end in places:
        if first is not None and start - last > _APART:
            yield first, last
            first = None
        first, last = start if first is None else first, end
    if first is not None:
        yield first, last
