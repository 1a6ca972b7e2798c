"""Read which way something changed, by the words beside a number, and whether it changed by the number or to it."""

from __future__ import annotations

import re

from audit.meaning.antonyms import FALL, RISE
from audit.meaning.words import WORD, lowered_words, said
from audit.thresholds import CHANGE_BEFORE_CHARACTERS, CHANGE_BEHIND_CHARACTERS
from wellsourced_core.lexicon import either, words
from wellsourced_core.model import Quantity
from wellsourced_core.patterns import compiled

_DIRECT = rf"\s(by|to|um|auf)\s(?:{either('approximators before a change')})?\s?\Z"
_DIRECTLY = compiled(_DIRECT, re.IGNORECASE)
_BY_OR_TO = compiled(
    rf"\b(?:{either('verbs of change by or to')})(?:\s[^\W\d_]{{1,20}}){{0,3}}{_DIRECT}", re.IGNORECASE
)
_WITH_UP, _BEFORE_SEASON = words("verbs with up"), words("before a season")
_GAINING, _GAINED = frozenset(("gain", "gains", "gained", "gaining")), words("what is gained without a rise")
_OF_WHAT = ("in", "from", "to", "of")
_BY = {"by": "by", "um": "by", "to": "to", "auf": "to"}


def trend(text: str, q: Quantity, span: tuple[int, int]) -> tuple[int, str]:
    """Return which way a number moved: 1 and the word for a rise, -1 for a fall, 0 where nothing near it says so.

    The nearest word of its sentence decides: first those up to 32 characters before the number, then 48 behind it.
    """
    before = WORD.findall(text, max(span[0], q.start - CHANGE_BEFORE_CHARACTERS), q.start)
    after = WORD.findall(text, q.end, min(span[1], q.end + CHANGE_BEHIND_CHARACTERS))
    for found in (*reversed(_moving(before)), *_moving(after)):
        word = said(found)
        if word in RISE:
            return 1, word
        if word in FALL:
            return -1, word
    return 0, ""


def direction_said(text: str) -> int:
    """Return 1 where a text only speaks of rises, -1 where only of falls, else 0."""
    read = frozenset(_moving(list(lowered_words(text))))
    return (not read.isdisjoint(RISE)) - (not read.isdisjoint(FALL))


def _moving(found: list[str]) -> list[str]:
    """Return words without the "up" of "up to" and "set up", the "fall" that is a season, and "gain access"."""
    lowered = [word.lower() for word in found]
    around = zip(("", *lowered), lowered, (*lowered[1:], ""), strict=False)
    return [word for word, (before, now, behind) in zip(found, around, strict=True) if _moves(before, now, behind)]


def _moves(before: str, word: str, behind: str) -> bool:
    if word == "up":
        return behind != "to" and before not in _WITH_UP
    if word in _GAINING:
        return behind not in _GAINED
    return word != "fall" or before not in _BEFORE_SEASON or behind in _OF_WHAT


def by_or_to(text: str, q: Quantity) -> str:
    """Return "by" where a number says by how much something changed, "to" where it says to what; else ""."""
    if _DIRECTLY.search(text, max(0, q.start - 16), q.start) is None:
        return ""  # most numbers, and told by the words right before them
    found = _BY_OR_TO.search(text, max(0, q.start - 50), q.start)
    return _BY[found[1].lower()] if found else ""
