"""What a question names, compares and asks for."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quality.question import read_question, without_years


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("San Diego noise ordinance", ["San Diego"]),
        ("noise rules in san diego", ["san diego"]),
        ("When was the Hale Bopp comet discovered?", ["Hale Bopp"]),
        ("Who was president of the United States in 1922?", ["United States"]),
        ("First dance songs 2025", []),
        ("Luxury Hotel Booking Strategies", []),  # a title: its capitals tell nothing
        ("how long does the iPhone battery last", ["iPhone"]),
        ("WHO night noise guidelines", ["WHO"]),
        ("corvane model 8 battery life", ["model 8"]),
        ("average rent in porto", ["porto"]),
    ],
)
def test_names_are_read_as_people_type_them(question: str, names: list[str]) -> None:
    assert [name.text for name in read_question(question).names] == names


@pytest.mark.parametrize(
    ("question", "sides"),
    [
        ("Flamenco vs classical guitarist pricing", [("flamenco",), ("classic",)]),
        ("Rumba flamenca vs Cuban rumba", [("flamenca",), ("cuban",)]),
        ("difference between rumba flamenca and Cuban rumba", [("flamenca",), ("cuban",)]),
        ("postgres vs mysql for small web apps", [("postgr",), ("mysql",)]),
        ("how does flamenco rumba compare to the Cuban rumba?", [("flamenco",), ("cuban",)]),
        ("level 1 vs level 2 charger", [("1",), ("2",)]),
        ("San Diego noise ordinance", []),
    ],
)
def test_the_sides_of_a_comparison_are_what_the_other_lacks(question: str, sides: list[tuple[str, ...]]) -> None:
    assert [side.stems for side in read_question(question).sides] == sides


@pytest.mark.parametrize(
    ("question", "attributes"),
    [
        ("Flamenco vs classical guitarist pricing", ("price",)),
        ("how much does a wedding photographer cost", ("price",)),
        ("how much salt a day is too much", ("number",)),
        ("how long does the car run on one charge", ("number",)),
        ("when will the lagoon be finished", ("date",)),
        ("what to pack when hiking", ()),
        ("how often should a piano be tuned and what does it cost?", ("price", "number")),
        ("San Diego noise ordinance", ()),
    ],
)
def test_the_attribute_asked_for(question: str, attributes: tuple[str, ...]) -> None:
    assert tuple(one.attribute for one in read_question(question).wanted) == attributes


@pytest.mark.parametrize(
    ("question", "listed"),
    [
        ("First dance songs 2025", "songs"),
        ("types of bridge bearings", "bearings"),
        ("best beaches in naples florida", "beaches"),
        ("noise rules in San Diego", ""),  # rules are a mere respect of noise
        ("What are the best songs?", ""),  # a sentence
        ("what songs are couples choosing for their first dance?", "songs"),
        ("history of the zip fastener", ""),
    ],
)
def test_the_things_that_a_noun_phrase_asks_for(question: str, listed: str) -> None:
    found = read_question(question).listed
    assert (found.word if found else "") == listed


def test_years_are_facets_and_no_topic_words() -> None:
    asked = read_question("school term dates 2026/27 norfolk")
    assert asked.years == (2026,)
    assert "2026" not in asked.core
    assert without_years("First dance songs 2025").split() == ["First", "dance", "songs"]
    assert without_years("2025") == "2025"  # nothing else is left


@given(st.text(max_size=200))
@settings(max_examples=100)
def test_any_text_can_be_read(text: str) -> None:
    asked = read_question(text)
    assert all(name.stems for name in (*asked.names, *asked.sides))
    assert len(asked.sides) in (0, 2)
