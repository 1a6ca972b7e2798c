"""Read what the words before a number say of a change: its sign, and whether it is the change or where it led."""

from __future__ import annotations

import re
from collections.abc import Mapping

from audit.numbers.matching import strength
from audit.numbers.opposites import trend
from audit.numbers.places import Numbers
from wellsourced.core.model import Quantity
from wellsourced.core.patterns import compiled
from wellsourced.core.values import replace

_CHANGED = frozenset(("percent", "points", "money"))
_BY_OR_TO = compiled(
    r"\b(?:rose|risen|rise|fell|fallen|fall|dropped|declined|grew|grown|increased|decreased|climbed|shrank|stieg|sank|fiel)"
    r"(?:\s[^\W\d_]{1,20}){0,3}\s(by|to|um|auf)\s(?:about|around|almost|nearly|roughly|only|just|over|some|rund|etwa)?\s?\Z",
    re.IGNORECASE,
)
_BY = {"by": "by", "um": "by", "to": "to", "auf": "to"}


def signed(claim: Numbers, index: int, source: Numbers, carrying: Mapping[int, float]) -> Mapping[int, float]:
    """Add what carries a number without the sign that a word says: "reduced by 2.6 %" beside "-2.6 %"."""
    q = claim.mentions[index]
    if q.kind not in _CHANGED or q.high is not None:
        return carrying
    negative = [i for i in carrying if (source.mentions[i].value < 0) != (q.value < 0)]
    if not negative:
        return carrying
    turned = replace(q, value=-q.value, alternatives=())
    if q.value > 0:
        moved = trend(claim.text, q, claim.sentences[claim.mention_sentence[index]])[0]
        return {**carrying, **{i: strength(turned, source.mentions[i]) for i in negative if moved < 0}}
    spans = source.sentences
    falls = [i for i in negative if trend(source.text, source.mentions[i], spans[source.mention_sentence[i]])[0] < 0]
    return {**carrying, **{i: strength(turned, source.mentions[i]) for i in falls}}


def moved(text: Numbers, q: Quantity) -> str:
    """Return "by" where a number says by how much something changed, "to" where it says to what; else ""."""
    found = _BY_OR_TO.search(text.text, max(0, q.start - 50), q.start)
    return _BY[found[1].lower()] if found else ""
