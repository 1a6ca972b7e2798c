"""A cited work was retracted.

What it does: reports works whose DOI is marked as retracted. "Not listed" is unknown, never clean.

Why it matters: a retracted study supports nothing.

Example: an entry whose DOI has a retraction notice.

Fix: none. Cite another work.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check, observed
from wellsourced_core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    yield from observed(case, CHECK)


CHECK = Check("R405", "retracted-source", Severity.ERROR, find)
