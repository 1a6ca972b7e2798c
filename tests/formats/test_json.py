"""The JSON of an audit, parsed back strictly."""

import json
from typing import Any

from wellsourced.formats import render
from wellsourced_core.model import AuditReport


def strict(text: str) -> Any:
    """Parse JSON without duplicate keys, NaN or infinities."""

    def no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        assert len({k for k, _ in pairs}) == len(pairs)
        return dict(pairs)

    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    return json.loads(text, object_pairs_hook=no_twins, parse_constant=refuse)


def test_fields_and_their_order(report: AuditReport) -> None:
    document = strict(render("json", report))
    assert list(document) == ["schema", "tool", "files", "summary"]
    assert document["schema"] == "wellsourced.audit/1"
    assert document["tool"] == {"name": "wellsourced", "version": "0.1.0", "policy": "p-1"}
    file = document["files"][0]
    assert list(file)[:6] == ["path", "style", "sources", "markers", "references", "findings"]
    assert list(file["style"]) == ["markers", "references", "joined_by", "confidence"]
    assert list(file["markers"][0]) == ["start", "end", "line", "column", "raw", "refs"]
    assert list(file["markers"][0]["refs"][0]) == ["n", "verdict", "support", "best", "evidence"]
    assert file["references"][1] == {"n": 2, "line": 9, "start": file["findings"][4]["start"], "verdict": "orphan"}
    keys = ["id", "code", "rule", "severity", "message", "start", "end", "line", "column", "fix"]
    assert list(file["findings"][0])[:10] == keys
    assert list(file["findings"][0]["fix"]) == ["safety", "edits"]
    assert file["findings"][1]["fix"] is None
    assert file["findings"][0]["severity"] == "error"


def test_values(report: AuditReport) -> None:
    file = strict(render("json", report))["files"][0]
    misattributed, group = file["markers"][0]["refs"][0], file["markers"][1]["refs"]
    assert misattributed == {
        "n": 3, "verdict": "misattributed", "support": 0.123457, "best": {"n": 1, "support": 0.9},
        "evidence": {"start": 0, "end": 4, "text": "gone"},
    }  # fmt: skip
    assert [(r["n"], r["support"], r["best"], r["evidence"]) for r in group] == [
        (1, None, None, None), ("note", 0.666667, None, None), (None, None, None, None)
    ]  # fmt: skip
    text = report.files[0].text
    for found, finding in zip(file["findings"], report.files[0].findings, strict=True):
        assert text[found["start"] : found["end"]] == text[finding.start : finding.end]


def test_summary_counts_everything(report: AuditReport) -> None:
    assert strict(render("json", report))["summary"] == {
        "files": 2, "markers": 2, "references": 2, "findings": 5,
        "severities": {"error": 2, "warning": 2, "note": 1},
        "codes": {"C101": 1, "C102": 1, "C104": 1, "C106": 1, "R401": 1},
        "verdicts": {"misattributed": 1, "out-of-bounds": 1, "supported": 1, "uncheckable": 1},
        "partly_supported": 0, "checked": 2, "unchecked": 1, "suppressed": 1,
    }  # fmt: skip


def test_counts_stay_exact_when_findings_are_cut(many: AuditReport) -> None:
    document = strict(render("json", many, max_findings=3))
    assert len(document["files"][0]["findings"]) == 3
    assert document["summary"]["findings"] == 10_000


def test_only_ascii_comes_out_and_nothing_is_lost(nasty: AuditReport) -> None:
    text = render("json", nasty)
    assert text.isascii()
    assert strict(text)["files"][0]["path"] == nasty.files[0].path
    assert strict(text)["files"][0]["style"]["confidence"] == 0.333333
