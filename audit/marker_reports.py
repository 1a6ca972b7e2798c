"""What a report says of each marker, put together as it is read."""

from __future__ import annotations

from audit.case import Case
from audit.citations import Citation
from audit.views import View
from wellsourced_core.model import Marker, MarkerReport, RefVerdict, Span


class MarkerReports(View[MarkerReport]):
    """The reports of all markers of a case, in order. All that they say stands in the case already, in less room."""

    def __init__(self, case: Case) -> None:
        self._case = case

    def __len__(self) -> int:
        return len(self._case.draft.markers)

    def make(self, index: int) -> MarkerReport:
        case = self._case
        marker = case.draft.markers[index]
        line, column = case.position(marker.start)
        refs = tuple([self._verdict(marker, citation) for citation in case.citations_of(index)])
        return MarkerReport(marker.start, marker.end, line, column, marker.raw, refs, self._claim(marker))

    def _verdict(self, marker: Marker, citation: Citation) -> RefVerdict:
        case = self._case
        best = None
        if citation.better is not None:
            source, score = citation.better
            best = (case.label_of_source(source, marker.start), score)
        return RefVerdict(
            citation.label,
            citation.verdict,
            citation.support,
            best,
            citation.evidence,
            case.sources[citation.source].id if citation.source is not None else None,
            citation.why,
            citation.together or None,
        )

    def _claim(self, marker: Marker) -> Span | None:
        case = self._case
        if not 0 <= marker.sentence < len(case.claims):
            return None
        return Span(*case.draft.sentences[marker.sentence], case.claims[marker.sentence])
