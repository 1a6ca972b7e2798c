"""How near pages are to the subject of a question, by the words that they share beyond it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wellsourced_core.nearness import Page, nearness, own_subjects

QUESTION = "Do heat pumps work in old houses?"
TRIAL = "Heat pumps in old houses need radiators, tight walls and a flow temperature of 50 degrees."
ADVICE = "In old houses heat pumps work where radiators are large, walls are tight and the flow temperature is low."
POOL = "Pool heat pumps warm old pools by the houses with chlorine, tiles and titanium exchangers for swimmers."

words = st.lists(st.sampled_from("heat pump house wall radiator pool tile oak ferry".split()), max_size=12)
pages = st.lists(st.builds(Page, st.just(""), words.map(" ".join), st.floats(0, 1)), max_size=6)


def test_what_shares_only_the_question_s_words_is_far() -> None:
    near = nearness([Page("", TRIAL, 0.9), Page("", ADVICE, 0.8), Page("", POOL, 0.8)], QUESTION)
    assert near[2] < 0.5 <= min(near[:2])


CATS = "Does fasting help cats? Cats that fast lose four per cent, thin cats fall ill, and hunger makes cats beg."
DIETS = (
    "Fasting helps people lose weight as diets do: kilos fall by four per cent, and hunger fades.",
    "Does fasting help? People who fast lose kilos and some muscle, as on diets, and hunger fades in May.",
)


def is_apart(title: str, text: str = CATS) -> bool:
    """Tell whether a page has a subject of its own beside two on people who fast."""
    others = [Page("Fasting and weight", diet, 0.8) for diet in DIETS]
    return 2 in own_subjects([*others, Page(title, text, 0.9)], "Does fasting help people lose weight?")


def test_what_a_title_names_and_no_other_page_is_a_subject_of_its_own() -> None:
    assert is_apart("Fasting for cats | Vets")
    assert is_apart("Fasting for cats - Norland Clinic")
    assert not is_apart("Fasting | Vets")


CLINIC = "Kilos fall by four per cent, and hunger fades. " + "The clinic asks. " * 6
LONG = "Fasting: kilos fall, hunger fades. " * 12 + "A clinic says so. " * 5


def test_whose_page_it_is_is_no_subject() -> None:
    assert not is_apart("Does fasting help? - The Clinic", CLINIC)
    assert is_apart("The clinic", CLINIC)


def test_a_long_page_has_no_subject_for_what_it_says_now_and_then() -> None:
    assert not is_apart("Fasting at a clinic", LONG)


def test_of_two_nobody_knows_which_one_has_the_question_s_subject() -> None:
    pages = [Page("Fasting and weight", DIETS[0], 0.8), Page("Fasting for cats", CATS, 0.9)]
    assert own_subjects(pages, "Does fasting help people lose weight?") == set()


def test_a_page_alone_is_its_own_subject() -> None:
    assert nearness([Page("", TRIAL, 0.4)], QUESTION) == [1.0]
    assert nearness([], QUESTION) == []


@given(pages)
def test_nearness_is_a_share_and_no_order_changes_it(found: list[Page]) -> None:
    near = nearness(found, QUESTION)
    assert all(0 <= share <= 1 for share in near)
    back = nearness(found[::-1], QUESTION)[::-1]
    assert all(abs(a - b) < 1e-9 for a, b in zip(near, back, strict=True))
