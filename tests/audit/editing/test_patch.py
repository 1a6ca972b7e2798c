"""A patch reads like one from git; that git applies it is a law of repairs."""

from __future__ import annotations

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
