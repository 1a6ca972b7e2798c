"""Two sources of the draft give different values for the same measure.

What it does: reports a number in a cited sentence if another source of the draft has another value for the same
measure, period and unit; both passages are shown. Another period or an estimate is a spread, not a conflict. What a
sentence says of its own day ("at present", "now") is none, nor a difference ("six pounds more") beside a sum.

Why it matters: the reader should know that the sources disagree.

Example: two counts of the same trees in the same year.

Fix: none. Say that the sources differ, and cite both.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check
from wellsourced_core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    for sentence, source, other, found in case.facts.disagreements:
        start, end = case.texts.locate(sentence, found.first.text)
        names = case.sources[source].id, case.sources[other].id
        message = f"source {names[0]} has {found.first.text}, source {names[1]} has {found.second.text}: {found.why}"
        yield CHECK.at(case, start, end, message, None, found.second, names[1], "likely")


CHECK = Check("N205", "conflicting-sources", Severity.WARNING, find)
