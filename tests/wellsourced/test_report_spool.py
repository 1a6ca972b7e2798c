"""Reports that wait come back as they were and in their drafts' order, from memory and from the disk."""

from __future__ import annotations

import errno
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from audit.runner import AuditOptions, audit
from wellsourced import report_spool
from wellsourced.formats.records.kept_report import pack
from wellsourced.given_sources import read_beside, read_document
from wellsourced.report_spool import ReportSpool
from wellsourced_core.errors import StorageError
from wellsourced_core.model import FileReport
from wellsourced_core.values import replace


@pytest.fixture
def some(fixtures: Path) -> list[FileReport]:
    drafts = [fixtures / "audit" / code / "bad.md" for code in ("C102", "N201", "Q302", "R401")]
    found = [
        audit(
            path.read_text("utf-8"),
            read_beside(path, read_document).sources,
            AuditOptions(as_of=date(2026, 11, 21)),
            str(path),
        )
        for path in drafts
    ]
    return [replace(one, markers=tuple(one.markers), shelf=()) for one in found]


@pytest.mark.parametrize("held", [0, 6_000, 10_000_000])
def test_reports_come_back_in_order(some: list[FileReport], held: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_spool, "_HELD", held)
    with closing(ReportSpool()) as spool:
        for number in (2, 0, 7, 1):  # drafts 3 to 6 could not be audited
            spool.put(number, pack(some[min(number, 3)], shelf=False))
            assert list(spool)
        assert list(spool) == list(spool) == some
        assert [spool[at] for at in range(len(spool))] == some
        assert spool[-1] == some[-1]


def test_an_empty_one_has_nothing() -> None:
    assert list(ReportSpool()) == []
    assert len(ReportSpool()) == 0


def test_a_full_disk_is_told(some: list[FileReport], monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(report_spool, "_HELD", 0)
    monkeypatch.setattr("tempfile.TemporaryFile", full)
    with pytest.raises(StorageError, match="temporary files: cannot be written"):
        ReportSpool().put(0, pack(some[0], shelf=False))
