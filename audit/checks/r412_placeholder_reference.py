"""An entry cannot be real by itself.

What it does: in `wellsourced references` (and in an audit with `--fetch`), reports entries of scholarship whose authors
are placeholders ("Author A", "First Author"), whose year is in the future of `--as-of`, whose identifier is impossible
(a DOI without its form, an arXiv identifier of month 13, an ISBN with a wrong check digit), or which give one
identifier to two titles. No network is needed for it.

Why it matters: nobody wrote these by reading the work.

Example: an entry by "Author, A. and Author, B."

Fix: none. Find the work and correct the entry.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check, observed
from wellsourced_core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    yield from observed(case, CHECK)


CHECK = Check("R412", "placeholder-reference", Severity.ERROR, find)
