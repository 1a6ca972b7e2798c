"""Object to a quarter or half of a year where the source has only others.

Why: "Q2 2023" is read as a label, not as a number. What is judged as an ordinal already ("third quarter") is left out.
Example: "Sales fell in Q2 2023." beside "Sales fell in Q3 2023."
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from audit.numbers.match import Conflict, LabelRule
from audit.numbers.numbered_text import NumberedText
from audit.numbers.rules.label import judged_ordinals, label_of
from audit.numbers.rules.part_of_year import NUMBERED
from wellsourced_core.patterns import compiled

_OF_A_YEAR = compiled(
    r"\b(?:([QH])([1-4])|(first|second|third|fourth)[ -](quarter|half))(?:\sof)?\s[12][0-9]{3}\b", re.IGNORECASE
)
_MAY_BE = compiled(r"[QqHh](?:[1-4]|(?i:uarter|alf))")  # one stands in each of these


def _conflicts(claim: NumberedText, source: NumberedText) -> Iterator[Conflict]:
    mine = list(_periods(claim.text))
    text = source.text[: source.proper] if mine else ""
    theirs = list(_periods(text))
    for sort, number, start, end in mine:
        others = [one for one in theirs if one[0] == sort]
        if not others or any(one[1] == number for one in others):
            continue
        if not any(q.start < end and start < q.end for q in judged_ordinals(claim)):
            found = others[0][2:]
            yield Conflict(label_of(claim, start, end, number), text[slice(*found)], *found)


def _periods(text: str) -> Iterator[tuple[str, str, int, int]]:
    """Yield (Q or H, its number, start, end)."""
    if _MAY_BE.search(text) is None:
        return
    for m in _OF_A_YEAR.finditer(text):
        sort = "Q" if (m[1] or m[4])[0].lower() == "q" else "H"
        yield sort, m[2] or NUMBERED[m[3].lower()], m.start(), m.end()


RULE = LabelRule("period", _conflicts)
