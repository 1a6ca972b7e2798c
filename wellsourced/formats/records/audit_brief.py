"""The audit of a draft in brief, for an agent: what to change and where. Its shape is that of the whole audit."""

from __future__ import annotations

import json
from typing import Any

from wellsourced.formats.json import fix_record, summary
from wellsourced.formats.records import clean
from wellsourced_core.errors import shown
from wellsourced_core.model import AuditReport, FileReport, Finding, MarkerReport, Severity

SCHEMA = "wellsourced.audit-brief/1"
MOST = 40  # findings, and markers
_MESSAGE, _RAW, _EVIDENCE = 240, 60, 160  # code points
_GRAVEST_FIRST = tuple(Severity)


def render(file: FileReport) -> str:
    """Return the brief as one line of JSON: findings, markers that are weakly supported, and the counts of all.

    What is only possible is counted alone; of very many findings the gravest are told, in the order of the draft.
    """
    likely = [one for one in file.findings if one.certainty != "possible"]
    gravest = sorted(range(len(likely)), key=lambda at: _GRAVEST_FIRST.index(likely[at].severity))[:MOST]
    weak = [one for one in file.markers if any(ref.verdict == "weak" for ref in one.refs)]
    brief = {
        "path": file.path,
        "findings": [_finding(file, likely[at]) for at in sorted(gravest)],
        "markers": [_marker(one) for one in weak[:MOST]],
        "notes": list(file.notes),
    }
    record = {"schema": SCHEMA, "files": [brief], "summary": summary(AuditReport("", "", (file,)))}
    return json.dumps(clean(record), ensure_ascii=False, separators=(",", ":"), allow_nan=False) + "\n"


def _finding(file: FileReport, one: Finding) -> dict[str, Any]:
    found: dict[str, Any] = {
        "id": one.id,
        "code": one.code,
        "severity": one.severity.value,
        "line": one.line,
        "start": one.start,
        "end": one.end,
        "raw": shown(file.text[one.start : one.end], _RAW),
        "message": shown(one.message, _MESSAGE),
    }
    if one.evidence:
        found["evidence"] = {"text": shown(" ".join(one.evidence.text.split()), _EVIDENCE)}
    if one.fix:
        found["fix"] = fix_record(one.fix)
    return found


def _marker(one: MarkerReport) -> dict[str, Any]:
    refs = [{"n": ref.label, "verdict": ref.verdict} for ref in one.refs]
    return {"start": one.start, "end": one.end, "line": one.line, "raw": shown(one.raw, _RAW), "refs": refs}
