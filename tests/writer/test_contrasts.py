"""Contradictions are told in one sentence with both markers."""

from __future__ import annotations

from collections.abc import Callable

from wellsourced_core.model import Assignment, Conflict, Span
from writer.contrasts import contrasts
from writer.extractive import write
from writer.quotable_sentences import usable_sentences

FIRST = "The census of 2024 counted 48,212 street trees in Delft."
SECOND = "The census of 2024 counted 51,940 street trees in Delft, as Green Delft says."
CLASH = Conflict(
    "trees", 1, "48,212", 2, "51,940", "conflict", Span(0, len(FIRST), FIRST), Span(0, len(SECOND), SECOND)
)
Make = Callable[..., Assignment]


def test_both_figures_stand_in_one_sentence_with_both_markers(make: Make) -> None:
    found = usable_sentences(make(FIRST, SECOND, question="street trees of Delft"))
    (one,) = contrasts((CLASH,), found, {2: "greendelft.example"})
    assert one.text == (
        "The census of 2024 counted 48,212 street trees in Delft [1], but 51,940 according to greendelft.example [2]."
    )


def test_neither_figure_is_told_again(make: Make) -> None:
    asked = make(
        f"{FIRST} Street trees in Delft shade 40 roads.", SECOND, question="street trees of Delft", conflicts=(CLASH,)
    )
    written = write(asked)
    assert written.contrasts == (CLASH,)
    assert written.markdown.count("48,212") == written.markdown.count("51,940") == 1
    assert "two of them were joined to one sentence" in written.markdown


def test_a_side_that_cannot_stand_alone_is_not_told(make: Make) -> None:
    found = usable_sentences(make(FIRST, question="street trees of Delft"))
    assert contrasts((CLASH,), found, {}) == ()
