"""Something that reads like a marker was not judged.

What it does: reports markers in a shape that joins no entry of the list: a lone footnote mark, a pandoc key
without a bibliography. Also what cites an entry in words that no marker cites: `(3)`, `see source 2`, `(Smith 2020)`;
and digits behind glued ones that may count or cite (`sun.2 3 dogs`). While any of these is present no deletion is
proposed.

Why it matters: a form that is silently skipped looks like a form that was checked, and an entry that is cited so
looks like an orphan.

Example: `[^note]` in a draft whose list is numbered.

Fix: none. Add the entry, pass the sources with `--sources`, or write the marker as the others are.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check
from audit.parsing.markers import UNSURE
from wellsourced.core.model import Finding, Marker, Severity


def find(case: Case) -> Iterator[Finding]:
    for marker in case.draft.unread:
        yield CHECK.at(case, marker.start, marker.end, f"not judged: {_seen(marker)}")


def _seen(marker: Marker) -> str:
    raw = " ".join(marker.raw.split())
    if marker.shape == "mention":
        labels = ", ".join(str(ref.label) for ref in marker.refs)
        return f'"{raw}" may cite entry {labels}, which no marker cites'
    if marker.shape == "author-year":
        return f'"{raw}" cites by author and year'
    if marker.shape == UNSURE:
        return f'"{raw}" behind a marker may cite, too, or begin the next sentence'
    if marker.shape in ("address", "parenthesised-address"):
        return "an address that no list and no source has"
    return f"a {marker.shape.replace('-', ' ')} marker that joins no entry of a list"


CHECK = Check("C106", "unaudited-marker", Severity.NOTE, find)
