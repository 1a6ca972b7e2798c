"""The address of an entry is dead.

What it does: reports addresses that a fetch found gone (404, 410, no such host). A refusal (403, 429) or a server
error (5xx) is "could not check", not "dead". A copy in the Wayback Machine is proposed if there is one. An error where
the page's own server answers 404 or 410 and no copy was kept: there may never have been such a page; else a warning.

Why it matters: readers follow links, and invented ones lead nowhere.

Example: an entry whose page answers 404.

Fix: none. Replace the address, or cite the archived copy.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check, observed
from wellsourced_core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    yield from observed(case, CHECK)


CHECK = Check("R404", "unreachable-reference", Severity.ERROR, find)
