"""Where in a draft a number or a name of a sentence stands."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.runner import AuditOptions, open_case
from wellsourced_core.model import Source

LIST = "\n\n## Sources\n\n[6] https://s1.example/a\n"


@pytest.mark.parametrize(
    ("sentence", "snippet", "before"),
    [
        ("Of all, 16 % came by car and 6 % on foot [6].", "6 %", "car and "),
        ("The 2.6 and the 1,006 are not the 6 of the last row [6].", "6", "not the "),
        ("Someone saw one [6].", "one", "Someone saw "),
        ("As [6] says, 6 came [6].", "6", "says, "),
        ("In Ahlen grew Ahle [6].", "Ahle", "grew "),
        ("空き家は16戸、うち6戸は山間部【6】。", "6", "うち"),
    ],
)
def test_a_number_stands_where_it_is_a_number_of_its_own(sentence: str, snippet: str, before: str) -> None:
    texts = open_case(sentence + LIST, (), AuditOptions()).texts
    start = sentence.index(before) + len(before)
    assert texts.locate(0, snippet) == (start, start + len(snippet))


@given(st.integers(0, 99), st.integers(0, 99))
def test_no_number_is_pointed_at_within_another(one: int, other: int) -> None:
    text = f"It was {one} % at first and {other} % at last [6].{LIST}"
    start, end = open_case(text, (), AuditOptions()).texts.locate(0, f"{other} %")
    assert text[start:end] == f"{other} %"
    assert not text[start - 1].isdigit()


def test_what_is_nowhere_a_whole_word_stands_where_its_letters_do() -> None:
    texts = open_case(f"The 1960s were loud [6].{LIST}", (), AuditOptions()).texts
    assert texts.locate(0, "1960") == (4, 8)
    assert texts.locate(0, "1970") == texts.locate(0, "") == (0, len("The 1960s were loud [6]."))


@pytest.mark.parametrize(
    ("sentence", "repeats"),
    [
        ("On 5 March 2025, s1.example reported: “The pier has burned down” [6].", True),
        ("On 5 March 2025, s1.example reported: The pier has burned down [6].", True),
        ("On 5 March 2025, s1.example reported in its own words: “The pier has burned down” [6].", True),
        ("In the words of s1.example: “The pier has burned down” [6].", True),
        ("s1.example reported under “The pier”: The pier has burned down [6].", True),
        ("On 5 March 2025, s1.example asked under “The pier”, “Burned down”: The pier has burned down [6].", True),
        ("Under “The pier”: The pier has burned down [6].", True),
        ("s1.example listed: The pier has burned down [6].", True),
        ("s1.example answered under “The pier” the question “The pier”: The pier has burned down [6].", True),
        ("s1.example answered the question “The bridge?”: The pier has burned down [6].", False),
        ("The page answered the question “Down?”: The pier has burned down [6].", True),
        ("The page answered the question “Up?”: The pier has burned down [6].", False),
        ("The page added: The pier has burned down [6].", True),
        ("The page listed under “The bridge”: The pier has burned down [6].", False),
        ("Under “The bridge”: The pier has burned down [6].", False),
        ("s1.example reported under “The pier”, “Its end”: The pier has burned down [6].", False),
        ("On 6 March 2025, s1.example reported: The pier has burned down [6].", False),
        ("On 5 March 2025, other.example reported: The pier has burned down [6].", False),
        ("On 5 March 2025, s1.example reported: The pier has been saved [6].", False),
    ],
)
def test_a_source_s_sentence_behind_its_host_and_its_own_day_is_its_own(sentence: str, repeats: bool) -> None:
    source = Source("s1", "https://s1.example/a", "The pier", "The pier has burned down.", date(2025, 3, 5), n=6)
    texts = open_case(sentence + LIST, (source,), AuditOptions()).texts
    assert texts.repeats(0, 0) is repeats


def test_the_points_of_numbers_tell_a_repeated_sentence_from_another() -> None:
    source = Source("s1", "https://s1.example/a", "The pier", "The pier cost £42.50.", date(2025, 3, 5), n=6)
    for price, repeats in (("£42.50", True), ("£4,250", False), ("£4250", False)):
        said = f"On 5 March 2025, s1.example reported: The pier cost {price} [6].{LIST}"
        assert open_case(said, (source,), AuditOptions()).texts.repeats(0, 0) is repeats


@pytest.mark.parametrize(
    ("sentence", "repeats"),
    [
        ("The pier was not closed in 1990 [6].", True),
        ("Charges (Ticket, Price): Adult: £4.20; Child, under five: free [6].", True),
        ("The pier was closed in 1990 [6].", False),
        ("Nobody believes that it burned down [6].", True),
        ("That it burned down [6].", False),
        ("Adult visitors: free [6].", False),
        ("The charge was £4 million [6].", False),
        ("Deaths in the village: 12 [6].", False),
        ("The pier was closed in 1991 [6].", False),
        ("The pier is perfectly safe [6].", False),
        ("It was open to all visitors in 1992 [6].", False),
        ("Street lamps repel bats [6].", False),
        ("The lowest temperature was 5 degrees [6].", False),
    ],
)
def test_whole_sentences_rows_and_items_of_a_source_are_its_own(sentence: str, repeats: bool) -> None:
    text = (
        "The charge was $4 million. The pier was closed in 1991? No.\n"
        "“The pier is perfectly safe. It stands,” he lied.\n"
        "Nobody says that\nit was open to all visitors in 1992.\nStreet lamps repel bats\nThis is wrong.\n"
        "The lowest temperature was -5 degrees.\n| Deaths in the village | 1 | 2 |\n\n"
        "The pier was not closed in 1990. Nobody believes that it burned down.\nCharges\n"
        "| Ticket | Price |\n|---|---|\n| Adult | £4.20 |\n| Child, under five | free |\n"
    )
    source = Source("s1", "https://s1.example/a", "The pier", text, date(2025, 3, 5), n=6)
    case = open_case(sentence + LIST, (source,), AuditOptions())
    assert case.texts.repeats(0, 0) is repeats


@pytest.mark.parametrize(
    ("sentence", "repeats"),
    [
        ("Do not: iron the jacket in the sun; dry-clean the waxed jacket [6].", True),
        ("Iron the jacket in the sun; dry-clean the waxed jacket [6].", False),
        ("Iron the jacket in the sun [6].", False),
        ("You own the home and live in it [6].", False),
        ("s1.example reported: The pier was closed to all [6].", False),
        ("s1.example reported: Bats are blind at night [6].", False),
        ("Bats are blind at all times [6].", False),
        ("Under “Myths”: Bats are blind at all times [6].", True),
        ("Bring a radiator key of brass [6].", True),
        ("The jacket is waxed by hand [6].", True),
        ("The bats live on the pier in winter [6].", True),
    ],
)
def test_what_a_heading_or_label_denies_is_not_the_source_s_own(sentence: str, repeats: bool) -> None:
    text = (
        "Do not:\n- iron the jacket in the sun\n- dry-clean the waxed jacket\n\nThe jacket is waxed by hand.\n\n"
        "You can't apply if:\n- You own the home and live in it.\n\nIt is not true: the pier was closed to all.\n\n"
        "Myth: Bats are blind at night.\n\nMyths\n\nBats are blind at all times.\n\n"
        "Where do they live?\n\nThe bats live on the pier in winter.\n\nWhat you need\n\n"
        "- Bring a radiator key of brass.\n"
    )
    source = Source("s1", "https://s1.example/a", "The pier", text, date(2025, 3, 5), n=6)
    assert open_case(sentence + LIST, (source,), AuditOptions()).texts.repeats(0, 0) is repeats


def test_a_source_without_a_host_may_be_told_as_one_source() -> None:
    source = Source("s1", "", "The pier", "The pier was closed to all in the winter.", date(2025, 3, 5), n=6)
    sentence = "On 5 March 2025, one source reported: The pier was closed to all in the winter [6]."
    assert open_case(sentence + LIST, (source,), AuditOptions()).texts.repeats(0, 0)
