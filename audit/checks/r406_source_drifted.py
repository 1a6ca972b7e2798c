"""A cited page changed after it was locked.

What it does: compares the page with sources.lock: drifted with the evidence still there, or with the evidence
gone.

Why it matters: an audit speaks of what was seen; a page may say something else today.

Example: a statistics page that was updated with new figures.

Fix: none. Run `wellsourced lock` again and audit anew.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check, observed
from wellsourced.core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    yield from observed(case, CHECK)


CHECK = Check("R406", "source-drifted", Severity.WARNING, find)
