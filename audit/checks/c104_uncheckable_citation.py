"""A marker cites a source that cannot be compared with its sentence.

What it does: names citations whose source has no text, too little text, or another language and no number or name
in common. Those of a heading, of a lead-in ("Based on the given context [1],") and of a sentence about what the sources
do not say give a note. If no source has a text, the summary says so once instead; with `--strict` each is named, as an
error. A link that `sources.lock` does not have is an error too where `--locked` makes the lock the draft's list.

Why it matters: unchecked does not mean wrong, but it does not mean right either.

Example: an English sentence that cites a Russian page.

Fix: none. `--fetch`, `wellsourced lock` or `--sources` can provide the texts.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check
from wellsourced_core.model import Finding, Severity
from wellsourced_core.values import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import Certainty


def find(case: Case) -> Iterator[Finding]:
    unlisted = {one.source: one.message for one in case.observations if one.code == CHECK.code}
    if not case.strict and not unlisted and not any(source.text.strip() for source in case.sources):
        return
    for citation in case.citations.having("uncheckable"):
        if not case.strict and case.facts.stands_beside(citation):
            continue  # the rules on meaning compare the two word by word
        if not case.strict and citation.marker in case.facts.tabled:
            continue  # the figures of its row are compared one by one
        marker = case.draft.markers[citation.marker]
        source = None if citation.source is None else case.sources[citation.source].id
        told = unlisted.get(source or "")
        message = f"{case.citations.name_of(citation)}: {told or citation.why}"
        certainty: Certainty = "proven" if citation.stated else "possible"
        finding = CHECK.at(case, marker.start, marker.end, message, source=source, certainty=certainty)
        yield replace(finding, severity=Severity.ERROR) if case.strict or told else finding


CHECK = Check("C104", "uncheckable-citation", Severity.WARNING, find)
