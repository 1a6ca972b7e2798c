"""Compare halves and quarters of a year as they are written: "the third quarter", "Q3", "im dritten Quartal"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from audit.numbers.labels import Conflict
from wellsourced_core.lexicon import rows, words
from wellsourced_core.model import Quantity
from wellsourced_core.patterns import compiled

_WORDS = compiled(r"\b(first|second|third|fourth|last)[ -](half|quarter|six months)\b", re.IGNORECASE)
_OF_A_YEAR = compiled(
    r"\b(?:([QH])([1-4])|(first|second|third|fourth)[ -](quarter|half))(?:\sof)?\s[12][0-9]{3}\b", re.IGNORECASE
)
_WEAK = words("weak numbers")
_MAY_BE = compiled(r"[QqHh](?:[1-4]|(?i:uarter|alf))")  # one stands in each of these
_NUMBER = {"first": "1", "second": "2", "third": "3", "fourth": "4"}


def otherwise(claim: str, q: Quantity, source: str) -> tuple[int, int] | None:
    """Return where a source writes otherwise the half or quarter that a number of the claim is a word of.

    By letter, as six months, or in another language.
    """
    if q.kind not in ("ordinal", "ratio", "duration"):
        return None
    said = next((m for m in _WORDS.finditer(claim) if m.start() <= q.start and q.end <= m.end()), None)
    if said is None:
        return None
    letter = "Q" if said[2].lower() == "quarter" else "H"
    letter += _NUMBER.get(said[1].lower(), "2" if letter == "H" else "4")
    phrases = "|".join(
        [phrase for key, own in rows("halves and quarters of a year") if key == letter for phrase in own]
    )
    found = re.search(rf"\b{letter}\b|\b(?i:{phrases})\b", source)
    return found.span() if found else None


def conflicts(claim: str, source: str, read: tuple[Quantity, ...]) -> Iterator[Conflict]:
    """Yield the quarters and halves of years of a claim where the source has only others; ``read`` are its numbers.

    What is judged as an ordinal already ("third quarter") is left out.
    """
    mine = list(_periods(claim))
    theirs = list(_periods(source)) if mine else []
    judged = [q for q in read if q.kind == "ordinal" and q.text.lower() not in _WEAK]
    for sort, number, start, end in mine:
        others = [one for one in theirs if one[0] == sort]
        if not others or any(one[1] == number for one in others):
            continue
        if not any(q.start < end and start < q.end for q in judged):
            label = Quantity(start, end, claim[start:end], float(number), "", "label", digits=1, step=1.0)
            yield Conflict(label, source[slice(*others[0][2:])], *others[0][2:])


def _periods(text: str) -> Iterator[tuple[str, str, int, int]]:
    """Yield (Q or H, its number, start, end)."""
    if _MAY_BE.search(text) is None:
        return
    for m in _OF_A_YEAR.finditer(text):
        sort = "Q" if (m[1] or m[4])[0].lower() == "q" else "H"
        yield sort, m[2] or _NUMBER[m[3].lower()], m.start(), m.end()
