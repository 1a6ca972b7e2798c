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
from audit.checks import Check
from wellsourced_core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    for sentence, source, verdict in case.facts.quotations:
        if verdict.verdict == "out-of-context":
            start, end = case.texts.locate(sentence, verdict.quote.text)
            yield CHECK.at(case, start, end, verdict.why, None, verdict.evidence, case.sources[source].id, "likely")


CHECK = Check("Q304", "quote-out-of-context", Severity.WARNING, find)
