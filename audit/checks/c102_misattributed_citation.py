"""A marker cites a source that does not support its sentence.

What it does: compares the marker's sentence with the text of the cited source. It reports the marker if the text
around it shares no content term with the source, if the source's support is below the strip threshold, or if
another source of the draft supports the sentence clearly better; documents among the sources that no entry names are
looked at, too. Members of one group support jointly. It is an error where the sentence's only group of markers ends
it, it has seven words or more, all that it cites could be read, and the support is below 0.10, or below 0.30 where
another source fits better; the support counts 0.12 less for each name of the sentence, two at most, that no source of
the group has, or for a number. Above that it is a warning; else, and where the source has a number or a quotation of
the sentence, a note, and the verdict is weak.

Why it matters: the source is real and the sentence may be true, but a reader who follows the marker finds neither.

Example: a sentence about the dam's cost that cites the page on its fish ladder, while the next entry has the cost.

Fix: unsafe. The marker is re-pointed to the source that supports the sentence, a link in parentheses to its address; if
there is none, it is removed, unless it is a word of its sentence (`according to [9]`). A marker that cannot be
re-pointed stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from audit.case import Case
from audit.checks import Check, unsafe
from audit.editing.marker_rewriting import RELABELLED, WORD_ADVICE, relabel, repoint, thin
from audit.judge_citations import Citation
from audit.parsing.link_markers import link_name
from wellsourced_core.model import Edit, Finding, Label, Marker, Severity
from wellsourced_core.text import canonical_url


def find(case: Case) -> Iterator[Finding]:
    for members in case.references.groups:
        wrong = {at: found for at, index in enumerate(members) if (found := _wrong(case, index))}
        edits = _edits(case, members, wrong) if wrong else {}
        for at, citations in wrong.items():
            marker, first = case.draft.markers[members[at]], citations[0]
            to = _target(case, marker.start, first)
            names = ", ".join(case.citations.name_of(c) for c in citations)
            better = link_name(_link(case, first)) if first.label is None else to
            advice = f"; cite {better} instead" if to is not None else _unlisted(case, first)
            if to is None and not advice and at not in edits:
                advice = WORD_ADVICE
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
    """Point the first marker of a group that can be moved to the better source; take the others out.

    Where none can be, a marker stays of which it is known what it ought to cite.
    """
    group = [case.draft.markers[i] for i in members]
    beside = {ref.label for marker in group for ref in marker.refs}
    moved: dict[int, Edit] = {}
    kept: set[int] = set()
    for at, citations in wrong.items():
        to = _target(case, group[at].start, citations[0])
        if to is None or to in beside:
            continue
        if edit := _moved_marker(case, group[at], citations, to):
            moved[at] = edit
            break
        if group[at].shape != "numbered-link":  # whose number and address two edits would have to change
            kept.add(at)
    stays = moved or kept
    drop = {at: {c.ref for c in citations} for at, citations in wrong.items() if at not in stays}
    return {**thin(case.draft.text, group, drop), **moved}


def _moved_marker(case: Case, marker: Marker, citations: Sequence[Citation], to: Label) -> Edit | None:
    if marker.shape in (*RELABELLED, "footnote") or (marker.shape == "pandoc" and len(marker.refs) == 1):
        return relabel(marker, partial(_moved, {c.label for c in citations}, to))
    return repoint(marker, _link(case, citations[0]))


def _link(case: Case, wrong: Citation) -> str:
    """Return the link to the source that fits better: as the draft writes it elsewhere, else by its title."""
    if wrong.better is None:
        return ""
    better = case.sources[wrong.better[0]]
    refs = (ref for marker in case.draft.markers for ref in marker.refs if ref.url)
    address = canonical_url(better.url)
    found = next((ref for ref in refs if ref.url and canonical_url(ref.url) == address), None)
    return case.draft.text[found.start : found.end] if found else f"[{better.title or better.url}]({better.url})"


def _moved(old: set[Label], to: Label, label: Label) -> Label:
    return to if label in old else label


CHECK = Check("C102", "misattributed-citation", Severity.ERROR, find)
