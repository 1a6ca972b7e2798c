"""A marker cites an entry that the list of references does not have.

What it does: reports every `[9]` where the list (or, without a list, the sources file) has no 9. Bounds mean
membership: lists have gaps, start at 0 and run out of order.

Why it matters: it is the plainest trace of an invented citation, or of a source that was lost on the way.

Example: `The dam was finished in 1931 [9].` with a list that ends at 3.

Fix: safe. The marker goes, the sentence stays; a group keeps its other members. Nothing is proposed where the
style of the draft was not read well, or where the list breaks off (R408). A link carries its own address: taking
it out is unsafe.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check, safe, unsafe
from audit.markers import LINKED
from audit.rewriting import without
from wellsourced.core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    for index, marker in enumerate(case.draft.markers):
        lost = [c for c in case.citations_of.get(index, ()) if c.verdict == "out-of-bounds"]
        if not lost:
            continue
        names = ", ".join(str(c.label) if c.label is not None else marker.refs[c.ref].url or "" for c in lost)
        where = "the list of references" if case.draft.references else "the sources"
        fix = None
        if case.draft.certain:
            edit = without(case.draft.text, marker, {c.ref for c in lost})
            fix = unsafe(edit) if marker.shape in LINKED else safe(edit)
        yield CHECK.at(case, marker.start, marker.end, f"{where} has no entry {names}", fix)


CHECK = Check("C101", "citation-out-of-bounds", Severity.ERROR, find)
