"""Sentence and source point in opposite directions.

What it does: looks at every cited sentence, with or without a number: rose against fell, before against after,
allowed against not allowed.

Why it matters: every word of the sentence stands in the source, and it says the opposite.

Example: "smoking is allowed on the terrace" where the source says that it is not.

Fix: none. Both stretches are shown.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit import statistics
from audit.case import Case
from audit.checks import Check
from wellsourced.core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    reported = set()
    for backed, source, verdict in case.statistics:
        if verdict.verdict == "direction":
            reported.add(backed.sentence)
            start, end = case.locate(backed.sentence, verdict.quantity.text)
            message = f"{verdict.quantity.text}: {verdict.why}"
            yield CHECK.at(case, start, end, message, None, verdict.evidence, case.sources[source].id)
    for backed in case.backed:
        against = [statistics.direction_mismatch(backed.text, case.numbers_of(s)) for s in backed.sources]
        if backed.sentence not in reported and against and all(one is not None for one in against):
            start, end = case.draft.sentences[backed.sentence]
            first = against[0]
            if first is not None:
                yield CHECK.at(case, start, end, first.why, None, first.evidence, case.sources[backed.sources[0]].id)


CHECK = Check("N204", "direction-or-negation-mismatch", Severity.WARNING, find)
