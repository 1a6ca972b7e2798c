"""Where one edit makes a sentence say more than its sources: hedges dropped, amounts raised, sides turned."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from audit.meaning.hedges import POSSIBLE
from audit.meaning.tokens import key_of
from audit.meaning.word_kinds import exclude_each_other
from wellsourced_core.lexicon import either, keys, rows
from wellsourced_core.model import Edit
from wellsourced_core.patterns import compiled

_HEDGE = compiled(rf"\b(?:{either('hedges to drop')})\s")
_AMOUNT = compiled(rf"(?<!the )(?<!at )\b(?:{either('amounts to raise')})\b")
_LINKS = keys("links to raise")
_LINK = compiled(rf"\b(?:{'|'.join(one.replace(' ', chr(92) + 's') for one in _LINKS)})\b")
_BOUNDS = keys("bounds to move")
_BOUND = compiled(rf"\b(?:{'|'.join(one.replace(' ', chr(92) + 's') for one in _BOUNDS)})(?=\s[0-9])")
_VERBS = "|".join(map(re.escape, keys("verbs between a doer and the other side")))
_SIDES = compiled(rf"\b([A-Z][a-z]{{2,20}})\s({_VERBS})\s([A-Z][a-z]{{2,20}})\b")
_CLASSES = ("colours", "weekdays", "months", "nationalities")
_MEMBERS = dict(rows("kinds whose members exclude each other"))
_WORD = compiled(r"\b[^\W\d_]{3,20}\b")


def dropped_hedges(prose: str, texts: Sequence[str]) -> Iterator[Edit]:
    """Yield the hedges of a sentence that its sources have too, to be cut out, and its links, to be causes."""
    for hedge in _HEDGE.finditer(prose):
        if any(hedge[0].strip() in text for text in texts) and hedge[0].strip() in POSSIBLE:
            yield Edit(hedge.start(), hedge.end(), "")
    for link in _LINK.finditer(prose):
        if any(link[0] in text for text in texts):
            yield Edit(link.start(), link.end(), _LINKS[link[0]])


def raised_amounts(prose: str, texts: Sequence[str]) -> Iterator[Edit]:
    """Yield words for how much that a sentence's sources have too, to be made "all", and bounds, to be moved."""
    for amount in _AMOUNT.finditer(prose):
        if any(amount[0].lower() in text.lower() for text in texts):
            yield Edit(amount.start(), amount.end(), "All" if amount[0][0].isupper() else "all")
    for bound in _BOUND.finditer(prose):
        if any(bound[0] in text for text in texts):
            yield Edit(bound.start(), bound.end(), _BOUNDS[bound[0]])


def turned_sides(prose: str, _: Sequence[str]) -> Iterator[Edit]:
    """Yield the names on both sides of a verb, to be exchanged."""
    for one in _SIDES.finditer(prose):
        yield Edit(one.start(), one.end(), f"{one[3]} {one[2]} {one[1]}")


def excluded_words(prose: str, texts: Sequence[str]) -> Iterator[Edit]:
    """Yield the words of a sentence that its sources have too, to be replaced by another member of their class."""
    low = " ".join(texts).lower()
    for word in _WORD.finditer(prose):
        said = word[0].lower()
        if said not in low:
            continue
        members = next((ones for name, ones in _MEMBERS.items() if name in _CLASSES and said in ones), ())
        other = next((m for m in members if exclude_each_other(key_of(said), key_of(m)) and m not in low), None)
        if other:
            yield Edit(word.start(), word.end(), other.capitalize() if word[0][0].isupper() else other)
