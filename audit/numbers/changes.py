"""Read what the words beside a number say of a change: which way it went, and whether by or to the number."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise

from audit.assertions.antonyms import FALL, RISE
from audit.assertions.words import WORD, lowered_words, said
from audit.numbers.carriers import Carriers, carriers
from audit.numbers.reading import Numbers
from audit.thresholds import CHANGE_BEFORE_CHARACTERS, CHANGE_BEHIND_CHARACTERS
from wellsourced_core.lexicon import either
from wellsourced_core.model import Quantity
from wellsourced_core.patterns import compiled
from wellsourced_core.values import replace

_CHANGED = frozenset(("percent", "points", "money"))
_DIRECT = rf"\s(by|to|um|auf)\s(?:{either('approximators before a change')})?\s?\Z"
_DIRECTLY = compiled(_DIRECT, re.IGNORECASE)
_BY_OR_TO = compiled(
    rf"\b(?:{either('verbs of change by or to')})(?:\s[^\W\d_]{{1,20}}){{0,3}}{_DIRECT}", re.IGNORECASE
)
_BY = {"by": "by", "um": "by", "to": "to", "auf": "to"}


def trend(text: str, q: Quantity, span: tuple[int, int]) -> tuple[int, str]:
    """Return which way a number moved: 1 and the word for a rise, -1 for a fall, 0 where nothing near it says so.

    The nearest word of its sentence decides, of 32 characters before the number rather than of 48 behind it.
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
    read = frozenset(lowered_words(text))
    return (not read.isdisjoint(RISE)) - (not read.isdisjoint(FALL))


def says_so(text: str, change: float) -> bool:
    """Tell whether a text speaks of a rise, or of a fall where the change is below zero."""
    return not (RISE if change > 0 else FALL).isdisjoint(lowered_words(text))


def _moving(found: list[str]) -> list[str]:
    """Return words without the "up" of "up to", which is a bound and no rise."""
    return [word for word, follow in pairwise((*found, "")) if (word, follow) != ("up", "to")]


def signed(
    claim: Numbers, index: int, source: Numbers, carrying: Carriers, words: frozenset[str]
) -> Mapping[int, float]:
    """Add what carries a number without the sign that a word says: "reduced by 2.6 %" beside "-2.6 %"."""
    q, strengths = claim.mentions[index], carrying.strengths
    if q.kind not in _CHANGED or q.high is not None or not (q.value < 0 or source.negative):
        return strengths
    turned = carriers(replace(q, value=-q.value, alternatives=()), source, words).strengths
    found = sorted({*strengths, *turned})
    negative = [i for i in found if (source.mentions[i].value < 0) != (q.value < 0)]
    if q.value > 0:
        falls = trend(claim.text, q, claim.sentences[claim.mention_sentence[index]])[0] < 0
        said = negative if falls else []
    else:
        spans, at = source.sentences, source.mention_sentence
        said = [i for i in negative if trend(source.text, source.mentions[i], spans[at[i]])[0] < 0]
    instead = {i: turned.get(i, 0.0) for i in said}
    return {i: v for i in found if (v := instead.get(i, strengths.get(i, 0.0))) > 0}


def moved(text: Numbers, q: Quantity) -> str:
    """Return "by" where a number says by how much something changed, "to" where it says to what; else ""."""
    if _DIRECTLY.search(text.text, max(0, q.start - 16), q.start) is None:
        return ""  # most numbers, and told by the words right before them
    found = _BY_OR_TO.search(text.text, max(0, q.start - 50), q.start)
    return _BY[found[1].lower()] if found else ""
