"""A marker cites a source that supports little of its sentence.

What it does: warns if the support is above the strip threshold but well below that of most right citations; it counts
0.06 less for each name of the sentence, two at most, that no source of the group has. A marker inside its sentence
gives a note: it may be about a part of it. Nothing is said of a sentence with a quotation or a telling number that the
source has, or with a number that follows from the source's: it mostly says in other words what the source says. It
warns, too, if others that are cited beside a source carry the sentence and all its numbers, and that source has nothing
of it (support below 0.10, none of its numbers), nor of the sentences without a marker right before.

Why it matters: this band holds many of the wrong citations and few of the right ones; it is worth a look.

Example: a sentence that names three effects and cites a page on one of them.

Fix: none. Read the source's best passage, which is shown; then reword the sentence or cite a source that supports it.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit import verdict_rules
from audit.case import Case
from audit.checks import Check
from wellsourced_core.model import Finding, Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import Certainty


def find(case: Case) -> Iterator[Finding]:
    for citation in case.citations.having("weak"):
        if citation.support is None or citation.doubt is not None or citation.standing.anchored:
            continue
        if not citation.idle and not verdict_rules.is_little(citation.together, citation.standing.lacking, case.tuning):
            continue
        marker = case.draft.markers[citation.marker]
        name = case.citations.name_of(citation)
        message = f"{name}: little of the sentence is in the source (support {citation.together:.2f})"
        if citation.idle:
            message = (
                f"{name}: nothing of the sentence is in this source (support {citation.support:.2f}); others carry it"
            )
        source = case.sources[citation.source].id if citation.source is not None else None
        certainty: Certainty = "likely" if citation.standing.closing else "possible"
        yield CHECK.at(case, marker.start, marker.end, message, None, citation.evidence, source, certainty)


CHECK = Check("C103", "weakly-supported-citation", Severity.WARNING, find)
