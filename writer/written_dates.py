"""Write out the dates that only a source's own day tells: "on Tuesday" of a page of 12 February 2025."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from itertools import pairwise

from wellsourced_core.lexicon import either
from wellsourced_core.model import Change
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities import quantities
from wellsourced_core.relative_dates import RelativeDate, relative_dates, with_dates
from wellsourced_core.text import stem_of
from writer.thresholds import PLAN_MOST_DAYS, PRESENT_MOST_DAYS

_QUOTED = compiled(r"“[^“”]*”|\"[^\"]*\"")
_MONTH = compiled(rf"\b(?:{either('month names', language='en')})\b")
_YEAR = compiled(r"\b(?:1[0-9]|20)[0-9]{2}\b")


def written_out(
    text: str, n: int, published: date | None, before: Sequence[str] = ()
) -> tuple[str, tuple[Change, ...]] | None:
    """Return a sentence with its dates written out, and what was changed; None where none can, of several or one.

    What cannot be told stays as it is, behind the source's own day. Nobody's quoted words are changed. A month without
    a year is that of the last year named ``before``; where the source's day says otherwise, it cannot be told.
    """
    found = relative_dates(text, published)
    quoted = [m.span() for m in _QUOTED.finditer(text)]
    told = [
        one
        for one in found
        if one.written
        and not any(start < one.end and one.start < end for start, end in quoted)
        # A month alone is read beside the source's own day, which stands before it.
        and not (_is_told_of_another_year(one, before) or _MONTH.fullmatch(one.text))
    ]
    # "From Friday until Sunday" that ends before it begins was read wrongly.
    backwards = any(later.text.startswith("until") and later.iso < one.iso for one, later in pairwise(told))
    if found and (not told or backwards):
        return None
    said = with_dates(text, told)
    why = f"the source is dated {published.isoformat() if published else ''}"
    return said, tuple(Change(n, one.text, one.written, why, said) for one in told)


_NO_STATE = either("words in -ing that tell no state", language="en")
_UNDER_WAY = compiled(
    rf"\b(?:is|are) (?:still |now |also )?((?!(?:{_NO_STATE})\b)[a-z]+ing)\b"
    r"|\b(?:remains?|stays?) (?:closed|open|shut|blocked|unclear)\b|\b(?:has|have) offered\b"
    r"|\b[Nn]ot? .{0,40}\byet\b|\b[Nn]o .{0,30}\b(?:has|have) (?:yet )?been\b"
)
_WILL = compiled(r"\b(?:will|hopes? to|plans? to|is going to|are going to|is to|are to)\b")
_TO_COME = compiled(
    rf"\b(?:{either('signs of a plan', language='en', gap=' ')}|hopes? to|is going to|are going to|until)\b"
)


_STANDS = compiled(r"\b(?:now|today|currently|at present|so far|ever since|(?:is|are) (?:open|closed|shut))\b")


def is_overtaken(text: str, published: date | None, as_of: date | None, asked: frozenset[str]) -> bool:
    """Tell whether time has gone over a sentence: its plan's day is past, or what was under way then may be over.

    What a question asks about may be under way as long as anybody says so: ``asked`` are its stems.
    """
    if as_of is None:
        return False
    if _TO_COME.search(text) and published is not None:
        ends = [q.days[1] for q in quantities(text) if q.days is not None]
        if ends and published.toordinal() < max(ends) < as_of.toordinal():
            return True
        if not ends and (as_of - published).days > PLAN_MOST_DAYS and _WILL.search(text):
            return True
    under_way = _UNDER_WAY.search(text)
    if under_way is None or (under_way[1] and stem_of(under_way[1]) in asked):
        return False
    return published is not None and (as_of - published).days > PRESENT_MOST_DAYS


def tells_state_or_plan(text: str) -> bool:
    """Tell whether a sentence says how things stand or will be, which what is newer may overtake."""
    return any(pattern.search(text) for pattern in (_WILL, _TO_COME, _UNDER_WAY, _STANDS))


_SURE = compiled(r"(?:[a-z]{1,12} )?(?:last|this|next) ", re.IGNORECASE)


def _is_told_of_another_year(one: RelativeDate, before: Sequence[str]) -> bool:
    years = [int(year) for text in before for year in _YEAR.findall(text)]
    if _SURE.match(one.text):
        return False
    return _MONTH.search(one.text) is not None and bool(years) and int(one.iso[:4]) != years[-1]
