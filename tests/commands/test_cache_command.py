"""`cache` shows and empties the folder of fetched pages, and nothing else."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from retrieval.cache import Cache, Entry
from wellsourced.cli import main

ENTRY = Entry("https://mills.example/a", "https://mills.example/a", "text/html", "2026-11-21", b"<p>Mill</p>")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "wellsourced"


def test_a_cache_that_is_not_there_is_empty_and_stays_away(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert [main(["cache"]), main(["cache", "info"]), main(["cache", "clear"])] == [0, 0, 0]
    assert capsys.readouterr().out == f"{folder}: no page\n" * 3
    assert not folder.exists()


def test_pages_are_counted_and_removed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Cache.open(folder).put(ENTRY)
    assert folder.stat().st_mode & 0o077 == 0
    assert main(["cache"]) == 0
    assert capsys.readouterr().out.startswith(f"{folder}: 1 page, ")
    assert main(["cache", "clear"]) == 0
    assert capsys.readouterr().out == f"{folder}: 1 page removed\n"
    assert Cache.open(folder).get(ENTRY.url) is None
    assert list(folder.iterdir()) == []


def test_results_are_counted_and_removed_too(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("draft.md").write_text("The mill closed in 1950 [1].\n\n## Sources\n\n1. https://mills.example/a\n", "utf-8")
    main(["audit", "draft.md"])
    capsys.readouterr()
    place = folder.with_name("wellsourced-results")
    assert main(["cache"]) == 0
    pages, results = capsys.readouterr().out.splitlines()
    assert pages == f"{folder}: no page"
    assert results.startswith(f"{place}: 3 results, ")  # what the code is, what was found, and how it was shown
    assert main(["cache", "clear"]) == 0
    assert capsys.readouterr().out == f"{folder}: no page\n{place}: 3 results removed\n"
    assert not place.exists()
    assert main(["cache"]) == 0
    assert capsys.readouterr().out == f"{folder}: no page\n"


def test_whatever_else_lies_in_the_folder_stays(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("venv/bin", "vendor", "v2-notes", "v1/notes"):
        (folder / name).mkdir(parents=True)
        (folder / name / "file").write_text("mine", "utf-8")
    folder.chmod(0o700)
    Cache.open(folder).put(ENTRY)
    assert main(["cache", "clear"]) == 0
    kept = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("file"))
    assert kept == ["v1/notes/file", "v2-notes/file", "vendor/file", "venv/bin/file"]


def test_a_link_to_a_folder_elsewhere_is_not_followed(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "precious" / "entries").mkdir(parents=True)
    (tmp_path / "precious" / "entries" / "file").write_text("mine", "utf-8")
    folder.mkdir(mode=0o700)
    (folder / "v1").symlink_to(tmp_path / "precious")
    (folder / "v2").mkdir()
    (folder / "v2" / "entries").symlink_to(tmp_path / "precious" / "entries")
    assert main(["cache", "clear"]) == 0
    assert (tmp_path / "precious" / "entries" / "file").exists()


@pytest.mark.parametrize("mode", [0o777, 0o770])
def test_a_folder_that_others_may_write_to_is_refused(folder: Path, mode: int) -> None:
    folder.mkdir()
    folder.chmod(mode)
    assert main(["cache", "clear"]) == 4


def test_the_configured_folder_counts_from_the_configuration(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "wellsourced.toml").write_text('[fetch]\ncache = "pages"\n', "utf-8")
    assert main(["cache"]) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'pages'}: no page\n"


def test_a_relative_cache_home_is_ignored(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "here")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert main(["cache"]) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'home' / '.cache' / 'wellsourced'}: no page\n"


@pytest.mark.parametrize("arguments", [("clear", "-q"), ("-q", "clear"), ("clear", "--config", "w.toml", "--debug")])
def test_common_options_stand_on_either_side_of_the_action(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    Path("w.toml").write_text(f"[fetch]\ncache = {json.dumps(str(folder))}\n", "utf-8")
    Cache.open(folder).put(ENTRY)
    assert main(["cache", *arguments]) == 0
    assert capsys.readouterr().out == f"{folder}: 1 page removed\n"


@pytest.mark.parametrize("action", ["info", "clear"])
@pytest.mark.parametrize("kind", ["file", "pipe", "under a file", "long name"])
def test_what_cannot_be_a_cache_is_not_an_empty_one(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str, action: str
) -> None:
    names = {"file": "wellsourced", "pipe": "pipe", "under a file": "wellsourced/pages", "long name": "x" * 300}
    folder.write_bytes(b"")
    os.mkfifo(tmp_path / "pipe")
    Path("wellsourced.toml").write_text(f"[fetch]\ncache = {json.dumps(names[kind])}\n", "utf-8")
    assert main(["cache", action]) == 4
    assert "cannot be the cache (" in capsys.readouterr().err
    Path("a.md").write_text("# A mill\n\nIt stands.\n", "utf-8")
    assert main(["audit", "a.md"]) == 4  # what is wrong with one that is named is said


@pytest.mark.parametrize("closed", ["", "v1", "v1/entries"])
@pytest.mark.parametrize("action", ["info", "clear"])
def test_pages_that_cannot_be_seen_are_not_none(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], action: str, closed: str
) -> None:
    Cache.open(folder).put(ENTRY)
    listed = Path.iterdir

    def refused(path: Path) -> Iterator[Path]:
        if path.is_relative_to(folder / closed):  # what anybody but root gets from a folder of mode 0
            raise PermissionError(13, "Permission denied", str(path))
        return listed(path)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "iterdir", refused)
        assert main(["cache", action]) == 4
    out, err = capsys.readouterr()
    assert (out, "Permission denied" in err) == ("", True)
    assert Cache.open(folder).get(ENTRY.url) == ENTRY
