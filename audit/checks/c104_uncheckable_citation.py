"""A marker cites a source that cannot be held against its sentence.

What it does: names citations whose source has no text, too little of it, or another language and no number or name
in common. Where no source has a text at all, the summary says so once instead; with `--strict` each is named, as
an error.

Why it matters: unchecked is not wrong, and it is not right either.

Example: an English sentence that cites a Russian page.

Fix: none. `--fetch`, `wellsourced lock` or `--sources` bring texts.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check
from wellsourced.core.model import Finding, Severity
from wellsourced.core.values import replace


def find(case: Case) -> Iterator[Finding]:
    if not case.strict and not any(source.text.strip() for source in case.sources):
        return
    severity = Severity.ERROR if case.strict else Severity.WARNING
    for citation in case.citations.having("uncheckable"):
        marker = case.draft.markers[citation.marker]
        message = f"{case.name_of(citation)}: {citation.why}"
        yield replace(CHECK.at(case, marker.start, marker.end, message), severity=severity)


CHECK = Check("C104", "uncheckable-citation", Severity.WARNING, find)
