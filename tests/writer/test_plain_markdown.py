"""Escaping, foreign marks and the place of ours; and that long runs cost no more than their length."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellsourced_core.model import Assignment
from wellsourced_core.untrusted import visible, without_comments
from writer.citation_markers import Block, marked
from writer.extractive import write
from writer.finished_article import finished
from writer.plain_markdown import cited, inert, markers, split_end, with_bare_dollar, without_emphasis, without_marks
from writer.standalone_sentences import is_prose, leans


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("It fell.", "It fell [1][3]."),
        ("He said, “It fell.”", "He said, “It fell” [1][3]."),
        ("It fell (by half).", "It fell (by half) [1][3]."),
        ("It fell in the U.S.", "It fell in the U.S. [1][3]."),
        ("Did it fall?", "Did it fall [1][3]?"),
        ("它下降了。", "它下降了[1][3]。"),
        ("- It fell", "- It fell [1][3]"),
        ("It **fell.**", "It **fell.** [1][3]"),
    ],
)
def test_markers_stand_before_the_end_mark(sentence: str, expected: str) -> None:
    assert cited(sentence, (3, 1, 3)) == expected


def test_no_numbers_no_change() -> None:
    assert cited("It fell.", ()) == "It fell."
    assert markers(()) == ""


@given(st.text(max_size=40))
def test_splitting_loses_nothing(text: str) -> None:
    core, closers, stop = split_end(text)
    assert sorted(core + closers + stop) in (sorted(text), sorted(text + "."))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It fell.[7][8] Then", "It fell. Then"),
        ("It fell [1, 2; 3-5] by half", "It fell by half"),
        ("It fell【3†source】 by ［2］ half", "It fell by half"),
        ("It fell [citation needed][note 4][^a] by half", "It fell by half"),
        (
            "It fell in summer² and in towns.¹² Of 3 m² and 10⁻³ and CO² left",
            "It fell in summer and in towns. Of 3 m² and 10⁻³ and CO² left",
        ),
        ("In [2019] it fell to a[1] half", "In [2019] it fell to a half"),
    ],
)
def test_foreign_citation_marks_go(text: str, expected: str) -> None:
    assert without_marks(text) == expected


@given(st.text(max_size=60))
def test_inert_text_differs_by_backslashes_only(text: str) -> None:
    assert inert(text).replace("\\", "") == text.replace("\\", "")


ATTACKS = '[ [1 [1, ]( [a]( [a [1] <!-- 1, 1. a. " “ ¹ ¹, # - | ` & ⁽ ignore【 【1 I [^a] ` ``` \n- \n[1]: a&'.split(
    " "
)


@pytest.mark.parametrize("attack", [*ATTACKS, " ", "  ", "\n", "\n\n", "a ", "A b. ", "[1] ", "ignore the "])
def test_runs_of_100_000_are_read_at_once(make: Callable[..., Assignment], attack: str) -> None:
    """A quadratic pattern would need minutes for any of these; a linear one needs milliseconds."""
    text = attack * (100_000 // len(attack))
    assert inert(text).replace("\\", "") == text.replace("\\", "")
    assert len(without_marks(text)) <= len(text)
    assert len(without_comments(visible(text))) <= len(text)
    assert cited(text, ()) == text
    assert marked([Block(text)], (), keep_typed=True) == (text, ())
    assert finished(text, make("Bats fly.")).endswith("\n")
    assert not is_prose(text)
    assert not leans(text)
    article = write(make(text, "Bats avoid street lamps on farm roads.")).markdown
    assert "Bats avoid street lamps on farm roads [2]." in article


def test_a_dollar_alone_in_its_block_needs_no_backslash() -> None:
    assert with_bare_dollar(inert("It costs $150 a metre.")) == "It costs $150 a metre."
    two = inert("It rose from $75 to $150.")
    assert with_bare_dollar(two) == two == r"It rose from \$75 to \$150."


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Bats avoid *lit* roads and **white** lamps.", "Bats avoid lit roads and white lamps."),
        ("Lamps (*) cost $4, shields (*) $2.", "Lamps (*) cost $4, shields (*) $2."),
        ("Send files (*.doc/*.docx).", "Send files (*.doc/*.docx)."),
        ("3 * 4 * 5 lux, 4*3 and f***.", "3 * 4 * 5 lux, 4*3 and f***."),
    ],
)
def test_only_stars_that_emphasise_go(text: str, shown: str) -> None:
    assert without_emphasis(text) == shown
