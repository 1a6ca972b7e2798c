from __future__ import annotations

import subprocess
import sys
import textwrap
from datetime import date
from pathlib import Path

import pytest

from retrieval.backends.corpus import Corpus
from wellsourced.file_names import FILES
from wellsourced.pipeline import Settings, Tools, make_article
from wellsourced.run_folder import is_whole, save, sweep
from wellsourced_core.model import Article, Topic
from writer.extractive import write


@pytest.fixture(scope="module")
def article(corpus: Path) -> Article:
    tools = Tools((Corpus(corpus),), write)
    return make_article(Topic("", "Protected bicycle lanes and street safety"), tools, Settings(date(2026, 11, 21)))


def test_a_folder_is_whole_with_its_four_files(tmp_path: Path, article: Article) -> None:
    folder = tmp_path / "a"
    assert not is_whole(folder)
    save(folder, article)
    assert is_whole(folder)
    assert sorted(path.name for path in folder.iterdir()) == sorted(FILES)
    (folder / "sources.jsonl").unlink()
    assert not is_whole(folder)


DAMAGE = {
    "provenance.json": (b"", b"{}", b"null", b'{"schema": "wellsourced.provenance/1"}'),
    "audit.json": (b"", b"{}", b'{"schema": "wellsourced.audit/1", "files": []}', b"<<<<<<< HEAD\n{}\n"),
    "sources.jsonl": (b"", b"\0" * 40, b"<<<<<<< HEAD\n", b'{"url": "a"}\n'),
    "article.md": (b"",),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_j132_a_folder_with_a_damaged_file_is_not_whole(tmp_path: Path, article: Article, name: str) -> None:
    save(tmp_path, article)
    good = (tmp_path / name).read_bytes()
    lines = good.splitlines(keepends=True)
    fewer = [b"".join(lines[:-1]), good[:100], good[: len(good) // 2]] if name != "article.md" else []
    for bad in (*DAMAGE[name], *fewer):
        (tmp_path / name).write_bytes(bad)
        assert not is_whole(tmp_path), bad[:80]
    (tmp_path / name).write_bytes(good)
    assert is_whole(tmp_path)


def test_an_article_that_was_corrected_by_hand_is_whole(tmp_path: Path, article: Article) -> None:
    save(tmp_path, article)
    (tmp_path / "article.md").write_text("an editor was here", "utf-8")
    assert is_whole(tmp_path)


def test_saving_twice_changes_no_byte(tmp_path: Path, article: Article) -> None:
    save(tmp_path, article)
    first = {name: (tmp_path / name).read_bytes() for name in FILES}
    save(tmp_path, article)
    assert {name: (tmp_path / name).read_bytes() for name in FILES} == first


def test_h03_h04_a_folder_that_cannot_be_written_whole_stays_as_it_was(tmp_path: Path, corpus: Path) -> None:
    for name in FILES:
        (tmp_path / name).write_text("old")
    code = """
        import resource, sys
        from datetime import date
        from pathlib import Path
        from retrieval.backends.corpus import Corpus
        from wellsourced_core.errors import StorageError
        from wellsourced_core.model import Topic
        from wellsourced.run_folder import save
        from wellsourced.pipeline import Settings, Tools, make_article
        from writer.extractive import write
        topic = Topic("", "Protected bicycle lanes and street safety")
        article = make_article(topic, Tools((Corpus(Path(sys.argv[2])),), write), Settings(date(2026, 11, 21)))
        for limit in (1_000, 3_000, 10_000, 20_000):
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
            try:
                save(Path(sys.argv[1]), article)
            except StorageError as error:
                print(error.exit_code, error)
    """
    command = [sys.executable, "-c", textwrap.dedent(code), str(tmp_path), str(corpus)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    refused = done.stdout.splitlines()
    assert refused
    assert all(line.startswith(f"4 {tmp_path}/") for line in refused)
    assert {(tmp_path / name).read_text() for name in FILES} == {"old"}
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(FILES)


def test_h01_what_a_kill_left_half_written_is_swept_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    left = (tmp_path / ".tmp-0123456789abcdef", tmp_path / "a" / ".tmp-fedcba9876543210")
    kept = (tmp_path / ".tmp-notes", tmp_path / "a" / "article.md", tmp_path / "a" / ".tmp-0123456789abcdef.md")
    for path in (*left, *kept):
        path.write_text("")
    sweep(tmp_path)
    assert not any(path.exists() for path in left)
    assert all(path.exists() for path in kept)
