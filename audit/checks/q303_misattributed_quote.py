"""The words were said by somebody else.

What it does: compares the speaker that the sentence names with the one that the source names for the quotation.

Why it matters: the words are real and the person is real; the statement is not.

Example: the mayor's words attributed to her opponent.

Fix: none. The source's speaker is shown.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check
from wellsourced_core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    for sentence, source, verdict in case.facts.quotations:
        if verdict.verdict == "misattributed":
            start, end = case.texts.locate(sentence, verdict.quote.text)
            yield CHECK.at(case, start, end, verdict.why, None, verdict.evidence, case.sources[source].id)


CHECK = Check("Q303", "misattributed-quote", Severity.ERROR, find)
