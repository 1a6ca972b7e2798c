"""A number in a cited sentence is in none of its sources.

What it does: reads the numbers of the sentence and of its sources as people write them (scales, units, words,
ranges, dates) and reports those that no cited source has. A value that can be computed from the source is a
warning with the expression; a change, a fraction in words or a time span is accepted if the sentence itself has one
of its two ends and the source the other. "The second-busiest" is reported if the source has "the third-busiest".

Why it matters: an invented or mistyped number is what readers remember.

Example: `grew by 14 percent [2]` if the source says 12 percent.

Fix: none. The nearest number of the source is shown.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check
from audit.numbers.derived import restated
from wellsourced_core.model import Finding, Severity, StatisticVerdict
from wellsourced_core.values import replace


def find(case: Case) -> Iterator[Finding]:
    beside: dict[tuple[int, int], list[StatisticVerdict]] = {}
    for backed, source, verdict in case.statistics:
        beside.setdefault((backed.sentence, source), []).append(verdict)
    for backed, source, verdict in case.statistics:
        if verdict.verdict not in ("absent", "derived"):
            continue
        if restated(backed.text, verdict, beside[backed.sentence, source]):
            continue
        start, end = case.locate(backed.sentence, verdict.quantity.text)
        message = f"{verdict.quantity.text}: {verdict.why}"
        finding = CHECK.at(case, start, end, message, None, verdict.evidence, case.sources[source].id)
        yield replace(finding, severity=Severity.WARNING) if verdict.verdict == "derived" else finding


CHECK = Check("N201", "number-not-in-source", Severity.ERROR, find)
