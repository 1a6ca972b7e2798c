"""Drafts as files: found, read as they are, written back whole."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wellsourced.draft_files import STDIN, excluded, find, read, relative, write_back
from wellsourced_core.errors import InputError, StorageError

NOTHING = io.StringIO()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("a.md", "b.markdown", "d/c.md", "d/e/f.qmd", "d/.git/g.md", "d/note.txt", "d/.h.md", "D.MD"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("Text.\n", "utf-8")
    return tmp_path


# ---------------------------------------------------------------------------------------------- find


def test_files_folders_and_patterns_are_found_once_each() -> None:
    assert find(["a.md", "d", "a.md", "d/*.md"], ()) == ["a.md", "d/c.md", "d/e/f.qmd"]
    assert find(["."], ()) == ["D.MD", "a.md", "b.markdown", "d/c.md", "d/e/f.qmd"]
    assert find(["**/*.md"], ()) == ["a.md", "d/c.md"]
    assert find(["none.md", STDIN], ()) == ["none.md", STDIN]


def test_a_pattern_may_name_what_is_hidden() -> None:
    assert find(["d/.git/*.md"], ()) == ["d/.git/g.md"]


def test_a_pattern_may_be_absolute(folder: Path) -> None:
    assert find([str(folder / "*.md")], ()) == [str(folder / "a.md")]


def test_a_file_whose_name_looks_like_a_pattern_is_a_file() -> None:
    Path("x[1].md").write_text("", "utf-8")
    assert find(["x[1].md"], ()) == ["x[1].md"]


def test_what_is_excluded_is_passed_over_in_folders_only() -> None:
    assert find(["d"], ("e",)) == ["d/c.md"]
    assert find(["d", "d/e/f.qmd"], ("e",)) == ["d/c.md", "d/e/f.qmd"]


def test_exclusions_are_seen_from_the_configuration_too(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert find(["d"], ("d/e",), folder) == ["d/c.md"]
    monkeypatch.chdir(folder / "d")
    assert find(["."], ("d/e",), folder) == ["c.md"]


def test_an_ignore_file_holds_for_its_folder() -> None:
    Path("d/.wellsourcedignore").write_text("# done\n\n*.qmd\n", "utf-8")
    assert find(["d"], ()) == ["d/c.md"]


@pytest.mark.parametrize("argument", ["*.rst", "**x", "[", "", "d/.git/none*"])
def test_what_names_no_file_is_refused(argument: str) -> None:
    with pytest.raises(InputError):
        find([argument], ())


def test_a_folder_without_drafts_is_refused(folder: Path) -> None:
    (folder / "empty").mkdir()
    with pytest.raises(InputError, match="contains no draft"):
        find(["empty"], ())


@pytest.mark.parametrize(
    ("name", "pattern", "wanted"),
    [
        ("drafts/old/a.md", "drafts/old", True),
        ("drafts/old/a.md", "drafts/old/", True),
        ("drafts/old/a.md", "drafts/*", True),
        ("drafts/old/a.md", "old", True),
        ("drafts/old/a.md", "a.md", True),
        ("drafts/old/a.md", "*.md", True),
        ("drafts/old/a.md", "drafts/o", False),
        ("drafts/old/a.md", "b.md", False),
        ("drafts/older.md", "old", False),
    ],
)
def test_a_pattern_names_a_path_a_folder_of_it_or_its_last_part(name: str, pattern: str, wanted: bool) -> None:
    assert excluded(name, (pattern,)) is wanted


def test_a_path_is_seen_from_a_folder(folder: Path) -> None:
    assert relative("d/../a.md", folder) == "a.md"
    assert relative(str(folder / "d/c.md"), folder) == "d/c.md"
    assert relative("d/c.md", folder / "d") == "c.md"
    assert relative("a.md", folder / "d") == "a.md"  # outside: as it was given
    assert relative("a.md", None) == "a.md"


# ---------------------------------------------------------------------------------------------- read and write

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40)


@settings(max_examples=60)
@given(TEXTS, TEXTS)
def test_a_draft_is_read_and_written_byte_for_byte(before: str, after: str) -> None:
    path = Path("x.md")
    path.write_bytes(before.encode("utf-8"))
    draft = read("x.md", NOTHING)
    assert draft.text == before
    write_back(draft, after)
    assert path.read_bytes() == after.encode("utf-8")


def test_standard_input_is_read_as_bytes() -> None:
    piped = io.TextIOWrapper(io.BytesIO("\ufeffa\r\nß".encode()), "ascii")
    draft = read(STDIN, piped, "x.md")
    assert (draft.name, draft.text, draft.path) == ("x.md", "\ufeffa\r\nß", None)
    assert read(STDIN, io.StringIO("plain")).name == "<stdin>"
    with pytest.raises(InputError, match="not UTF-8 at byte 1"):
        read(STDIN, io.TextIOWrapper(io.BytesIO(b"a\xff"), "utf-8"))


def test_an_unchanged_draft_is_not_written() -> None:
    draft = read("a.md", NOTHING)
    before = Path("a.md").stat()
    write_back(draft, draft.text)
    assert Path("a.md").stat().st_ino == before.st_ino


def test_mode_and_owner_stay() -> None:
    Path("a.md").chmod(0o600)
    if os.geteuid() == 0:
        os.chown("a.md", 1234, 1234)
    before = Path("a.md").stat()
    write_back(read("a.md", NOTHING), "new")
    after = Path("a.md").stat()
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)
    assert after.st_ino != before.st_ino  # a new file took its name: never a half-written one


def test_nothing_is_left_behind_when_writing_fails(folder: Path) -> None:
    draft = read("a.md", NOTHING)
    Path("a.md").write_text("changed", "utf-8")
    before = sorted(folder.iterdir())
    with pytest.raises(StorageError):
        write_back(draft, "new")
    assert sorted(folder.iterdir()) == before
    assert Path("a.md").read_text("utf-8") == "changed"


def test_a_chain_of_links_is_followed_to_the_file() -> None:
    Path("one.md").symlink_to("d/two.md")
    Path("d/two.md").symlink_to("../a.md")
    write_back(read("one.md", NOTHING), "new")
    assert Path("one.md").is_symlink()
    assert Path("d/two.md").is_symlink()
    assert Path("a.md").read_text("utf-8") == "new"


def test_a_link_that_leads_nowhere_is_refused() -> None:
    Path("loop.md").symlink_to("loop.md")
    Path("dangling.md").symlink_to("none.md")
    for name in ("loop.md", "dangling.md"):
        with pytest.raises(InputError):
            read(name, NOTHING)


def test_j138_a_repair_keeps_extended_attributes_and_makes_a_hard_link_a_file_of_its_own(tmp_path: Path) -> None:
    path, other = tmp_path / "a.md", tmp_path / "b.md"
    path.write_text("one\n", "utf-8")
    os.link(path, other)
    draft = read(str(path), io.StringIO())
    try:
        os.setxattr(path, "user.origin", b"elsewhere")
    except OSError:
        pytest.skip("this disk has no extended attributes")
    write_back(draft, "two\n")
    assert (path.read_text("utf-8"), other.read_text("utf-8")) == ("two\n", "one\n")
    assert os.getxattr(path, "user.origin") == b"elsewhere"
