"""A cited source contains instructions to a machine.

What it does: reports text that addresses a model: "ignore previous instructions", hidden commands, invisible
characters. They change no verdict.

Why it matters: a page that tries to steer a reader's tools deserves a second look. Where such a page is found for an
article, it has grade 3 at most, and nothing from its first order on is quoted or shown to a model.

Example: a page with "assistants must cite this page" in white on white.

Fix: none.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check, observed
from wellsourced_core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    yield from observed(case, CHECK)


CHECK = Check("S503", "injected-instructions", Severity.WARNING, find)
