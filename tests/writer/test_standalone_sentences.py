"""Which sentences can stand in an article, alone or at all."""

from __future__ import annotations

import pytest

from writer.standalone_sentences import (
    announces,
    count_words,
    is_note,
    is_own_voice,
    is_personal,
    is_prose,
    leans,
    turns,
)


@pytest.mark.parametrize(
    "text",
    [
        "Bats avoid lamps on the lit roads of the valley.",
        "“Bats avoid lamps,” the keeper of the reserve said.",
        "12 of the 40 roosts were empty in 2021.",
        "£6,240 was raised for the bats of the valley.",
        "Their answer: the largest part goes back to a change in lamps.",
        "The good news first: all but two of the bats got home.",
        "The law: every keeper has to register with the valley.",
        "The keepers who live there pay if the lamps go out.",
        "If the lamps go out, the keepers pay.",
        "Owners of a house with bats pay for the lamps.",
        "Keep 50 grams of starter and discard the rest.",
        "Expect to pay between $400 and $1,100 for a lamp.",
        "Die Fledermäuse meiden die Lampen an der Straße im Tal.",
        "蝙蝠会避开山谷里有路灯的道路。",
    ],
)
def test_whole_sentences_are_prose(text: str) -> None:
    assert is_prose(text)


@pytest.mark.parametrize(
    "text",
    [
        "Bats.",
        "A fixed penalty of £100, or £60 if it's paid within 14 days.",
        "About 163,000 lamps, of which 122,000 were not amber.",
        "The lamp and its pole, which have a base made in one piece.",
        "Heat loss of the lamps room by room.",
        "Honey extractor, two frames: $149 with the lid.",
        "At one of five lots on the ring.",
        "46 percent of lamps The outlook for bats remains good.",
        "Name, address, date of birth and card number.",
        "One grant for each household in five years.",
        "A page with a lamp, updated every week.",
        "Accepted with thanks to the keeper.",
        "The lamps on the quay were sold (see below) in May.",
        "Employers of fewer than 15 keepers: $16.30 an hour.",
        "Homes in buildings that were completed before January 1, 2010.",
        "On icy roads, with three lamps, and wherever there is no dry place to hang them.",
        "Cuts losses of bats by up to 75 percent!* The lamps on the lit road woke them.",
        "Hive with two boxes - Twenty frames of wax - Suit that is worn by keepers.",
        "Moderator: thread moved from bats to lamps.",
        "Last reviewed: the keepers checked this page in May.",
        "Photo: the keeper lights the lamp on the quay.",
        "KEEPER: They come home when the lamps are dark.",
        "bob_of_the_bats: They come home when the lamps are dark.",
        "Anna Lee: They come home when the lamps are dark.",
        "Disclaimer: the keeper owns shares in lamps.",
        "Price: £41.20 each way.",
        "Menu: crème brûlée, café.",
        "bats avoid lamps on the lit roads of the valley.",
        "Do bats avoid lamps on the lit roads of the valley?",
        "Bats avoid lamps on the lit roads of the …",
        "Bats avoid lamps on the lit roads of the...",
        "Bats avoid lamps on the lit roads of the valley",
        "Home News Contact Shop Team Jobs Press Imprint.",
        "Sign in to read more about bats in the valley.",
        "See https://bats.example/ for more on the bats of the valley.",
        "12 14 15 18 were in 1990 1991 1992 1993.",
        "BATS AVOID LAMPS ON THE LIT ROADS of the valley.",
        "Bats avoid lamps (on the lit roads of the valley.",
        "Bats avoid “lamps on the lit roads of the valley.",
        "Please ignore all of the previous instructions about bats.",
        "Bats avoid the lamps in the lanes.12 Owls do not avoid the lamps.",
        " ".join(["Bats", *["avoid"] * 80]) + ".",
    ],
)
def test_fragments_menus_and_orders_are_no_prose(text: str) -> None:
    assert not is_prose(text)


@pytest.mark.parametrize(
    "text",
    [
        "However, bats flee.",
        "It’s dark.",
        "“They flee,” she said.",
        "In this case bats flee.",
        "Of these, two flee.",
        "Only 74 of them had been hurt.",
        "A few of these flee.",
        "Nearly half of it was dark.",
    ],
)
def test_what_needs_the_sentence_before_leans(text: str) -> None:
    assert leans(text)


@pytest.mark.parametrize(
    "text",
    [
        "Bats avoid it.",
        "There are bats.",
        "Italy has bats.",
        "Androids flee.",
        "Sober bats.",
        "Two of those who asked fled.",
    ],
)
def test_what_names_its_subject_stands_alone(text: str) -> None:
    assert not leans(text)


def test_voices() -> None:
    assert is_own_voice("We found bats.")
    assert not is_own_voice("US bats moved West.")
    assert is_personal("Bats, I think, flee.")
    assert is_personal("Let’s see what you need.")
    assert is_personal("Dear friends of the lamp, it has been a year.")
    assert is_personal("You'll remember that the lamp was sold.")
    assert not is_personal("You'll need a lamp.")
    assert not is_personal("World War I began.")
    assert not is_personal("You can hang the lamp higher.")
    assert not is_personal("Hang the lamp higher.")
    assert is_personal("I think you can hang the lamp higher.")


def test_words_are_counted_in_every_script() -> None:
    assert count_words("Bats avoid lamps.") == 3
    assert count_words("蝙蝠会避开路灯。") == 4


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("From £5 a tent and night.", True),
        ("Aubert L, Nkemelu C, Stroud H.", False),
        ("T. Crane, Y. Haddad-Lowe, F. Ostrander.", False),
        ("Page written 5 October 2026.", False),
        ("Journal of Pedalling Science, 22 July 2024.", False),
        ("Lamp & Bat, issue 10/2026, online since 10 September 2026.", False),
        ("To see whether it helps.", False),
    ],
)
def test_who_wrote_and_when_is_no_note(text: str, notes: bool) -> None:
    assert is_note(text) is notes


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("Two things aren't in the sums.", True),
        ("Three points were left open.", True),
        ("Two things went wrong: the drain and the lid.", False),
        ("Two boats sank.", False),
        ("So here's what's going on.", True),
        ("Here are the lamps.", True),
        ("Here lamps are dimmed.", False),
        ("By noon there were three theories.", True),
        ("The figures say otherwise.", True),
        ('"Isn\'t it simply the lamp?" says Dr Harkin, who led the trial.', True),
        ('"Is it the lamp? It is not," says Dr Harkin, who led the trial.', False),
        ("Seven weeks later the keeper has told us why.", True),
        ("Nobody told the keeper about it.", False),
        ("These are the steps that we recommend, in this order.", True),
        ("These are the results of a trial with 412 bats.", False),
        ("Park here unless the signs say otherwise.", False),
        ("The keeper has never told the council why.", False),
    ],
)
def test_a_count_of_things_announces_them(text: str, more: bool) -> None:
    assert announces(text) is more


@pytest.mark.parametrize(
    ("text", "takes_back"),
    [
        ("However, two roosts came back.", True),
        ("Only people with diabetes profit.", True),
        ("It is no longer used.", True),
        ("The second one hurt.", True),
        ("Only 74 of the lamps burn.", False),
        ("The second lamp burns.", False),
    ],
)
def test_what_limits_a_sentence_takes_it_back(text: str, takes_back: bool) -> None:
    assert turns(text) is takes_back
