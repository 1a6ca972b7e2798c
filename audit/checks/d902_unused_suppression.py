"""A suppression silences nothing.

What it does: reports `<!-- wellsourced: allow CODE reason -->` comments that match no finding, name no rule, or give
no reason (those silence nothing).

Why it matters: a comment that outlives its cause hides the next fault.

Example: `<!-- wellsourced: allow C102 checked by hand -->` above a paragraph without a finding of C102.

Fix: none. Delete the comment, or add the reason.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check, all_checks
from audit.suppress import Suppression
from wellsourced_core.model import Finding, Severity


def find(_: Case) -> Iterator[Finding]:
    """Find nothing: only the runner, once every rule has spoken, knows what was silenced (``report``)."""
    yield from ()


def report(case: Case, unused: tuple[Suppression, ...]) -> Iterator[Finding]:
    known = {name for check in all_checks() for name in (check.code, check.slug)}
    for one in unused:
        rules = ", ".join(sorted(one.rules)) or "a rule"
        if strange := sorted(one.rules - known):
            problem = f"silences nothing: there is no rule {' or '.join(strange)}"
        elif not one.rules:
            problem = "names no rule"
        elif not one.reason:
            problem = "gives no reason and so silences nothing"
        else:
            problem = f"silences nothing in {'the paragraph below' if one.paragraph else 'its sentence'}"
        yield CHECK.at(case, *one.at, f"this suppression of {rules} {problem}")


CHECK = Check("D902", "unused-suppression", Severity.WARNING, find)
