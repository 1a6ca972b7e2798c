"""What a sentence needs from the sentences before it."""

from __future__ import annotations

import pytest

from wellsourced_core.text import content
from writer.antecedents import Text, has_quotation, is_speakerless, needed, needs

ALONE = [
    "Port Marlow built 23 miles of bicycle lanes between 2019 and 2024.",
    "The lunar lander Kestrel-2 was lost in October.",
    "The price of a dozen eggs rose by 4 percent in March 2025.",
    "“A lane is a promise,” said Ada Byron, who runs the office in Delft.",
    "UNESCO put the dance on its list in 2016.",
    "Of the 1,320 people who work there in Delft, 1,140 lose their jobs.",
    "Lending has been possible at all branches in Delft since March 9.",
    "Herbs with soft leaves are better frozen.",
]
LEANING = [
    "It fell to 2.3.",
    "The gain was 4 percent more.",
    "Others disagree with the mayor.",
    "Sixty-one percent would save the pan.",
    "Safety improved for people on foot as well.",
    "“My customers come by bicycle three times a week.”",
    "“We saw a lawn in the lake,” he said.",
    "A fifth have sold their homes.",
    "Limits by signs alone reduced them by 11 percent.",
    "Two years later 38 percent of shops do.",
    "Members can have the costs calculated.",
    "The rest had used another pan.",
    "A total of 212 adults took part.",
    "Stomach upset was slightly more common.",
    "Serious injuries fell by more, by 24 percent against 7.",
    "A further 25 schools went on as before.",
    "At that point people began to look for their coats.",
    "Beekeepers with ten years of experience lost 22.",
    "There, cafes are the most common tenants.",
    "Had you asked for a review, it would have cost nothing.",
]


@pytest.mark.parametrize("text", ALONE)
def test_what_stands_alone_needs_nothing(text: str) -> None:
    assert not needs(text)


@pytest.mark.parametrize("text", LEANING)
def test_what_goes_on_needs_the_sentence_before(text: str) -> None:
    assert needs(text).previous


def source(*sentences: str, known: str = "", on_topic: str = "", headed: str = "") -> Text:
    """Return a source's sentences; the places as digits: all are on topic, none is under a heading, unless told."""
    places = range(len(sentences))
    about = [not on_topic or str(i) in on_topic for i in places]
    return Text(sentences, content(known), about, [True] * len(sentences), [str(i) in headed for i in places])


def test_the_group_needs_whoever_named_it() -> None:
    text = source("Green Marlow counts trees in the town.", "Rain fell on it all week.", "The group wants more trees.")
    assert needs(text.sentences[2]).nouns
    assert needed(2, text) == ((0,), None)


def test_a_body_of_somebody_is_told_before_him() -> None:
    text = source(
        "Ardent Warmth sells pumps in Delft.", "It is old.", "They save oil, said chief executive Dale Lomax."
    )
    found = needed(2, text)
    assert found is not None
    assert 0 in found[0]


def test_a_noun_that_was_brought_before_needs_that_sentence() -> None:
    text = source("A bag of ballots stood in Delft.", "Rain fell on Delft.", "Ann Olm of Delft looked into the bag.")
    assert needed(2, text) == ((0,), None)
    assert needed(2, source(text.sentences[1], text.sentences[1], text.sentences[2])) == ((), None)


def test_what_says_not_what_it_is_about_needs_the_sentence_before_its_first_the() -> None:
    text = source("Creatine was given to 40 people.", "Some of it got lost.", "Tea stood on the tray.", on_topic="0")
    assert needed(2, text) == ((0, 1), None)


def test_a_surname_needs_its_first_name() -> None:
    text = source("Margit Hollis runs a bakery.", "Bread costs four dollars in Delft.", "Hollis sells bread in Delft.")
    assert needed(2, text) == ((0,), None)


def test_a_quotation_goes_on_from_a_quotation_only() -> None:
    quoted = ("“I was sure that it would finish us,” said Walter Imhoff.", "“My customers buy less at a time.”")
    assert needed(1, source(*quoted)) == ((0,), None)
    assert needed(1, source("Walter Imhoff sells hardware.", quoted[1])) is None


def test_what_does_not_say_what_it_is_about_stands_below_what_does() -> None:
    text = source(
        "Creatine was given to 40 people.", "It rained a lot.", "Side effects were mild in most people.", on_topic="0"
    )
    assert needed(2, text) == ((), 0)
    assert (
        needed(
            2,
            source(
                "Rain fell on all of Delft.", "It rained a lot.", "Side effects were mild in most people.", on_topic="9"
            ),
        )
        is None
    )


def test_a_pronoun_whose_heading_is_gone_means_nothing() -> None:
    texts = ("Eight schools in Delft gave lunch.", "In the schools of Delft it rose by a third.")
    assert needed(1, source(*texts)) == ((0,), None)
    assert needed(1, source(*texts, headed="1")) is None


def test_a_step_goes_on_from_the_step_before() -> None:
    text = source("Wash the herbs with water.", "Dry parsley on a board.", "Freeze parsley in oil.", known="herbs")
    assert needed(2, text) == ((0, 1), None)


def test_a_run_that_reaches_too_far_back_is_none() -> None:
    assert needed(9, source("Bats fly over the river at night.", *["They fly on."] * 9)) is None


def test_quotations_and_titles() -> None:
    assert has_quotation("“We planted more than we lost,” said Marisol Quint.")
    assert not has_quotation("“Can't Help Falling” was sung by nine couples.")
    assert is_speakerless("“We planted more than we lost here.”")
