"""A report that was packed comes back as it was, whatever is in it."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from audit.runner import AuditOptions, audit
from wellsourced.formats.records.kept_report import pack, unpack
from wellsourced.given_sources import read_beside, read_document
from wellsourced_core.model import FileReport, RefVerdict, Source, Span
from wellsourced_core.values import replace

DRAFTS = sorted((Path(__file__).parents[3] / "fixtures" / "audit").glob("*/*.md"))


def report_of(path: Path) -> FileReport:
    options = AuditOptions(as_of=date(2026, 11, 21))
    report = audit(path.read_bytes().decode("utf-8"), read_beside(path, read_document).sources, options, str(path))
    return replace(report, markers=tuple(report.markers))


@pytest.mark.parametrize("path", DRAFTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_fixture_comes_back(path: Path) -> None:
    report = report_of(path)
    assert unpack(pack(report, shelf=True)) == report
    assert unpack(pack(report, shelf=False)) == replace(report, shelf=())


def test_every_field_comes_back() -> None:
    report = report_of(DRAFTS[0])
    ref = RefVerdict("ñ", "weak", 0.1 + 0.2, (None, 1 / 3), Span(1, 2, "\ud800\n\u2028"), "s", "why", 0.7, "supports")
    marker = replace(report.markers[0], refs=(ref, RefVerdict(None, "uncheckable")), claim=None)
    source = Source("id", "https://x.example", "T", "text", date(2026, 1, 2), "2026-11-21", "fetch", 3, "page")
    whole = replace(
        report, markers=(marker,), notes=("a", "b"), shelf=(source,), suppressed=4, text="\x00\udcff", path="d\n.md"
    )
    assert unpack(pack(whole, shelf=True)) == whole
