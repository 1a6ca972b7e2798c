"""A cited source is of low quality.

What it does: reports a source whose authority and text quality are both below the configured minimum; the scores
are given.

Why it matters: a citation lends the source's weight to the sentence; some sources have none.

Example: a content farm cited for a medical claim.

Fix: none. Cite a better source.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check, observed
from wellsourced_core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    yield from observed(case, CHECK)


CHECK = Check("S501", "low-quality-source", Severity.WARNING, find)
