"""Reading sentences off passages: which are one statement, and what is trimmed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from wellsourced_core.model import Assignment, Fact
from wellsourced_core.values import replace
from writer.quotable_sentences import usable_sentences

Make = Callable[..., Assignment]


def read(assignment: Assignment) -> list[tuple[str, tuple[int, ...]]]:
    return [(s.text, s.numbers) for s in usable_sentences(assignment)]


@pytest.mark.parametrize(
    ("first", "second", "together"),
    [
        ("Bats avoid lit roads in the valley.", "Bats avoid lit roads in the valley.", True),
        ("Bats avoid lit roads in the valley.", "Bats avoid the lit roads, in a valley.", True),
        ("Bats strictly avoid long lit roads at valley farms.", "Bats avoid long lit roads at valley farms.", True),
        ("Bats avoid lit roads in the valley.", "Bats never avoid lit roads in the valley.", False),
        ("Bats left 14 lit roads in the valley.", "Bats left 15 lit roads in the valley.", False),
        ("Bats left lit roads near old Malling farms.", "Bats left lit roads near old Exeter farms.", False),
        ("Owls hunt bats near lit valley roads.", "Bats hunt owls near lit valley roads.", False),
        ("Bats numbers rose on lit valley roads.", "Bats numbers fell on lit valley roads.", False),
    ],
)
def test_only_the_same_statement_is_joined(make: Make, first: str, second: str, together: bool) -> None:
    found = read(make(first, second))
    assert len(found) == (1 if together else 2)
    if together:
        assert found[0][1] == (1, 2)
        assert found[0][0] == min((first, second), key=lambda text: len(text.split()) if "strictly" in first else 0)


def test_headings_bullets_and_marks_are_trimmed_off(make: Make) -> None:
    text = "Bats and lamps\n- Bats avoid lit\nroads in the valley.[3] • Owls follow the bats[4] at night."
    assert [t for t, _ in read(make(text))] == [
        "Bats avoid lit roads in the valley.",
        "Owls follow the bats at night.",
    ]


def test_a_title_on_its_own_line_and_a_dateline_are_trimmed_off(make: Make) -> None:
    title = "Bats of the valley avoid the lit roads for a third year"
    asked = make(f"{title}\nLONDON, May 3 (Wire) - Bats avoid lit roads in the valley.")
    [one] = asked.passages
    source = replace(one.source.source, title=f"{title} - The Valley Post")
    asked = replace(asked, passages=(replace(one, source=replace(one.source, source=source)),))
    assert [text for text, _ in read(asked)] == ["Bats avoid lit roads in the valley."]


def test_a_page_title_glued_before_its_text_is_no_sentence(make: Make) -> None:
    assert read(make("Source number 1 the bats of the valley avoid lit roads.")) == []


def test_a_fact_in_its_source_is_one_sentence_of_its_kind(make: Make) -> None:
    asked = make(
        "Bats left 14 lit roads in the valley.", facts=(Fact("Bats left 14 lit roads in the valley.", 1, "quote"),)
    )
    (sentence,) = usable_sentences(asked)
    assert sentence.kind == "quote"
    assert sentence.numbers == (1,)


def test_a_leaning_sentence_knows_the_one_before_it_even_if_that_was_joined(make: Make) -> None:
    found = usable_sentences(
        make(
            "Bats avoid lit roads in the valley.",
            "Bats avoid lit roads in the valley. They cross dark roads at night.",
        )
    )
    head, follower = sorted(found, key=lambda s: s.after is not None)
    assert head.numbers == (1, 2)
    assert follower.after == head.place
