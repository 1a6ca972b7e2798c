"""A patch reads like one from git; that git applies it is a law of repairs."""

from __future__ import annotations

import subprocess
from pathlib import Path
from shutil import which

import pytest

from audit.editing.patch import patch

LINES = [f"line {n}\n" for n in range(1, 31)]


def test_equal_texts_have_no_patch() -> None:
    assert patch("a.md", "x\n", "x\n") == ""


def test_a_change_stands_with_three_lines_around_it() -> None:
    after = LINES.copy()
    after[9] = "other\n"
    assert patch("d/a.md", "".join(LINES), "".join(after)) == (
        "diff --git a/d/a.md b/d/a.md\n--- a/d/a.md\n+++ b/d/a.md\n@@ -7,7 +7,7 @@\n line 7\n line 8\n line 9\n"
        "-line 10\n+other\n line 11\n line 12\n line 13\n"
    )


def test_changes_far_apart_have_hunks_of_their_own_and_near_ones_share_one() -> None:
    after = LINES.copy()
    after[4] = after[10] = after[25] = "x\n"
    assert patch("a", "".join(LINES), "".join(after)).count("@@ -") == 2


def test_a_missing_final_newline_is_said() -> None:
    assert patch("a", "x", "y\n").endswith("-x\n\\ No newline at end of file\n+y\n")
    assert patch("a", "x\n", "x").endswith("-x\n+x\n\\ No newline at end of file\n")


def test_an_emptied_file_and_a_filled_one() -> None:
    assert "@@ -1,1 +0,0 @@\n-x\n" in patch("a", "x\n", "")
    assert "@@ -0,0 +1,1 @@\n+x\n" in patch("a", "", "x\n")


ODD = [
    *("a b.md", " a.md", "a.md ", "a  b.md", "a\tb.md", "a\nb.md", "a\r\nb.md", "\x01\x1b[31m.md"),
    *(
        "\x7f.md",
        "\x07.md",
        '"a".md',
        "a\\b.md",
        "a\\tb.md",
        "'a'.md",
        "é b.md",
        "東京.md",
        "a\u00a0b.md",
        "a\u2028b.md",
        "a\udce9.md",
    ),
    *("-x.md", "d e/a b.md", "a b.md\t2001-01-01", "a => b.md", "dev/null", "a\n--- a/other\n+++ b/other.md"),
]


@pytest.mark.parametrize("name", ODD, ids=ascii)
@pytest.mark.parametrize("program", [("git", "apply"), ("patch", "-p1", "--silent", "-i")], ids=lambda one: one[0])
def test_j129_every_name_of_a_file_comes_through_git_and_patch(
    tmp_path: Path, name: str, program: tuple[str, ...]
) -> None:
    if not which(program[0]):
        pytest.skip(f"{program[0]} is not installed")
    place, before, after = tmp_path / "d" / name, "".join(LINES), "".join(LINES).replace("line 9", "other")
    place.parent.mkdir(parents=True)
    place.write_text(before, "utf-8")
    change = tmp_path / "change"
    change.write_bytes(patch(name, before, after).encode("utf-8", "surrogateescape"))
    done = subprocess.run([*program, str(change)], cwd=tmp_path / "d", capture_output=True, check=False)
    assert done.returncode == 0, (done, change.read_bytes())
    assert place.read_text("utf-8") == after
    assert sum(one.is_file() for one in tmp_path.rglob("*")) == 2  # no other file was made


def test_j129_the_head_of_a_patch_is_what_git_writes(tmp_path: Path) -> None:
    git = ["git", "-c", "core.quotepath=false", "-c", "core.autocrlf=false"]
    subprocess.run([*git, "init", "-q", str(tmp_path)], check=True)
    for name in ("a b.md", "a\tb.md", 'a "b".md', "é.md", "a\nb.md", "\\.md", "\x01\x07\x0b\x0c.md"):
        (tmp_path / name).write_text("x\n", "utf-8")
        subprocess.run([*git, "add", "."], cwd=tmp_path, check=True)
        (tmp_path / name).write_text("y\n", "utf-8")
        ran = subprocess.run([*git, "diff", "-U3"], cwd=tmp_path, capture_output=True, check=True)
        subprocess.run([*git, "add", "."], cwd=tmp_path, check=True)
        first, _, *names = ran.stdout.decode("utf-8").split("\n")[:4]
        assert patch(name, "x\n", "y\n").split("\n")[:3] == [first, *names]
