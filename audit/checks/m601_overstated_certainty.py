"""The sentence is more certain than its source.

What it does: holds the hedges of the source's sentence against the claim's: possible ("may", "could", "suggests"),
planned ("intends to", "is expected to"), reported ("alleges that"), linked ("associated with"). A claim that drops
them is reported, unless it hedges in other words or another sentence of the source says it without them.

Why it matters: the commonest falsehood of a report is no invented number but a claim stronger than its source.

Example: "the drug lowers blood pressure [3]" if the source says that it could.

Fix: none. Both sentences are shown.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check, overclaimed
from wellsourced_core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    yield from overclaimed(case, CHECK)


CHECK = Check("M601", "overstated-certainty", Severity.WARNING, find)
