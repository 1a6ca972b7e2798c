"""Something that reads like a marker was not judged.

What it does: reports markers in a shape that joins no entry of the list: a lone footnote mark, a pandoc key
without a bibliography. While such a shape is present no deletion is proposed.

Why it matters: a form that is silently skipped looks like a form that was checked.

Example: `[^note]` in a draft whose list is numbered.

Fix: none. Add the entry, or pass the sources with `--sources`.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check
from wellsourced.core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    for marker in case.draft.unread:
        shape = marker.shape.replace("-", " ")
        yield CHECK.at(case, marker.start, marker.end, f"not judged: a {shape} marker that joins no entry of a list")


CHECK = Check("C106", "unaudited-marker", Severity.NOTE, find)
