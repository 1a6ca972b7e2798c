"""The source has the figure in another unit or scale.

What it does: reports a number whose digits are in the source with another unit, kind or magnitude: million for
billion, percent for percentage points, euros for dollars; and a rate with another span or unit behind it: a week for a
month, an acre for a hectare. Another scale of one unit, gigawatts for megawatts too, is an error, another unit or rate
a warning, a unit beside none a note.

Why it matters: a factor of a thousand is the costliest slip of the pen.

Example: "cost $4.2 billion" if the source says 4.2 million dollars.

Fix: none. The number as the source has it is shown.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check, misnumbered
from wellsourced_core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    yield from misnumbered(case, CHECK, "unit")


CHECK = Check("N203", "unit-or-scale-mismatch", Severity.ERROR, find)
