"""SARIF 2.1.0, for code scanning: columns in code points, a fingerprint and the proposed fix per result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from wellsourced.formats._json import Each, dumped
from wellsourced.formats._shared import PLAIN, Lines, Options, one_line, shown_findings, uri, where
from wellsourced_core.model import AuditReport, FileReport, Finding, Fix, Severity

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}
_RANK = list(Severity)
_RANKS = {"proven": 90.0, "likely": 70.0, "possible": 30.0}  # in percent: how often a reader is promised to agree
_WHAT = "What it does: "


def pieces(report: AuditReport, options: Options = PLAIN) -> Iterator[str]:
    """Yield the report as one SARIF log with one run."""
    rules = _rules(report, options.rules)
    order = {rule["id"]: i for i, rule in enumerate(rules)}
    results = Each(
        _result(file, finding, index, order[finding.code])
        for file, findings in shown_findings(report, options.max_findings)
        for index in [Lines(file)]
        for finding in findings
    )
    driver = {"name": "wellsourced", "version": report.version, "rules": rules}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "newlineSequences": ["\r\n", "\n", "\r"],
        "properties": {"policy": report.policy},
        "results": results,
    }
    return dumped({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _rules(report: AuditReport, descriptions: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the rules that found something, by code; a rule's level is the gravest of its findings."""
    found: dict[str, Finding] = {}
    for file in report.files:
        for finding in file.findings:
            known = found.setdefault(finding.code, finding)
            if _RANK.index(finding.severity) < _RANK.index(known.severity):
                found[finding.code] = finding
    return [
        {
            "id": code,
            "name": finding.rule,
            "shortDescription": {"text": _message(descriptions.get(code, finding.rule.replace("-", " ")))},
            **_page(code),
            "defaultConfiguration": {"level": _LEVELS[finding.severity]},
        }
        for code, finding in sorted(found.items())
    ]


def _page(code: str) -> dict[str, Any]:
    """Return a rule's page: code scanning expects a full description and help."""
    from audit.checks import page

    whole = page(code)
    what = next((part for part in whole.split("\n\n") if part.startswith(_WHAT)), whole)
    described = " ".join(what.removeprefix(_WHAT).split())
    return {"fullDescription": {"text": _message(described[:1].upper() + described[1:])}, "help": {"text": whole}}


def _result(file: FileReport, finding: Finding, index: Lines, rule: int) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": _LEVELS[finding.severity],
        "rank": _RANKS[finding.certainty],
        "message": {"text": _message(finding.message + where(file, finding))},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": uri(file.path)},
                    "region": _region(index, finding.start, finding.end),
                }
            }
        ],
        "partialFingerprints": {"wellsourced/v1": finding.id},
    }
    if finding.fix and file.places is None:  # its edits are of the text as read
        result["fixes"] = [_fix(file, finding.fix, index)]
    return result


def _fix(file: FileReport, fix: Fix, index: Lines) -> dict[str, Any]:
    replacements = [
        {"deletedRegion": _region(index, e.start, e.end), "insertedContent": {"text": e.text}} for e in fix.edits
    ]
    return {
        "description": {"text": f"{fix.safety} fix"},
        "artifactChanges": [{"artifactLocation": {"uri": uri(file.path)}, "replacements": replacements}],
    }


def _region(index: Lines, start: int, end: int) -> dict[str, int]:
    line, column, end_line, end_column = index.span(start, end)
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}


def _message(text: str) -> str:
    """Return a plain-text message: braces are doubled (they are placeholders), nothing reads as a link."""
    return one_line(text).replace("{", "{{").replace("}", "}}").replace("](", "\\](")
