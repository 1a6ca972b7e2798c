"""A cited page changed after it was locked.

What it does: compares the page with sources.lock: it has drifted with the evidence still there, or the evidence is
gone.

Why it matters: an audit judges the locked text; the page may say something else today.

Example: a statistics page that was updated with new figures.

Fix: none. Run `wellsourced lock` again and repeat the audit.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check, observed
from wellsourced_core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    yield from observed(case, CHECK)


CHECK = Check("R406", "source-drifted", Severity.WARNING, find)
