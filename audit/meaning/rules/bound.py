"""The claim has a number as the least where the source has it as the most, or the reverse, or as exact.

Why: "up to 40 %" becomes "more than 40 %" where a sentence is told anew, and the number itself is right. An end of a
range is a bound too: "between 18 and 65" has 65 as the most.
Example: "The tax saves more than 300 crowns." beside "The tax saves up to 300 crowns."
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from audit.agreement.kinds import DATED
from audit.meaning.phrases import Phrases
from audit.meaning.statement import MeaningRule, Objection, Statement
from audit.meaning.tokens import Token, tokens
from audit.meaning.words import against
from audit.thresholds import BOUND_CHARACTERS, FAINT_OF_CLAIM
from wellsourced_core.lexicon import either, keys, words
from wellsourced_core.model import Quantity
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities import quantities

_SIDES = {"<": -1, "<=": -1, ">": 1, ">=": 1}
_MOST, _LEAST, _EXACT = "bounds of the most", "bounds of the least", "words of an exact number"
_AFTER = ("bounds of the most behind", "bounds of the least behind")
_BEFORE = [(side, compiled(rf"\b(?:{either(name)})\s(?:[^\W\d_]+\s){{0,3}}[$€£]?\Z", re.IGNORECASE))
           for side, name in ((-1, _MOST), (1, _LEAST))]  # fmt: skip
_BEHIND = [(side, compiled(rf"(?:\s[^\W\d_]+){{0,2}},?\s(?:{either(name)})\b", re.IGNORECASE))
           for side, name in zip((-1, 1), _AFTER, strict=True)]  # fmt: skip
_EXACTLY = compiled(rf"\b(?:{either(_EXACT)})\s[$€£]?\Z", re.IGNORECASE)
_PHRASES = Phrases(
    (*keys("bounds before numbers"), *(word for name in (_MOST, _LEAST, _EXACT, *_AFTER) for word in words(name)))
)
_MARKS = compiled(r"[;:()—–]")
_BESIDE = compiled(r"(?:\s[^\W\d_]+){0,2}")
_DENIED_BEHIND = compiled(r"\s(?:cannot|can't|can’t|may not|must not|are not|is not)\b", re.IGNORECASE)
_DENIED = compiled(r"\b(?:never|no|none|nobody)\s(?!fewer|less|more|later|earlier)[^.,;:]*\Z", re.IGNORECASE)


def _judge(pair: Statement) -> Objection | None:
    mine = _numbers(pair.mine)
    if not mine or not _PHRASES.within(pair.claim.lower()) or mine.isdisjoint(_numbers(pair.theirs)):
        return None  # nearly every sentence, and told without reading its numbers
    if pair.faint and not pair.shares(FAINT_OF_CLAIM):
        return None
    theirs = [one for q in quantities(pair.source) for one in _ends(q, pair.source)]
    for q in quantities(pair.claim):
        side = _side(q, pair.claim) if q.high is None else 0
        exact = bool(_EXACTLY.search(pair.claim[: q.start]))
        if not side and not exact:
            continue
        same = [(other, bound) for value, other, bound in theirs if (value, other.unit) == (q.value, q.unit)]
        same = [one for one in same if _is_of_claim(one[0], pair)]
        if same and all(side * bound < 0 or (exact and (bound or other.approximate)) for other, bound in same):
            other = same[0][0]
            return Objection(against(_bounded(q, pair.claim), _bounded(other, pair.source)))
    return None


def _bounded(q: Quantity, text: str) -> str:
    """Return a number with the words that may bound it: "more than 6,000", "65 or older"."""
    before, behind = text[: q.start].split()[-2:], _BESIDE.match(text, q.end)
    return " ".join((*before, text[q.start : q.end + (len(behind[0]) if behind else 0)]))


def _is_of_claim(q: Quantity, pair: Statement) -> bool:
    """Tell whether the claim has a word of the stretch between marks that a number of the source stands in."""
    before, behind = _MARKS.split(pair.source[: q.start])[-1], _MARKS.split(pair.source[q.end :])[0]
    mine = {token.sense for token in pair.mine}
    return any(token.telling and token.sense in mine for part in (before, behind) for token in tokens(part))


def _ends(q: Quantity, text: str) -> Iterator[tuple[float, Quantity, int]]:
    """Yield a number, or both ends of a range, with the side on which the rest of it lies: 1 above, -1 below."""
    if q.high is None:
        yield q.value, q, _side(q, text)
    elif not q.approximate:
        yield q.value, q, 1
        yield q.high, q, -1


def _side(q: Quantity, text: str) -> int:
    before, behind = text[max(0, q.start - BOUND_CHARACTERS) : q.start], text[q.end : q.end + BOUND_CHARACTERS]
    side = _SIDES.get(q.bound or "", 0)  # turned already where it is denied
    if not side and q.kind not in DATED:
        found = [side for side, pattern in _BEFORE if pattern.search(before)]
        side = (found or [side for side, pattern in _BEHIND if pattern.match(behind)] or [0])[0]
        side = -side if _DENIED.search(before) else side  # "no practice fell short of 90 per cent"
    return -side if _DENIED_BEHIND.match(behind) else side  # "children under 1.1 metres cannot"


def _numbers(read: tuple[Token, ...]) -> set[str]:
    return {token.key for token in read if token.key[:1] in ("=", "#")}


RULE = MeaningRule("bound", "M602", _judge, faint=True)
