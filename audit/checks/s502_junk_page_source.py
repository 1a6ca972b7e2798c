"""A cited source is not the page itself: a bot wall, a cookie or login wall, an empty shell, a soft 404.

What it does: reports sources whose text is the wall and not the page.

Why it matters: "please enable cookies" supports nothing.

Example: an entry whose text reads "Checking your browser before accessing".

Fix: none. Fetch the page again, or cite another.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check, observed
from wellsourced_core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    yield from observed(case, CHECK)


CHECK = Check("S502", "junk-page-source", Severity.ERROR, find)
