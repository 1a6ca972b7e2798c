"""Find labels that contradict the source: COVID-31 where it has COVID-19, Article 3 where it has Article 33."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wellsourced.core.model import Quantity
from wellsourced.core.patterns import compiled
from wellsourced.core.values import frozen

# A word of letters with digits after it, glued, hyphenated or (capitalised words only) set apart by a space.
_WORD_FIRST = compiled(
    r"(?<![\w./@-])(?:[^\W\d_]{1,12}-){0,2}([^\W\d_]{2,20})(?:[-–]?|(?<=\w) )([0-9]{1,4})(?![\w]*[0-9]|[.,][0-9])"
)
_DIGITS_FIRST = compiled(r"(?<![\w./@,-])([0-9]{1,4})([^\W\d_]{1,3})(?![\w])")
_DIGIT = compiled(r"[0-9]")
_ORDINAL_OR_TIME = frozenset("st nd rd th am pm s".split())
_CALENDAR = frozenset(
    "january february march april may june july august september october november december spring summer autumn"
    " fall winter in on at of by since until from to the and or than about".split()
)


@frozen
class Conflict:
    """A label of the claim whose word stands in the source only with other digits; the span points into the source."""

    label: Quantity
    found: str
    start: int
    end: int


def conflicts(claim: str, source: str, read: tuple[Quantity, ...]) -> Iterator[Conflict]:
    """Yield the labels of a claim that the source has with other digits only; ``read`` are its statistics.

    A label whose word the source never numbers says nothing either way.
    """
    covered = {at for q in read for at in range(q.start, q.end)}
    if all(m.start() in covered for m in _DIGIT.finditer(claim)):
        return
    for word, digits, start, end, first in _labels(claim):
        if not covered.isdisjoint(range(start, end)):
            continue
        pattern = (
            rf"\b{re.escape(word)}[-–\s]?([0-9]{{1,4}})(?![0-9]|[.,][0-9])"
            if first
            else rf"(?<![\w.,])([0-9]{{1,4}})\s?{re.escape(word)}\b"
        )
        seen = list(re.finditer(pattern, source, re.IGNORECASE))
        if seen and all(m[1].lstrip("0") != digits.lstrip("0") for m in seen):
            label = Quantity(start, end, claim[start:end], float(digits), "", "label", digits=len(digits), step=1.0)
            yield Conflict(label, seen[0][0], seen[0].start(), seen[0].end())


def _labels(text: str) -> Iterator[tuple[str, str, int, int, bool]]:
    """Yield (word, digits, start, end, whether the word comes first)."""
    for match in _WORD_FIRST.finditer(text):
        word, apart = match[1], text[match.end(1)] == " "
        if word.lower() in _CALENDAR or (apart and not word[0].isupper()):
            continue
        yield word, match[2], match.start(1), match.end(), True
    for match in _DIGITS_FIRST.finditer(text):
        if match[2].lower() not in _ORDINAL_OR_TIME:
            yield match[2], match[1], match.start(), match.end(), False
