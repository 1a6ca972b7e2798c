"""No marker in the text uses this list.

What it does: reports a list of references, once, that nothing in the text cites.

Why it matters: a list at the end is no evidence for any sentence; readers cannot tell which source supports what.

Example: an answer without markers above a list of ten links.

Fix: none. An uncited list is never pruned: it may be the only sourcing there is.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check
from wellsourced_core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    last = -2
    for index in sorted(case.draft.uncited):
        entry = case.draft.references[index]
        if index != last + 1 or entry.label == case.draft.references[index - 1].label is not None:
            yield CHECK.at(case, entry.start, entry.end, "no marker in the text cites this list")
        last = index


CHECK = Check("R407", "uncited-list", Severity.WARNING, find)
