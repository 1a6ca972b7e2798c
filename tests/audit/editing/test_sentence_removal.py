"""Sentences go, and what stays reads as if they had never been there."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.editing.sentence_removal import bare_headings, without_lines, without_sentences
from audit.repair import apply
from audit.runner import AuditOptions, open_case
from wellsourced_core.model import Source

SOURCES = (Source("a", "https://a.example", "A", "Alpha.", n=1), Source("b", "https://b.example", "B", "Beta.", n=2))


def without(text: str, *gone: str) -> str:
    """Take out the sentences that begin with these words."""
    case = open_case(text, SOURCES, AuditOptions())
    places = {i for i, claim in enumerate(case.texts.claims()) if claim.startswith(gone)}
    assert len(places) >= len(gone)
    return apply(text, without_sentences(case, places))


@pytest.mark.parametrize(
    ("before", "gone", "after"),
    [
        ("One is here [1]. Two is here [2]. Three is.\n", ("Two",), "One is here [1]. Three is.\n"),
        ("One is here [1]. Two is here [2].\n", ("Two",), "One is here [1].\n"),
        ("One is here [1]. Two is here [2].\n", ("One",), "Two is here [2].\n"),
        ("One is here.[1] Two is here.[2] Three is.\n", ("One",), "Two is here.[2] Three is.\n"),
        ("One is here.[1] Two is here.[2]\n", ("Two",), "One is here.[1]\n"),
        ("A is.\n\nOne is here [1].\n\nB is.\n", ("One",), "A is.\n\nB is.\n"),
        ("**One is. Two is** now. Three is.\n", ("Two",), "**One is.** Three is.\n"),
        ("**One is. Two is** now. Three is.\n", ("One",), "**Two is** now. Three is.\n"),
        ("- One is [1].\n- Two is [2].\n- Three is.\n", ("Two",), "- One is [1].\n- Three is.\n"),
        ("- One is.\n  - Two is.\n  - Three is.\n- Four is.\n", ("One",), "- Two is.\n- Three is.\n- Four is.\n"),
        ("- One is.\n\n  Two is.\n- Three is.\n", ("One",), "- Two is.\n- Three is.\n"),
        ("A is.\n\n- One is.\n\nB is.\n", ("One",), "A is.\n\nB is.\n"),
        ("> One is.\n> Two is.\n\nB is.\n", ("One", "> Two"), "B is.\n"),
        ("| H | J |\n|---|---|\n| One | 1 |\n| Two | 2 |\n", ("One",), "| H | J |\n|---|---|\n| Two | 2 |\n"),
        ("A is.\n\n| H | J |\n|---|---|\n| One | 1 |\n\nB is.\n", ("One",), "A is.\n\nB is.\n"),
        ("One is here [1].\r\nTwo is here [2].\r\n", ("Two",), "One is here [1].\r\n"),
    ],
)
def test_what_stays_is_tidy(before: str, gone: tuple[str, ...], after: str) -> None:
    assert without(before, *gone) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("# T\n\n## A\n\n## B\n\nText.\n", "# T\n\n## B\n\nText.\n"),
        ("# T\n\nText.\n\n## A\n", "# T\n\nText.\n"),
        ("# T\n\n## A\n\n### B\n\nText.\n", "# T\n\n## A\n\n### B\n\nText.\n"),
        ("# T\n\nA\n-\n\n## B\n\nText.\n", "# T\n\n## B\n\nText.\n"),
        ("# T\n", "# T\n"),
        ("# T\n\n## A\n\n```\ncode\n```\n", "# T\n\n## A\n\n```\ncode\n```\n"),
    ],
)
def test_a_heading_with_nothing_below_it_goes(before: str, after: str) -> None:
    assert apply(before, bare_headings(before)) == after


def test_lines_go_whole() -> None:
    assert apply("One.\n\nTwo\nthree.\n\nFour.\n", without_lines("One.\n\nTwo\nthree.\n\nFour.\n", [(7, 9)])) == (
        "One.\n\nthree.\n\nFour.\n"
    )


_PIECES = st.sampled_from(
    ("One is here [1].", "Two is here [2]. ", "**Three is. Four is.** ", "\n\n", "\n", "- Five is.\n", "  - Six.\n",
     "> Seven is [1].\n", "## Eight\n\n", "| a | b |\n|---|---|\n| Nine is | 2 |\n", "1. Ten is.\n")
)  # fmt: skip


@settings(max_examples=150)
@given(st.lists(_PIECES, min_size=1, max_size=10), st.data())
def test_only_what_was_chosen_goes_and_its_words_with_it(pieces: list[str], data: st.DataObject) -> None:
    text = "".join(pieces)
    case = open_case(text, SOURCES, AuditOptions())
    places = range(len(case.draft.sentences))
    gone = data.draw(st.sets(st.sampled_from(places), max_size=4)) if places else set()
    edits = without_sentences(case, gone)
    assert all(a.end <= b.start for a, b in pairwise(edits))
    after = apply(text, edits)
    assert set(after.split()) <= set(text.split()) | {"**"} or len(after) <= len(text)
    if not gone:
        assert after == text


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["lf", "crlf", "cr"])
def test_rows_of_tables_go_whatever_ends_a_line(end: str) -> None:
    text = end.join(("| a | b |", "|---|---|", "| Mills turn. | 1 |", "| Wheels stand. | 2 |", "", "Then the end."))
    gone = end.join(("| a | b |", "|---|---|", "| Wheels stand. | 2 |", "", "Then the end."))
    assert without(text, "Mills turn.") == gone
