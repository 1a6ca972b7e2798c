"""The whole audit as JSON, schema ``wellsourced.audit/1``; numbers to six decimals, ASCII only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from wellsourced.formats._json import Each, dumped
from wellsourced.formats._shared import PLAIN, Options, count, place, shown_findings
from wellsourced_core.model import (
    AuditReport,
    FileReport,
    Finding,
    Fix,
    MarkerReport,
    ReferenceReport,
    RefVerdict,
    SourceJoin,
    Span,
)  # fmt: skip

SCHEMA = "wellsourced.audit/1"


def pieces(report: AuditReport, options: Options = PLAIN) -> Iterator[str]:
    """Yield the report as one JSON object and a final newline."""
    shown = shown_findings(report, options.max_findings)
    document = {
        "schema": SCHEMA,
        "tool": _tool(report),
        "files": Each(_file(file, findings) for file, findings in shown),
        "summary": summary(report),
    }
    return dumped(document)


def summary(report: AuditReport) -> dict[str, Any]:
    """Return the counts of the whole report, also of findings that are not shown."""
    counts = count(report)
    return {
        "files": counts.files,
        "markers": counts.markers,
        "references": counts.references,
        "findings": counts.findings,
        "severities": dict(counts.severities),
        "codes": dict(counts.codes),
        "verdicts": dict(counts.verdicts),
        "partly_supported": counts.partly_supported,
        "checked": counts.checked,
        "unchecked": counts.unchecked,
        "suppressed": counts.suppressed,
    }


def _tool(report: AuditReport) -> dict[str, Any]:
    tool: dict[str, Any] = {"name": "wellsourced", "version": report.version, "policy": report.policy}
    if report.bars is not None:
        tool["thresholds"] = dict(zip(("strip", "balanced"), report.bars, strict=True))
    return tool


def _file(file: FileReport, findings: Sequence[Finding]) -> dict[str, Any]:
    style = file.style
    return {
        "path": file.path,
        "style": {
            "markers": style.markers,
            "references": style.references,
            "joined_by": style.joined_by,
            "confidence": _number(style.confidence),
        },
        "sources": file.sources,
        "markers": Each(_marker(marker, file) for marker in file.markers),
        "references": Each(map(_reference, file.references)),
        "findings": Each(_finding(finding, file) for finding in findings),
        "notes": list(file.notes),
        **({"joins": [_join(one) for one in file.joins]} if file.joins else {}),
    }


def _join(join: SourceJoin) -> dict[str, Any]:
    """Return one document and its entry: where one of the two is missing, what it would say is null."""
    return {
        "file": join.file or None,
        "n": join.label,
        "line": join.line or None,
        "by": join.by or None,
        "problem": join.problem or None,
    }


def _marker(marker: MarkerReport, file: FileReport) -> dict[str, Any]:
    """Return one marker; ``place`` stands only where the draft is no Markdown."""
    named = {"place": place(file, marker)} if file.places is not None else {}
    return {
        "start": marker.start,
        "end": marker.end,
        "line": marker.line,
        "column": marker.column,
        "raw": marker.raw,
        "refs": [_ref(r) for r in marker.refs],
        **named,
    }


def _ref(ref: RefVerdict) -> dict[str, Any]:
    """Return one reference of a marker; ``opinion`` stands only where a reader was asked."""
    return {
        "n": ref.label,
        "verdict": ref.verdict,
        "support": _number(ref.support),
        "best": {"n": ref.best[0], "support": _number(ref.best[1])} if ref.best else None,
        "evidence": _span(ref.evidence),
        **_opinion(ref),
    }


def _opinion(of: RefVerdict | Finding) -> dict[str, Any]:
    return {"opinion": {"verdict": of.opinion, "why": of.why}} if of.opinion else {}


def _reference(reference: ReferenceReport) -> dict[str, Any]:
    return {
        "n": reference.label,
        "line": reference.line,
        "start": reference.start,
        "verdict": reference.verdict,
    }


def _finding(finding: Finding, file: FileReport) -> dict[str, Any]:
    told = {"told": finding.told} if finding.told else {}
    return {
        "id": finding.id,
        "code": finding.code,
        "rule": finding.rule,
        "severity": finding.severity.value,
        "message": finding.message,
        "start": finding.start,
        "end": finding.end,
        "line": finding.line,
        "column": finding.column,
        "fix": fix_record(finding.fix) if finding.fix else None,
        "evidence": _span(finding.evidence),
        "source": finding.source,
        "certainty": finding.certainty,
        "place": place(file, finding),
        **_opinion(finding),
        **told,
    }


def fix_record(fix: Fix) -> dict[str, Any]:
    """Return a fix and its edits, as JSON has them."""
    edits = [{"start": e.start, "end": e.end, "text": e.text} for e in fix.edits]
    return {"safety": fix.safety, "edits": edits}


def _span(span: Span | None) -> dict[str, Any] | None:
    if span is None:
        return None
    page = {"page": span.page} if span.page else {}
    return {"start": span.start, "end": span.end, "text": span.text, **page}


def _number(value: float | None) -> float | None:
    return None if value is None else round(value, 6)
