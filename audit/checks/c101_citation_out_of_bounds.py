"""A marker cites an entry that the list of references does not have.

What it does: reports every `[9]` where the list (or, without a list, the sources file) has no 9. Bounds mean
membership: lists have gaps, start at 0 and run out of order. A link whose address the list lacks is uncheckable (C104)
where the list has no addresses, or less than half of those that links cite.

Why it matters: it is the clearest sign of an invented citation, or of a source that got lost.

Example: `The dam was finished in 1931 [9].` with a list that ends at 3.

Fix: safe. The marker is removed, the sentence stays; a group keeps its other members. Nothing is proposed if the
draft's style could not be read reliably, if the list breaks off (R408), or for a marker that is a word of its sentence
(`@key shows`, `according to [9]`, `both [1] and [9]`): rewrite that sentence. A link has its own address, and
`[Document 9]` may be words: removing these is unsafe.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check, safe, unsafe
from audit.editing.marker_rewriting import WORD_ADVICE, thin
from audit.parsing.dialects import WORDED
from audit.parsing.markers import LINKED
from wellsourced_core.model import Finding, Marker, Severity


def find(case: Case) -> Iterator[Finding]:
    where = "the list of references has" if case.draft.references else "the sources have"
    for members in case.references.groups:
        markers = [case.draft.markers[i] for i in members]
        lost = {at: found for at, marker in enumerate(markers) if (found := _lost(case, marker))}
        edits = thin(case.draft.text, markers, lost) if lost else {}
        for at, places in lost.items():
            marker = markers[at]
            refs = [marker.refs[place] for place in sorted(places)]
            names = ", ".join(str(ref.label) if ref.label is not None else ref.url or "" for ref in refs)
            fix = None
            if at in edits and case.draft.certain:
                fix = unsafe(edits[at]) if marker.shape in (*LINKED, WORDED) else safe(edits[at])
            advice = "" if at in edits else WORD_ADVICE
            yield CHECK.at(case, marker.start, marker.end, f"{where} no entry {names}{advice}", fix)


def _lost(case: Case, marker: Marker) -> set[int]:
    """Return the places in a marker of the references that are no members; nothing need be judged for that."""
    return {at for at, ref in enumerate(marker.refs) if not case.references.resolve(marker, ref)[0]}


CHECK = Check("C101", "citation-out-of-bounds", Severity.ERROR, find)
