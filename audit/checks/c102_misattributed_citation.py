"""A marker cites a source that does not carry its sentence.

What it does: holds the marker's own sentence against the text of the cited source. It fires when the text around
the marker shares no content term with the source, when the source's support lies below the strip threshold, or
when another source of the draft supports the sentence clearly better. Members of one group support jointly.

Why it matters: the source is real and the sentence may be true, but a reader who follows the marker finds neither.

Example: a sentence about the dam's cost that cites the page on its fish ladder, while the next entry has the cost.

Fix: unsafe. The marker is pointed to the source that supports the sentence; without one it goes.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case, Citation
from audit.checks import Check, unsafe
from audit.rewriting import relabel, without
from wellsourced.core.model import Edit, Finding, Label, Marker, Severity


def find(case: Case) -> Iterator[Finding]:
    for index, marker in enumerate(case.draft.markers):
        wrong = [c for c in case.citations_of.get(index, ()) if c.verdict == "misattributed"]
        if not wrong:
            continue
        first = wrong[0]
        to = _target(case, marker, first)
        names = ", ".join(str(c.label) if c.label is not None else marker.refs[c.ref].url or "" for c in wrong)
        advice = f"; {to} does" if to is not None else ""
        edit = _edit(case, marker, wrong, to)
        yield CHECK.at(
            case,
            marker.start,
            marker.end,
            f"{names}: {first.why} (support {first.support or 0:.2f}){advice}",
            unsafe(edit) if case.draft.certain else None,
            first.evidence,
            case.sources[first.source].id if first.source is not None else None,
        )


def _target(case: Case, marker: Marker, wrong: Citation) -> Label:
    """Return the label of the source that supports the sentence clearly better, if it has one here."""
    return case.label_of_source(wrong.better[0], marker.start) if wrong.better is not None else None


def _edit(case: Case, marker: Marker, wrong: list[Citation], to: Label) -> Edit:
    dropped = {c.ref for c in wrong}
    if to is None or marker.shape not in _NUMBERED or to in _group_labels(case, marker):
        return without(case.draft.text, marker, dropped)
    old = {c.label for c in wrong}
    return relabel(marker, lambda label: to if label in old else label)


def _group_labels(case: Case, marker: Marker) -> set[Label]:
    return {ref.label for other in case.draft.markers if other.group == marker.group for ref in other.refs}


# Shapes whose label may be rewritten without a link or a definition going out of step with it.
_NUMBERED = ("bracket", "full-width", "escaped", "superscript", "sup", "footnote", "glued")

CHECK = Check("C102", "misattributed-citation", Severity.ERROR, find)
