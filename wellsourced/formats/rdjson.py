"""Reviewdog's diagnostic format: columns in UTF-8 bytes, 1-based, ends exclusive, fixes as suggestions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wellsourced.formats._json import Each, dumped
from wellsourced.formats._shared import PLAIN, Lines, Options, one_line, shown_findings, where
from wellsourced_core.model import AuditReport, FileReport, Finding, Severity

_SEVERITIES = {Severity.ERROR: "ERROR", Severity.WARNING: "WARNING", Severity.NOTE: "INFO"}


def pieces(report: AuditReport, options: Options = PLAIN) -> Iterator[str]:
    """Yield the report as one rdjson object."""
    diagnostics = Each(
        _diagnostic(file, finding, index)
        for file, findings in shown_findings(report, options.max_findings, possible=options.verbose)
        for index in [Lines(file)]
        for finding in findings
    )
    return dumped({"source": {"name": "wellsourced"}, "diagnostics": diagnostics})


def _diagnostic(file: FileReport, finding: Finding, index: Lines) -> dict[str, Any]:
    diagnostic: dict[str, Any] = {
        "message": one_line(finding.message + where(file, finding)),
        "location": {"path": file.path, "range": _range(index, finding.start, finding.end)},
        "severity": _SEVERITIES[finding.severity],
        "code": {"value": f"{finding.code} {finding.rule}"},
    }
    if finding.fix and file.places is None:  # its edits are of the text as read
        diagnostic["suggestions"] = [
            {"range": _range(index, e.start, e.end), "text": e.text} for e in finding.fix.edits
        ]
    return diagnostic


def _range(index: Lines, start: int, end: int) -> dict[str, dict[str, int]]:
    line, column, end_line, end_column = index.span(start, end, in_bytes=True)
    return {"start": {"line": line, "column": column}, "end": {"line": end_line, "column": end_column}}
