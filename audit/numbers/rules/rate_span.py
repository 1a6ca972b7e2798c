"""Object to so much a week where the source has as much a month, or per acre where it has as much per hectare.

Why: the number is right and so is its unit; what it is counted for is a word behind it.
Example: "The post pays 1,450 pounds a week." beside "The post pays 1,450 pounds a month."
"""

from __future__ import annotations

import re

from audit.agreement.strength import agrees
from audit.numbers.match import Match, Rule, Verdict
from audit.thresholds import RATE_NOUN_WORDS
from wellsourced_core.lexicon import keys
from wellsourced_core.model import Quantity
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities import FACTORS
from wellsourced_core.quantities.number_words import UNIT_WORDS

_SPANS = keys("spans of a rate")
_ADVERBS = "|".join(word for word in _SPANS if word.endswith("ly"))
_BEHIND = compiled(
    rf"(?:\s[^\W\d_]{{1,20}}){{0,{RATE_NOUN_WORDS}}}?\s((?:an?|per|each|every)\s([^\W\d_]{{1,20}})\b|({_ADVERBS})\b)",
    re.IGNORECASE,
)
_NO_RATE = frozenset(("time", "age", "ordinal", "score"))


def _judge(match: Match) -> Verdict | None:
    q, source = match.number, match.source
    mine, _ = _counted_for(match.claim.text, q) if q.kind not in _NO_RATE else ("", "")
    theirs, said = _counted_for(source.text, source.mentions[match.candidate]) if mine else ("", "")
    if not theirs or theirs == mine or _sort(theirs) != _sort(mine):
        return None  # "per hectare every year" and "a year for each hectare"
    alike = (other for other in source.mentions if other.value == q.value and agrees(q, other))
    if any(_counted_for(source.text, other)[0] == mine for other in alike):
        return None
    return match.says("unit", f'the source has {source.shown(match.candidate)} "{said}"', match.candidate)


def _counted_for(text: str, q: Quantity) -> tuple[str, str]:
    """Return the span or unit that a number is counted for, and the words for it right behind it; "" where none is."""
    found = _BEHIND.match(text, q.end)
    word = (found[2] or found[3]).lower() if found else ""
    return _SPANS.get(word) or UNIT_WORDS.get(word, ("",))[0], found[1] if found else ""


def _sort(counted: str) -> str:
    """Return what sort of thing a number is counted for: a span, or the base of its unit."""
    return "span" if counted in _SPANS.values() else FACTORS.get(counted, (counted,))[0]


RULE = Rule("rate-span", "value", _judge)
