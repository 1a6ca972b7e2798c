"""The sentence says more, or of more, than its source.

What it does: compares quantifiers of the same noun ("some" and "all"), superlatives ("third largest" and "largest"),
bounds of the same number ("up to" and "more than"), and, in near copies, restrictions that were added or dropped: "no
car ferry" says less than "no ferry", "a car ferry" more than "a ferry".

Why it matters: every word may be in the source, yet the sentence is about more than the source is.

Example: "all schools closed [2]" if the source says that some did.

Fix: none. Both sentences are shown.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check, overclaimed
from wellsourced_core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    yield from overclaimed(case, CHECK)


CHECK = Check("M602", "overstated-quantity", Severity.WARNING, find)
