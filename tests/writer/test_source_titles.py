"""What is shown of a page's title and headings, and what its reader knows from them."""

from __future__ import annotations

import pytest

from writer.source_titles import is_names, known_stems, shown_heading, shown_title, tells_topic


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("Street lamps or not? We tested both | Lamp Bench", "Street lamps or not?"),
        ("“I like the dark”: Bats in the valley - The Post", "Bats in the valley"),
        ("Bats say “no” to lamps", ""),
        ("“Near the lamps, the bats go home” | Lamp Bench", "Near the lamps, the bats go home"),
        ("Lamp dark? Call the valley", "Lamp dark?"),
        ("Visit St. Petersburg in winter", ""),
        (
            "Five reasons why lamps fail (no. 3 will surprise you)",
            "Five reasons why lamps fail (no. 3 will surprise you)",
        ),
    ],
)
def test_a_title_is_shown_without_what_would_blur_it(title: str, shown: str) -> None:
    assert shown_title(title) == shown


@pytest.mark.parametrize("heading", ["https://bats.example/lamps", "dark_lane_dave", "Words: Idris Fell"])
def test_what_says_only_whence_a_page_is_heads_nothing(heading: str) -> None:
    assert shown_heading(heading, "Street lamps", "") == ""
    assert shown_heading("Words of the council", "Street lamps", "")


def test_a_line_of_names_is_told_from_a_heading() -> None:
    assert is_names("Mattis Hoogland and Idris Fell")
    assert not is_names("Street lamps in Delft")


def test_a_number_is_known_however_it_is_written() -> None:
    assert known_stems("two years or five") >= {"2", "5"}
    assert "1" not in known_stems("one of them")


def test_a_title_tells_the_subject_that_has_a_quarter_of_it() -> None:
    known = known_stems("street lamps and bats")
    assert tells_topic("Bats: a leaflet", known)
    assert not tells_topic("A leaflet", known)
