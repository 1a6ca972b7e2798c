"""The list of references breaks off.

What it does: reports a list that ends in mid-token, or that has less than half of the labels the text cites.

Why it matters: the missing entries were cut off with the output, not invented: stripping their markers would
destroy good citations.

Example: a text that cites up to `[119]` above a list that ends at 61.

Fix: none. Complete the list; C101 findings stay, without a fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check
from wellsourced_core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    for index in sorted(case.draft.truncated):
        entry = case.draft.references[index]
        yield CHECK.at(case, entry.start, entry.end, "the list of references breaks off after this entry")


CHECK = Check("R408", "truncated-list", Severity.WARNING, find)
