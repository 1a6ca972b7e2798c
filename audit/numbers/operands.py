"""The pairs of a source's numbers from which another may follow: those that stand together, in the order of time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

from audit.agreement.kinds import DATED, same_kind
from audit.numbers.numbered_text import NumberedText
from audit.thresholds import (
    COMPARED_CHARACTERS,
    FAR_PAIR_SENTENCES,
    LINKED_CHARACTERS,
    MOST_DATES,
    MOST_DERIVED_FROM,
    PAIR_NUMBERS,
    PAIR_SENTENCES,
)
from wellsourced_core.lexicon import either
from wellsourced_core.model import Quantity
from wellsourced_core.patterns import compiled
from wellsourced_core.values import frozen, replace

# What stands before the value of an earlier year, in brackets behind the later one.
IN_BRACKETS = r"\((?:[12][0-9]{3}|prior year|previous year|last year|Vorjahr|année précédente):?\s?"
_TIMED = (*DATED, "time")  # a day, and a time of it, may stand anywhere from the one that it is counted to
_BASELINE = compiled(
    rf"\b(?:{either('before a baseline', gap=' ')})\s[^0-9.;]{{0,40}}\Z|{IN_BRACKETS}\Z", re.IGNORECASE
)
_BEFORE = compiled(r"[^0-9;]{0,40}\b(?:years?|months?|weeks?)\s(?:earlier|before)\b[^0-9;]{0,60}\Z", re.IGNORECASE)
# "41 planets, 17 of them ..."; "36,400 bicycles ... Of these 14,560"; "Of the 8,640 starters, 7,776".
_PART_OF = either("words for a whole named before")
_OF_THEM = compiled(
    rf"\s[^0-9.;]{{0,{LINKED_CHARACTERS}}}\bof\s(?:{_PART_OF})\b|\s(?:of\s(?:{_PART_OF}))\b", re.IGNORECASE
)
_OF_WHICH = compiled(rf"\bof\s(?:{_PART_OF})\b[^0-9;]{{0,{LINKED_CHARACTERS}}}\Z", re.IGNORECASE)
_OF_THE = compiled(r"(?:\A|[.;]\s+|\n)[Oo]f\s(?:the|its|all|some)\s(?:[^\W\d_]{1,20}\s){0,2}\Z")
_SCALED = compiled(r"\b(million|billion|trillion)\Z", re.IGNORECASE)
_NO_NOUN = compiled(rf"\s?(?:[,.;:)]|\Z|(?:{either('small words behind a bare number')})\b)", re.IGNORECASE)


@frozen
class Operands:
    """Two numbers, the one first that came first in time.

    ``linked``: the text says that one is a part of the other. ``apart``: how many sentences lie between them.
    ``ordered``: the text says which came first; else either may have.
    """

    first: Quantity
    second: Quantity
    linked: bool = False
    apart: int = 0
    ordered: bool = False

    @property
    def start(self) -> int:
        return min(self.first.start, self.second.start)

    @property
    def end(self) -> int:
        return max(self.first.end, self.second.end)

    @property
    def is_far(self) -> bool:
        """Whether the two stand in different passages, and are no dates or times."""
        return self.apart >= PAIR_SENTENCES and not (self.first.kind in _TIMED and self.second.kind in _TIMED)


def operands(source: NumberedText) -> tuple[Operands, ...]:
    """Return the pairs of numbers of one passage, and of dates and times wherever they stand."""
    found: tuple[Operands, ...] | None = source.made.get(operands)
    if found is None:
        found = source.made[operands] = tuple(_pairs(source))
    return found


def _pairs(source: NumberedText) -> Iterator[Operands]:
    at = source.mention_sentence
    read = [(q, at[i]) for i, q in enumerate(source.mentions[:MOST_DERIVED_FROM]) if q.end <= source.proper]
    ranges = (tuple(_ends(q)) for q, _ in read if q.high is not None and q.kind not in DATED)
    yield from (Operands(low, high, ordered=True) for low, high in ranges)  # "from 40 to 65 metres"
    ends = [(end, there) for q, there in read if q.high is None or q.kind in DATED for end in _ends(q)]
    for i, (first, here) in enumerate(ends):
        for second, there in ends[i + 1 : i + PAIR_NUMBERS]:
            if there - here >= FAR_PAIR_SENTENCES:
                break
            if not (first.kind in _TIMED and second.kind in _TIMED):
                yield _pair(source, first, second, there - here)
    dates = [one for one in ends if one[0].kind in _TIMED][:MOST_DATES]
    yield from (Operands(a, b, apart=there - here) for (a, here), (b, there) in combinations(dates, 2))


def _pair(source: NumberedText, first: Quantity, second: Quantity, apart: int) -> Operands:
    """Return two numbers of a passage as operands: which came first, and whether one is a part of the other."""
    text = source.text
    second = _with_unit(text, first, second) if apart < PAIR_SENTENCES else second
    between = text[max(first.end, second.start - COMPARED_CHARACTERS) : second.start]
    backwards = _BASELINE.search(between) or _BEFORE.search(between)  # "$90 million, down from $120 million"
    linked = apart < PAIR_SENTENCES and same_kind(first, second) and _is_linked(text, first, second)
    if backwards:
        return Operands(second, first, linked, apart, ordered=True)
    return Operands(first, second, linked, apart)


def _is_linked(text: str, first: Quantity, second: Quantity) -> bool:
    """Tell whether a text says that the second of two numbers is a part of the first."""
    between = text[first.end : second.start]
    if _OF_WHICH.search(between):
        return True
    if any(sign.isdigit() for sign in between):
        return False
    if _OF_THEM.match(text, second.end):
        return True
    return bool(_OF_THE.search(text[: first.start][-LINKED_CHARACTERS:])) and not _SENTENCE_END.search(between)


_SENTENCE_END = compiled(r"[.;]\s")


def _with_unit(text: str, first: Quantity, second: Quantity) -> Quantity:
    """Return the second of two numbers with the unit that only the first has: "18.6 million euros and 17.9 million"."""
    if second.kind != "count" or second.unit or not first.unit or first.kind in DATED:
        return second
    if _OF_WHICH.search(text, first.end, second.start):
        return replace(second, kind=first.kind, unit=first.unit)
    one, other = _SCALED.search(text[first.start : first.end].rsplit(" ", 1)[0]), _SCALED.search(second.text)
    if one is None or other is None or _NO_NOUN.match(text, second.end) is None:
        return second
    return replace(second, kind=first.kind, unit=first.unit)


def _ends(q: Quantity) -> Iterator[Quantity]:
    """Yield a number, or the two of a range."""
    if q.high is None:
        yield q
    else:
        for value in (q.value, q.high):
            yield replace(q, value=value, high=None, days=None, date=None)
