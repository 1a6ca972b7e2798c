"""Whether a page is about what a question names: the name, an alias, and more than in passing."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quality.about import at, kin, lacks, said_by, spells
from quality.question import read_question
from wellsourced_core import patterns
from wellsourced_core.model import Source
from wellsourced_core.text import stem_of, surfaces

FILLER = (
    "The council met on a rainy evening and spoke about benches, hedges, drains, lamps and a footpath by the mill. "
)


def told(question: str, text: str, title: str = "") -> str | None:
    return lacks(read_question(question), Source("1", "https://a.example", title, text))


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("San Diego noise ordinance", "San Diego limits noise at night."),
        ("When did Barack Obama visit Kenya?", "Obama came to Kenya in July."),
        ("WHO night noise guidelines", "The World Health Organization set a limit of 40 decibels."),
        ("World Health Organization noise limits", "WHO set a limit of 40 decibels."),
        ("noise rules in new york", "NYC limits construction noise. " + FILLER * 4 + "NYC fines builders."),
        ("How is Brazil governed?", "The Brazilian congress has two chambers."),
        ("corvane model 8 battery", "The Corvane 8 lasts two days."),
        ("when is harbour lights series 4 out", "The fourth series of Harbour Lights begins in May."),
        ("when is harbour lights series 4 out", "Harbour Lights: series four begins in May."),
        ("when is harbour lights series 4 out", "The fourth and final series of Harbour Lights begins."),
    ],
)
def test_a_page_may_name_it_otherwise(question: str, text: str) -> None:
    assert told(question, text) is None


@pytest.mark.parametrize(
    ("question", "text", "why"),
    [
        ("San Diego noise ordinance", "Port Alder limits noise at night.", "it says nothing of San Diego"),
        ("corvane model 8 battery", "The Corvane 7 lasts two days.", "it says nothing of model 8"),
        (
            "when is harbour lights series 4 out",
            "The third series of Harbour Lights is out.",
            "it says nothing of series 4",
        ),
        (
            "harbour lights series 4",
            "Series 3: the harbour lights four keepers lit.",
            "it says nothing of series 4",
        ),
        (
            "type 1 diabetes symptoms",
            "Type 2 diabetes has late symptoms. The first symptoms are mild.",
            "it says nothing of type 1",
        ),
        (
            "Rumba flamenca vs Cuban rumba",
            "Cuban rumba began in the ports of Matanzas.",
            "it says nothing of Rumba flamenca",
        ),
        (
            "How large is Brightwater Energy?",
            "Brightwater Brewing sold more beer. At Brightwater Brewing all were glad.",
            "it only mentions Brightwater Energy",
        ),
    ],
)
def test_what_a_page_lacks_is_said(question: str, text: str, why: str) -> None:
    assert told(question, text) == why


def test_a_long_page_must_name_it_more_than_in_passing() -> None:
    passing = FILLER * 8 + "One speaker had been to San Diego."
    assert told("San Diego noise ordinance", passing) == "it only mentions San Diego"
    assert told("San Diego noise ordinance", passing + " San Diego is quiet.") is None
    assert told("San Diego noise ordinance", passing, title="San Diego at night") is None


def test_a_snippet_need_not_say_where_it_is() -> None:
    assert told("average rent in lisbon", "A flat of one room costs 1,200 euros a month.") is None
    assert told("average rent in lisbon", FILLER * 4 + "A flat costs 1,200 euros.") == "it says nothing of lisbon"


def test_words_of_one_family_share_most_of_the_longer() -> None:
    assert kin("brazil", "brazilian")
    assert not kin("guitar", "guide")
    assert not kin("songwrit", "song")


@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=300))
@settings(max_examples=150)
def test_any_question_can_be_held_against_any_page(one: str, other: str, text: str) -> None:
    for question in (one, f"{one} vs {other}", f"Is {one.title()} (C++ [x) larger than {other.upper()}?"):
        lacks(read_question(question), Source("1", "https://a.example", other, f"{text} {one}"))


def test_what_a_question_names_is_not_added_to_the_kept_patterns() -> None:
    asked = len(patterns.asked())
    told("Foo (bar vs Qux+[baz", "Foo and Qux stood there. Qux Brewing too.")
    told("How large is Quxbar Energy?", "Quxbar Brewing sold more beer.")
    assert len(patterns.asked()) == asked


def test_a_side_of_a_comparison_stands_by_what_both_sides_have() -> None:
    question = "Rumba flamenca vs Cuban rumba"
    school = "We teach rumba and Cuban salsa. " + FILLER * 2 + "Two teachers have danced flamenca roles."
    assert told(question, school) == "it only mentions Rumba flamenca"
    assert told(question, "Cuban rumba is older than rumba flamenca. " + FILLER) is None


def test_the_second_of_two_numbers_has_the_noun_of_the_first() -> None:
    assert told("fairphone 5 vs fairphone 4", "Fairphone 5 or 4? A table.") is None
    assert told("fairphone 5 vs fairphone 4", "Fairphone 5 has 4 cameras.") == "it only mentions fairphone 4"


def test_a_page_opens_with_some_of_a_short_subject() -> None:
    lessons = FILLER * 4 + "Children's swimming lessons are at four."
    assert told("cold water swimming", lessons) == "it only mentions what is asked about"
    assert told("cold water swimming", lessons, "Swimming in cold water") is None


def test_a_page_is_about_what_it_spells_otherwise() -> None:
    asked = read_question("ebike battery lifespan")
    assert spells(asked, Source("1", "https://a.example", "How long does an e-bike battery last?", FILLER))
    assert not spells(asked, Source("1", "https://a.example", "Your battery", FILLER))


PIECES = (
    "honey ",
    "bee ",
    "honeybee ",
    "Honeybees ",
    "e-",
    "bike ",
    "ebike ",
    "the ",
    "municipal ",
    "municipality ",
    "7 ",
    "ﷺ ",
)


@given(
    st.lists(st.sampled_from(PIECES), max_size=30).map("".join), st.sampled_from(("honeybe", "ebik", "municip", "7"))
)
@settings(max_examples=100)
def test_a_stem_is_found_wherever_it_stands_in_one_word_or_in_two(text: str, stem: str) -> None:
    words = surfaces(f" . {text}")
    before, places = 0, set()
    for first, second in pairwise([*words, ""]):
        joined = len(first) < len(stem) and stem.startswith(first.lower()) and stem_of(first + second) == stem
        places |= {before} if stem_of(first) == stem or joined else set()
        before += bool(stem_of(first))
    akin = [i for i, other in enumerate(filter(None, map(stem_of, words))) if kin(stem, other)]
    assert sorted({*at(stem, said_by(Source("1", "", "", text)))}) == sorted(places or akin)
