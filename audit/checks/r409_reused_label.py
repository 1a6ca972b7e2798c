"""One label is used for two sources.

What it does: reports an entry whose label an earlier entry already uses for another source, within a list or in a
second answer pasted below the first. Lists that restart in each section are read section by section.

Why it matters: nobody can tell which of the two a marker means; Markdown itself takes the first.

Example: `[1]: https://a.example` and, further down, `[1]: https://b.example`.

Fix: none. Give one of the two its own label.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check
from wellsourced_core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    for index in sorted(case.draft.collided):
        if index - 1 in case.draft.collided:
            continue  # of a run of them, as in a second answer pasted below the first, one speaks for all
        entry = case.draft.references[index]
        yield CHECK.at(case, entry.start, entry.end, f"label {entry.label} is already used for another source")


CHECK = Check("R409", "reused-label", Severity.ERROR, find)
