"""The draft has no marker and no list of references.

What it does: says that nothing was judged; the run ends with exit code 3, even if `--select` names other rules.
`--ignore D901` lets such a page pass. A list that no marker uses is R407.

Why it matters: a gate that judged nothing must not look like one that found nothing.

Example: an empty file, or a text without any citation.

Fix: none.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check
from wellsourced_core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    if not case.draft.markers and not case.draft.references and not case.draft.unread:
        yield CHECK.at(case, 0, 0, "no marker and no list of references: nothing to audit")


CHECK = Check("D901", "nothing-to-audit", Severity.WARNING, find)
