"""A corpus is built in a file or in a database, by what its target looks like."""

from pathlib import Path

import pytest

from retrieval.backends import build
from retrieval.build_corpus import build_corpus
from wellsourced_core.errors import BackendError, InputError


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


def test_a_folder_that_lost_its_documents_does_not_cost_the_corpus(tmp_path: Path) -> None:
    documents, to = tmp_path / "documents", tmp_path / "corpus.db"
    documents.mkdir()
    (documents / "bees.md").write_text("# Bees\nThe hive is quiet.")
    assert build_corpus(documents, str(to)).documents == 1
    before = to.read_bytes()
    (documents / "bees.md").unlink()
    with pytest.raises(InputError, match="stays as it was"):
        build_corpus(documents, str(to))
    assert to.read_bytes() == before
