"""GitLab's Code Quality report: a list of issues, each with a fingerprint that is its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from wellsourced.formats._json import Each, dumped
from wellsourced.formats._shared import PLAIN, Lines, Options, one_line, shown_findings, where
from wellsourced_core.model import AuditReport, FileReport, Finding, Severity

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.NOTE: "info"}


def pieces(report: AuditReport, options: Options = PLAIN) -> Iterator[str]:
    """Yield the report as one JSON list."""
    return dumped(Each(_issues(report, options)))


def _issues(report: AuditReport, options: Options) -> Iterator[dict[str, Any]]:
    seen: Counter[tuple[str, str]] = Counter()
    for file, findings in shown_findings(report, options.max_findings, possible=options.verbose):
        index = Lines(file)
        for finding in findings:
            key = file.path, finding.id
            yield _issue(file, finding, index, seen[key])
            seen[key] += 1


def _issue(file: FileReport, finding: Finding, index: Lines, again: int) -> dict[str, Any]:
    """Return one issue; GitLab drops a second one with the same fingerprint, so the path and a count are in it."""
    path = file.path.removeprefix("./")
    fingerprint = sha256(f"{path}\0{finding.id}\0{again}".encode("utf-8", "surrogatepass")).hexdigest()
    return {
        "description": one_line(f"{finding.code} {finding.rule}: {finding.message}{where(file, finding)}"),
        "check_name": f"{finding.code} {finding.rule}",
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[finding.severity],
        "location": {
            "path": path,
            "lines": {"begin": finding.line, "end": index.span(finding.start, finding.end)[2]},
        },
    }
