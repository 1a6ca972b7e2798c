"""Annotations of GitHub Actions: a workflow command a finding, errors first because only ten of a kind are shown."""

from __future__ import annotations

from collections.abc import Iterator

from wellsourced.formats._shared import PLAIN, Lines, Options, count, one_line, plural, shown_findings, where
from wellsourced_core.model import AuditReport, FileReport, Finding, Severity

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
_SHOWN = 10


def pieces(report: AuditReport, options: Options = PLAIN) -> Iterator[str]:
    """Yield one ``::error ...::message`` line a finding, and a last line with the counts."""
    counts = count(report)
    for severity in (one for one in Severity if counts.severities[one]):
        for file, findings in shown_findings(report, options.max_findings, possible=options.verbose):
            index = Lines(file)
            yield "".join(f"{_command(file, f, index)}\n" for f in findings if f.severity is severity)
    total = ", ".join(plural(n, s) for s, n in counts.severities.items())
    more = max(counts.severities.values()) > _SHOWN
    hint = f"; a step shows at most {_SHOWN} annotations of a kind; the lines above are complete" if more else ""
    yield f"wellsourced: {total}{hint}\n"


def _command(file: FileReport, finding: Finding, index: Lines) -> str:
    line, column, end_line, end_column = index.span(finding.start, finding.end)
    place = {"file": file.path.removeprefix("./"), "line": str(line), "endLine": str(end_line)}
    if line == end_line:  # columns over several lines are refused
        place |= {"col": str(column), "endColumn": str(end_column)}
    place["title"] = f"{finding.code} {finding.rule}"
    properties = ",".join(f"{key}={_property(value)}" for key, value in place.items())
    return f"::{_COMMANDS[finding.severity]} {properties}::{_data(finding.message + where(file, finding))}"


def _data(text: str) -> str:
    return one_line(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
