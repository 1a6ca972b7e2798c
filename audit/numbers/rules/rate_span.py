"""Object to so much a week where the source has as much a month.

Why: the number is right and so is its unit; the span that it is counted for is a word behind it. Only where each has one.
Example: "The post pays 1,450 pounds a week." beside "The post pays 1,450 pounds a month."
"""

from __future__ import annotations

import re

from audit.agreement.strength import agrees
from audit.numbers.match import Match, Rule, Verdict
from wellsourced_core.lexicon import keys
from wellsourced_core.model import Quantity
from wellsourced_core.patterns import compiled

_SPANS = keys("spans of a rate")
_NAMES = "|".join(_SPANS)
_BEHIND = compiled(rf"\s(?:an?|per|each|every)\s({_NAMES})\b|\s({_NAMES.replace('second|', '')})(?=[.,;)\s])", re.IGNORECASE)
_NO_RATE = frozenset(("time", "age", "ordinal", "score"))


def _judge(match: Match) -> Verdict | None:
    q, source = match.number, match.source
    mine = _span(match.claim.text, q) if q.kind not in _NO_RATE else None
    if mine is None:
        return None
    theirs = _span(source.text, source.mentions[match.candidate])
    if theirs is None or theirs == mine:
        return None
    alike = (other for other in source.mentions if other.value == q.value and agrees(q, other))
    if any(_span(source.text, other) == mine for other in alike):
        return None
    return match.says("unit", f"the source has {source.shown(match.candidate)} a {theirs}", match.candidate)


def _span(text: str, q: Quantity) -> str | None:
    """Return the span that a number is counted for, by the words right behind it; None where none is."""
    found = _BEHIND.match(text, q.end)
    return _SPANS[(found[1] or found[2]).lower()] if found else None


RULE = Rule("rate-span", "value", _judge)
