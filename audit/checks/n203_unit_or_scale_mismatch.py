"""The source has the figure in another unit or scale.

What it does: reports a number whose digits are in the source with another unit, kind or magnitude: million for
billion, percent for percentage points, euros for dollars.

Why it matters: a factor of a thousand is the costliest slip of the pen.

Example: "cost $4.2 billion" if the source says 4.2 million dollars.

Fix: none. The number as the source has it is shown.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check
from wellsourced_core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    for backed, source, verdict in case.statistics:
        if verdict.verdict == "unit":
            start, end = case.locate(backed.sentence, verdict.quantity.text)
            message = f"{verdict.quantity.text}: {verdict.why}"
            yield CHECK.at(case, start, end, message, None, verdict.evidence, case.sources[source].id)


CHECK = Check("N203", "unit-or-scale-mismatch", Severity.ERROR, find)
