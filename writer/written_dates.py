"""Write out the dates that only a source's own day tells: "on Tuesday" of a page of 12 February 2025."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from wellsourced_core.model import Change
from wellsourced_core.patterns import compiled
from wellsourced_core.relative_dates import RelativeDate, relative_dates
from wellsourced_core.values import replace

_QUOTED = compiled(r"“[^“”]*”|\"[^\"]*\"")
_YEAR = compiled(r"\b(?:1[0-9]|20)[0-9]{2}\b")


def written_out(
    text: str, n: int, published: date | None, before: Iterable[str] = ()
) -> tuple[str, tuple[Change, ...]] | None:
    """Return a sentence with its dates written out, and what was changed; None where a date cannot be told.

    Nobody's quoted words are changed. A month without a year that stands ``before`` in the tale of another year is that
    year's, or not: it cannot be told.
    """
    found = relative_dates(text, published)
    quoted = [m.span() for m in _QUOTED.finditer(text)]
    changes: list[Change] = []
    said = text
    for one in reversed(found):
        if not one.written or any(start < one.end and one.start < end for start, end in quoted):
            return None
        if _is_told_of_another_year(one, before):
            return None
        said = f"{said[: one.start]}{one.written}{said[one.end :]}"
        why = f"the source is dated {published.isoformat() if published else ''}"
        changes.append(Change(n, one.text, one.written, why))
    return said, tuple(replace(change, sentence=said) for change in reversed(changes))


def _is_told_of_another_year(one: RelativeDate, before: Iterable[str]) -> bool:
    years = {int(year) for text in before for year in _YEAR.findall(text)}
    return not one.text[:1].islower() and bool(years) and int(one.iso[:4]) not in years
