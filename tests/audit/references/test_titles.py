"""Titles as registries and people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.references.titles import compare_titles, is_telling, letters, main_title, similarity

TITLE = "Slow tides: the silting of small harbours"


@pytest.mark.parametrize(
    "spelling",
    [
        "Slow Tides: The Silting of Small Harbours",
        "SLOW TIDES - THE SILTING OF SMALL HARBOURS.",
        "Slow tides: the silting of small harbors",
        "RETRACTED: Slow tides: the silting of small harbours",
        "Slow tides: the silting of small harbours (Extended Abstract)",
        "Slow-tides: the silting of small harbours",
    ],
)
def test_spelling_makes_no_other_title(spelling: str) -> None:
    assert compare_titles(TITLE, (spelling,)) == "same"


@pytest.mark.parametrize(
    "other",
    [
        "Slow tides: the dredging of small harbours",
        "Slow tides: silting of small harbour",
        "Quick tides and harbours",
        "",
    ],
)
def test_another_word_makes_another_title(other: str) -> None:
    assert compare_titles(TITLE, (other,)) == "differs"


def test_a_missing_subtitle_is_told_apart() -> None:
    assert compare_titles(TITLE, ("Slow tides",)) == "main"
    assert compare_titles("Slow tides", (TITLE,)) == "main"
    assert main_title("A: B") == ""  # nothing to know a work by


def test_short_titles_are_told() -> None:
    assert is_telling(TITLE)
    assert not is_telling("A study of tides")


@given(st.text(max_size=80), st.text(max_size=80))
def test_comparing_is_symmetric_and_reflexive(one: str, other: str) -> None:
    assert not letters(one) or compare_titles(one, (one,)) == "same"
    assert compare_titles(one, (other,)) == compare_titles(other, (one,)) or not (letters(one) and letters(other))
    assert 0 <= similarity(one, (other,)) <= 100
