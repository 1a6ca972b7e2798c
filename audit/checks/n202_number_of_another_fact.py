"""The source has the number, but for something else.

What it does: compares the context of the number in the sentence with its contexts in the source. It reports the number
if another one of the same kind fits the sentence better or has the sentence's label, if a table has it in another row
or column than the sentence names, or if the words around it are about something else. Most are notes: of 31 that were
read, 5 were right. A table's other row or column and a turned series are warnings.

Why it matters: the right number for the wrong subject passes every search for the number.

Example: "exports grew 12 percent" if the source says that imports grew 12 percent, and exports 7.

Fix: none. The number that fits is shown.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check, misnumbered
from wellsourced_core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    yield from misnumbered(case, CHECK, "other-fact")


CHECK = Check("N202", "number-of-another-fact", Severity.WARNING, find)
