"""Say of a report on a converted draft where everything stands in its file, and carry its fixes there."""

from __future__ import annotations

from collections.abc import Callable

from wellsourced_core.model import FileReport, Finding, Fix, Places
from wellsourced_core.text import line_starts
from wellsourced_core.values import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from retrieval.draft_formats.draft_text import DraftText


def placed(report: FileReport, places: Places | None) -> FileReport:
    """Return a report whose lines and columns are those of the draft's file; offsets stay those of the text as read."""
    if places is None:
        return report
    at = places.at
    starts = line_starts(report.text) if report.joins else []

    return replace(
        report,
        findings=tuple(replace(f, line=at(f.start).line, column=at(f.start).column) for f in report.findings),
        markers=tuple(replace(m, line=at(m.start).line, column=at(m.start).column) for m in report.markers),
        references=tuple(replace(r, line=at(r.start).line) for r in report.references),
        joins=tuple(replace(j, line=at(starts[j.line - 1]).line if j.line else 0) for j in report.joins),
        places=places,
    )


def in_file(report: FileReport, draft: DraftText, read: Callable[[str], DraftText]) -> FileReport:
    """Return a report whose findings and fixes are offsets of the draft's file; a fix that its bytes cannot keep goes.

    ``read`` reads a text of the file.
    """
    from retrieval.draft_formats.file_edits import in_file as edits_in_file

    wanted = [one.fix.edits for one in report.findings if one.fix is not None]
    # Reading a file takes its time: that all fixes together keep its bytes says that each does.
    everything = tuple(dict.fromkeys(edit for edits in wanted for edit in edits))
    sure = bool(wanted) and edits_in_file(draft, everything, read) is not None

    def moved(finding: Finding) -> Finding:
        fix = None
        if finding.fix is not None:
            edits = edits_in_file(draft, finding.fix.edits, None if sure else read)
            fix = Fix(finding.fix.safety, edits) if edits is not None else None
        start, end = draft.place_in_file(finding.start, finding.end)
        return replace(finding, start=start, end=end, fix=fix)

    return replace(report, text=draft.original, findings=tuple(map(moved, report.findings)))
