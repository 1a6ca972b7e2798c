"""Read an audit back from its JSON; ``attach`` adds what only the draft and the sources contain."""

from __future__ import annotations

from pathlib import Path

from wellsourced.formats.json import SCHEMA
from wellsourced.formats.records.fields import Fields, read_record
from wellsourced_core.model import (
    CERTAINTIES,
    CITATION_VERDICTS,
    OPINION_VERDICTS,
    REFERENCE_VERDICTS,
    AuditReport,
    Edit,
    FileReport,
    Finding,
    Fix,
    MarkerReport,
    ReferenceReport,
    RefVerdict,
    ScoredSource,
    Severity,
    Style,
)
from wellsourced_core.values import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from wellsourced_core.model import OpinionVerdict

_SEVERITIES = {severity.value: severity for severity in Severity}


def read_audit(path: Path) -> AuditReport:
    """Read an audit; its files have no text and no sources. Raises InputError naming the field."""
    record = read_record(path, SCHEMA)
    tool = record.child("tool") or Fields({}, f"{path}.tool")
    moved = tool.child("thresholds")
    bars = (moved.number("strip"), moved.number("balanced")) if moved else None
    files = tuple(map(_file, record.children("files")))
    return AuditReport(tool.text("version", ""), tool.text("policy", ""), files, bars)


def fits(file: FileReport, text: str) -> bool:
    """Tell whether an audit is of this text: every marker and every place stands where it was."""
    return all(text[marker.start : marker.end] == marker.raw for marker in file.markers) and all(
        finding.end <= len(text) for finding in file.findings
    )


def attach(recorded: FileReport, fresh: FileReport, scored: tuple[ScoredSource, ...] = ()) -> FileReport:
    """Give a recorded audit the text, the sources and the claims of a fresh one of the same text.

    A verdict keeps what was recorded; why it fell is told where both agree on it.
    """
    now = {(marker.start, marker.raw): marker for marker in fresh.markers}
    markers = tuple(_explained(marker, now.get((marker.start, marker.raw))) for marker in recorded.markers)
    return replace(recorded, text=fresh.text, shelf=fresh.shelf, markers=markers, scored=scored)


def _explained(marker: MarkerReport, now: MarkerReport | None) -> MarkerReport:
    if now is None or len(now.refs) != len(marker.refs):
        return marker
    refs = tuple(_told(a, b) if _same(a, b) else a for a, b in zip(marker.refs, now.refs, strict=True))
    return replace(marker, refs=refs, claim=now.claim)


def _told(recorded: RefVerdict, now: RefVerdict) -> RefVerdict:
    """Return a verdict as it is explained now, with what a reader said of it."""
    return replace(now, opinion=recorded.opinion, why=recorded.why) if recorded.opinion else now


def _same(a: RefVerdict, b: RefVerdict) -> bool:
    return (a.label, a.verdict, round(a.support or 0, 6)) == (b.label, b.verdict, round(b.support or 0, 6))


def _file(file: Fields) -> FileReport:
    style = file.child("style") or Fields({}, f"{file.where}.style")
    return FileReport(
        path=file.text("path"),
        text="",
        style=Style(
            style.text("markers", ""),
            style.text("references", ""),
            style.text("joined_by", ""),
            style.number("confidence", 0.0),
        ),
        sources=file.whole("sources", 0),
        markers=tuple(map(_marker, file.children("markers"))),
        references=tuple(
            ReferenceReport(
                one.label("n"), one.whole("line"), one.whole("start"), one.member("verdict", REFERENCE_VERDICTS)
            )
            for one in file.children("references")
        ),
        findings=tuple(map(_finding, file.children("findings"))),
        notes=file.texts("notes"),
    )


def _marker(marker: Fields) -> MarkerReport:
    return MarkerReport(
        marker.whole("start"),
        marker.whole("end"),
        marker.whole("line"),
        marker.whole("column"),
        marker.text("raw"),
        tuple(map(_ref, marker.children("refs"))),
    )


def _ref(ref: Fields) -> RefVerdict:
    best = ref.child("best")
    return RefVerdict(
        ref.label("n"),
        ref.member("verdict", CITATION_VERDICTS),
        ref.number_or_none("support"),
        (best.label("n"), best.number("support")) if best else None,
        ref.span("evidence"),
        opinion=_opinion(ref)[0],
        why=_opinion(ref)[1],
    )


def _finding(finding: Fields) -> Finding:
    severity = finding.text("severity")
    return Finding(
        finding.text("code"),
        finding.text("rule"),
        _SEVERITIES.get(severity, Severity.NOTE),
        finding.text("message"),
        finding.whole("start"),
        finding.whole("end"),
        finding.whole("line"),
        finding.whole("column"),
        finding.text("id", ""),
        _fix(finding.child("fix")),
        finding.span("evidence"),
        finding.text("source", "") or None,
        finding.member("certainty", CERTAINTIES, "proven"),
        *_opinion(finding),
        finding.member("told", CERTAINTIES, "proven") if "told" in finding.record else "",
    )


def _opinion(of: Fields) -> tuple[OpinionVerdict | Literal[""], str]:
    told = of.child("opinion")
    return (told.member("verdict", OPINION_VERDICTS), told.text("why", "")) if told else ("", "")


def _fix(fix: Fields | None) -> Fix | None:
    if fix is None:
        return None
    edits = tuple(Edit(one.whole("start"), one.whole("end"), one.text("text")) for one in fix.children("edits"))
    return Fix("safe" if fix.text("safety") == "safe" else "unsafe", edits)
