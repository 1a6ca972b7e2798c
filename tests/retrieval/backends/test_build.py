"""A corpus is built in a file or in a database, by what its target looks like."""

from pathlib import Path

import pytest

from retrieval.backends import build
from retrieval.build import build_corpus
from wellsourced.core.errors import BackendError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "bees.md").write_text("# Bees\nThe hive is quiet.")
    (tmp_path / "documents" / "x.bin").write_bytes(b"\0")
    return tmp_path / "documents"


def test_a_file(folder: Path, tmp_path: Path) -> None:
    report = build_corpus(folder, str(tmp_path / "corpus.db"))
    assert (report.documents, len(report.skipped)) == (1, 1)
    assert build("corpus", {"path": str(tmp_path / "corpus.db")}).search("bees", 1)[0].id == "bees.md"


def test_a_database(folder: Path, postgres: str) -> None:
    report = build_corpus(folder, postgres, schema="built")
    assert (report.documents, len(report.skipped)) == (1, 1)
    assert build("pgvector", {"dsn": postgres, "schema": "built"}).search("bees", 1)[0].id == "bees.md"


def test_a_database_that_is_not_there(folder: Path) -> None:
    with pytest.raises(BackendError):
        build_corpus(folder, "postgres://me:hunter2@127.0.0.1:1/x")
