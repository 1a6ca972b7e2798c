"""A marker cites a source that does not support its sentence.

What it does: compares the marker's sentence with the text of the cited source. It reports the marker if the text
around it shares no content term with the source, if the source's support is below the strip threshold, or if
another source of the draft supports the sentence clearly better; documents among the sources that no entry names are
looked at, too. Members of one group support jointly. It is an error where the sentence's only group of markers ends
it, it has seven words or more, all that it cites could be read, and the support is below 0.10, or below 0.30 where
another source fits better; the support counts 0.12 less for each name of the sentence, two at most, that no source of
the group has, or for a number. Above that it is a warning; else, and where the source has a number of the sentence, a
note, and the verdict is weak.

Why it matters: the source is real and the sentence may be true, but a reader who follows the marker finds neither.

Example: a sentence about the dam's cost that cites the page on its fish ladder, while the next entry has the cost.

Fix: unsafe. The marker is re-pointed to the source that supports the sentence; if there is none, it is removed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from audit.case import Case
from audit.checks import Check, unsafe
from audit.editing.marker_rewriting import RELABELLED, relabel, thin
from audit.judge_citations import Citation
from wellsourced_core.model import Edit, Finding, Label, Severity


def find(case: Case) -> Iterator[Finding]:
    for members in case.references.groups:
        wrong = {at: found for at, index in enumerate(members) if (found := _wrong(case, index))}
        edits = _edits(case, members, wrong) if wrong else {}
        for at, citations in wrong.items():
            marker, first = case.draft.markers[members[at]], citations[0]
            to = _target(case, marker.start, first)
            names = ", ".join(case.citations.name_of(c) for c in citations)
            advice = f"; cite {to} instead" if to is not None else _unlisted(case, first)
            yield CHECK.at(
                case,
                marker.start,
                marker.end,
                f"{names}: {first.why} (support {first.support or 0:.2f}){advice}",
                unsafe(edits[at]) if at in edits and case.draft.certain else None,
                first.evidence,
                case.sources[first.source].id if first.source is not None else None,
                first.doubt or "proven",
            )
        for at, index in enumerate(members):
            doubtful = [c for c in case.citations.of(index) if c.doubt == "possible"]
            if doubtful and at not in wrong:
                yield _note(case, index, doubtful)


def _note(case: Case, index: int, doubtful: Sequence[Citation]) -> Finding:
    """Return what may be wrong with a marker; nothing is proposed for a mere possibility."""
    marker, first = case.draft.markers[index], doubtful[0]
    names = ", ".join(case.citations.name_of(c) for c in doubtful)
    message = f"{names}: {first.why} (support {first.support or 0:.2f})"
    source = case.sources[first.source].id if first.source is not None else None
    return CHECK.at(case, marker.start, marker.end, message, None, first.evidence, source, "possible")


def _wrong(case: Case, index: int) -> list[Citation]:
    return [c for c in case.citations.of(index) if c.verdict == "misattributed"]


def _target(case: Case, offset: int, wrong: Citation) -> Label:
    """Return the label of the source that supports the sentence clearly better, if it has one here."""
    return case.references.label_of_source(wrong.better[0], offset) if wrong.better is not None else None


def _unlisted(case: Case, wrong: Citation) -> str:
    """Say that a document which the list does not name supports the sentence, where one does."""
    document = case.sources[wrong.better[0]].document if wrong.better is not None else None
    return f"; {document.file}, which the list does not name, supports it" if document is not None else ""


def _edits(case: Case, members: Sequence[int], wrong: Mapping[int, list[Citation]]) -> dict[int, Edit]:
    """Point the first marker of a group that can be moved to the better source; take the others out."""
    group = [case.draft.markers[i] for i in members]
    beside = {ref.label for marker in group for ref in marker.refs}
    moved: dict[int, Edit] = {}
    for at, citations in wrong.items():
        to = _target(case, group[at].start, citations[0])
        if to is not None and to not in beside and group[at].shape in (*RELABELLED, "footnote"):
            moved[at] = relabel(group[at], partial(_moved, {c.label for c in citations}, to))
            break
    drop = {at: {c.ref for c in citations} for at, citations in wrong.items() if at not in moved}
    return {**thin(case.draft.text, group, drop), **moved}


def _moved(old: set[Label], to: Label, label: Label) -> Label:
    return to if label in old else label


CHECK = Check("C102", "misattributed-citation", Severity.ERROR, find)
