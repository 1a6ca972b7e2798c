"""A suppression silences nothing.

What it does: reports `<!-- wellsourced: allow CODE reason -->` comments that match no finding, name no rule, or give
no reason (those silence nothing); each that names a rule which does not exist, even where another of its rules silences
something; and comments that begin with `wellsourced` and cannot be read: `alow`, no colon, more than 400 characters.

Why it matters: a comment that outlives its cause hides the next fault.

Example: `<!-- wellsourced: allow C102 checked by hand -->` above a paragraph without a finding of C102.

Fix: none. Delete the comment, correct it, or add the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from audit.case import Case
from audit.checks import Check, rule_names
from audit.suppress import Suppression
from wellsourced_core.model import Finding, Severity

_FORM = "<!-- wellsourced: allow CODE reason -->"
_UNREAD = f"this comment silences nothing: it is not of the form {_FORM}, of 400 characters at most"


def find(_: Case) -> Iterator[Finding]:
    """Find nothing: only the runner, once every rule has spoken, knows what was silenced (``report``)."""
    yield from ()


def report(case: Case, suppressions: Iterable[tuple[Suppression, bool]]) -> Iterator[Finding]:
    """Report the suppressions of which something is wrong, each given with whether it silenced a finding."""
    known = rule_names()
    for one, used in suppressions:
        strange = sorted(one.rules - known)
        missing = f"there is no rule {' or '.join(strange)}"
        rules = ", ".join(sorted(one.rules)) or "a rule"
        if not one.read:
            yield CHECK.at(case, *one.at, _UNREAD)
        elif used and strange:
            yield CHECK.at(case, *one.at, f"a part of this suppression of {rules} silences nothing: {missing}")
        elif not used:
            yield CHECK.at(case, *one.at, f"this suppression of {rules} {_problem(one, missing if strange else '')}")


def _problem(one: Suppression, missing: str) -> str:
    if missing:
        return f"silences nothing: {missing}"
    if not one.rules:
        return "names no rule"
    if not one.reason:
        return "gives no reason and so silences nothing"
    return f"silences nothing in {'the paragraph below' if one.paragraph else 'its sentence'}"


CHECK = Check("D902", "unused-suppression", Severity.WARNING, find)
