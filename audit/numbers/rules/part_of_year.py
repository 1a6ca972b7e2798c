"""Accept the half or quarter of a year that the source writes otherwise: by letter, as six months, in another language.

Why: "the third quarter" and "Q3" are one period.
Example: "The fair was held in the first half of the year." beside "The fair was held in the first six months."
"""

from __future__ import annotations

import re

from audit.numbers.match import Match, Rule, Verdict
from wellsourced_core.lexicon import rows
from wellsourced_core.model import Quantity
from wellsourced_core.patterns import compiled

_WORDS = compiled(r"\b(first|second|third|fourth|last)[ -](half|quarter|six months)\b", re.IGNORECASE)
NUMBERED = {"first": "1", "second": "2", "third": "3", "fourth": "4"}


def _judge(match: Match) -> Verdict | None:
    span = _otherwise(match.claim.text, match.number, match.source.text)
    if span is None:
        return None
    return match.says("carried", f'the source has "{match.source.text[slice(*span)]}"', match.source.span(*span))


def _otherwise(claim: str, q: Quantity, source: str) -> tuple[int, int] | None:
    if q.kind not in ("ordinal", "ratio", "duration"):
        return None
    said = next((m for m in _WORDS.finditer(claim) if m.start() <= q.start and q.end <= m.end()), None)
    if said is None:
        return None
    letter = "Q" if said[2].lower() == "quarter" else "H"
    letter += NUMBERED.get(said[1].lower(), "2" if letter == "H" else "4")
    phrases = "|".join(
        [phrase for key, own in rows("halves and quarters of a year") if key == letter for phrase in own]
    )
    found = re.search(rf"\b{letter}\b|\b(?i:{phrases})\b", source)
    return found.span() if found else None


RULE = Rule("part-of-year", "no candidate", _judge)
