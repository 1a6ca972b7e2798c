"""The words were said by somebody else.

What it does: compares the speaker that the sentence names with the one that the source names for the quotation.

Why it matters: the words are real and the person is real; the statement is not.

Example: the mayor's words attributed to her opponent.

Fix: none. The source's speaker is shown.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check, misquoted
from wellsourced_core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    yield from misquoted(case, CHECK, "misattributed")


CHECK = Check("Q303", "misattributed-quote", Severity.ERROR, find)
