"""What a report says of each marker: where it stands, what it cites, and the verdict on each citation."""

from __future__ import annotations

from collections.abc import Sequence

from audit.case import Case
from audit.evidence_pages import on_page
from audit.judge_citations import Citation
from wellsourced_core.model import Marker, MarkerReport, RefVerdict, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class MarkerReports(Sequence[MarkerReport]):
    """The reports of all markers, in order, each made when it is read: all of them weigh three times the draft."""

    def __init__(self, case: Case) -> None:
        self._case = case

    def __len__(self) -> int:
        return len(self._case.draft.markers)

    def __getitem__(self, index: Any) -> Any:
        indexes = range(len(self))[index]
        if isinstance(indexes, range):
            return tuple([_report(self._case, each) for each in indexes])
        return _report(self._case, indexes)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MarkerReports | tuple) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]  # equal to a tuple, whose hash is another

    def __reduce__(self) -> tuple[type, tuple[tuple[MarkerReport, ...]]]:
        return tuple, (tuple(self),)  # another process needs no case


def _report(case: Case, index: int) -> MarkerReport:
    marker = case.draft.markers[index]
    line, column = case.texts.position(marker.start)
    refs = tuple([_verdict(case, marker, citation) for citation in case.citations.of(index)])
    return MarkerReport(marker.start, marker.end, line, column, marker.raw, refs, _claim(case, marker))


def _verdict(case: Case, marker: Marker, citation: Citation) -> RefVerdict:
    best = None
    if citation.better is not None:
        fitting, score = citation.better
        best = (case.references.label_of_source(fitting, marker.start), score)
    source = case.sources[citation.source] if citation.source is not None else None
    return RefVerdict(
        citation.label,
        citation.verdict,
        citation.support,
        best,
        on_page(citation.evidence, source)
        if source is not None and citation.evidence is not None
        else citation.evidence,
        source.id if source is not None else None,
        citation.why,
        citation.together or None,
    )


def _claim(case: Case, marker: Marker) -> Span | None:
    if not 0 <= marker.sentence < len(case.draft.sentences):
        return None
    return Span(*case.draft.sentences[marker.sentence], case.texts.claim(marker.sentence))
