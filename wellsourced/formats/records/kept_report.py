"""The report on a file as it waits to be shown, on the disk or on its way from a worker: a line of JSON a value.

Values are arrays in the order of their fields; sources, which only pages show, are left out unless they are wanted.
"""

from __future__ import annotations

import json

from wellsourced_core.model import (
    Document,
    Edit,
    FileReport,
    Finding,
    Fix,
    MarkerReport,
    Place,
    Places,
    ReferenceReport,
    RefVerdict,
    Review,
    Severity,
    Source,
    SourceJoin,
    Span,
    Style,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_encoded = json.JSONEncoder(separators=(",", ":")).encode
_SEVERITIES = {severity.value: severity for severity in Severity}


def pack(report: FileReport, *, shelf: bool) -> bytes:
    """Return a report as bytes; ``shelf`` keeps its sources too."""
    return "\n".join(map(_encoded, _records(report, shelf))).encode("ascii")


def unpack(data: bytes) -> FileReport:
    """Return the report that was packed."""
    lines = data.split(b"\n")
    path, text, style, sources, suppressed, notes, shelf, joins, counts, places, reviewed = json.loads(lines[0])
    records = map(json.loads, lines[1:])
    return FileReport(
        path,
        text,
        Style(*style),
        sources,
        tuple(_marker(next(records)) for _ in range(counts[0])),
        tuple(ReferenceReport(*next(records)) for _ in range(counts[1])),
        tuple(_finding(next(records)) for _ in range(counts[2])),
        suppressed,
        tuple(notes),
        tuple(map(_source, shelf)),
        joins=tuple(SourceJoin(*join) for join in joins),
        places=Places(text, tuple(Place(*row) for row in places)) if places else None,
        reviewed=tuple(Review(*one) for one in reviewed),
    )


def _records(report: FileReport, shelf: bool) -> Iterator[Any]:
    yield (
        report.path,
        report.text,
        _fields(report.style),
        report.sources,
        report.suppressed,
        report.notes,
        [_packed_source(source) for source in report.shelf] if shelf else (),
        [_fields(join) for join in report.joins],
        (len(report.markers), len(report.references), len(report.findings)),
        [_fields(place) for place in report.places.rows] if report.places else (),
        [_fields(one) for one in report.reviewed],
    )
    for marker in report.markers:
        refs = [(*_fields(ref)[:4], _span(ref.evidence), *_fields(ref)[5:]) for ref in marker.refs]
        yield (*_fields(marker)[:5], refs, _span(marker.claim))
    yield from map(_fields, report.references)
    for one in report.findings:
        fix = one.fix and (one.fix.safety, [_fields(edit) for edit in one.fix.edits])
        yield (*_fields(one)[:9], fix, _span(one.evidence), one.source, one.certainty, one.opinion, one.why, one.told)


def _fields(value: Any) -> tuple[Any, ...]:
    return tuple(getattr(value, name) for name in value.__match_args__)


def _span(span: Span | None) -> tuple[Any, ...] | None:
    return _fields(span) if span else None


def _packed_source(source: Source) -> tuple[Any, ...]:
    day = source.published.isoformat() if source.published else None
    return (*_fields(source)[:4], day, *_fields(source)[5:-1], source.document and _fields(source.document))


def _source(record: list[Any]) -> Source:
    from datetime import date

    identifier, url, title, text, day, retrieved, provider, n, dated_by, document = record
    published = date.fromisoformat(day) if day else None
    read_from = document and Document(document[0], tuple(document[1]), tuple(document[2]), document[3])
    return Source(identifier, url, title, text, published, retrieved, provider, n, dated_by, read_from)


def _marker(record: list[Any]) -> MarkerReport:
    start, end, line, column, raw, refs, claim = record
    return MarkerReport(start, end, line, column, raw, tuple(map(_ref, refs)), claim and Span(*claim))


def _ref(record: list[Any]) -> RefVerdict:
    label, verdict, support, best, evidence, *rest = record
    return RefVerdict(label, verdict, support, best and tuple(best), evidence and Span(*evidence), *rest)


def _finding(record: list[Any]) -> Finding:
    code, rule, severity, message, start, end, line, column, name, fix, evidence, *rest = record
    return Finding(
        code,
        rule,
        _SEVERITIES[severity],
        message,
        start,
        end,
        line,
        column,
        name,
        fix and Fix(fix[0], tuple(Edit(*edit) for edit in fix[1])),
        evidence and Span(*evidence),
        *rest,
    )
