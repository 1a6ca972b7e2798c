"""Say of a report on a converted draft where everything stands in its file, and carry its fixes there."""

from __future__ import annotations

from collections.abc import Callable

from wellsourced_core.model import FileReport, Finding, Fix, Places
from wellsourced_core.values import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    from retrieval.draft_formats.draft_text import DraftText
    from wellsourced_core.model import MarkerReport, ReferenceReport

    _Placed = TypeVar("_Placed", Finding, MarkerReport, ReferenceReport)


def placed(report: FileReport, places: Places | None) -> FileReport:
    """Return a report whose lines and columns are those of the draft's file; offsets stay those of the text as read."""
    if places is None:
        return report

    def moved(one: _Placed) -> _Placed:
        at = places.at(one.start)
        return replace(one, line=at.line, column=at.column)

    return replace(
        report,
        findings=tuple(map(moved, report.findings)),
        markers=tuple(map(moved, report.markers)),
        references=tuple(replace(one, line=places.at(one.start).line) for one in report.references),
        places=places,
    )


def in_file(report: FileReport, draft: DraftText, read: Callable[[str], DraftText]) -> FileReport:
    """Return a report whose findings and fixes are offsets of the draft's file; a fix that its bytes cannot keep goes.

    ``read`` reads a text of the file.
    """
    from retrieval.draft_formats.file_edits import in_file as edits_in_file

    def moved(finding: Finding) -> Finding:
        edits = edits_in_file(draft, finding.fix.edits, read) if finding.fix is not None else None
        fix = Fix(finding.fix.safety, edits) if finding.fix is not None and edits is not None else None
        start, end = draft.place_in_file(finding.start, finding.end)
        return replace(finding, start=start, end=end, fix=fix)

    return replace(report, text=draft.original, findings=tuple(map(moved, report.findings)))
