"""The context of the quotation reverses its meaning.

What it does: looks at what follows the quotation in the source ("but", "unless") and at what its ellipses omit
(negations).

Why it matters: a true quotation can say the opposite of what was said.

Example: “the plan is good” where the speaker went on: “but we cannot afford it”.

Fix: none. The passage is shown.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check, misquoted
from wellsourced_core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    yield from misquoted(case, CHECK, "out-of-context")


CHECK = Check("Q304", "quote-out-of-context", Severity.WARNING, find)
