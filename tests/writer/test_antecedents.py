"""What a sentence needs from the sentences before it."""

from __future__ import annotations

import pytest

from wellsourced_core.text import content
from writer.antecedents import Text, reach
from writer.sentence_needs import brings_all, has_quotation, is_speakerless, needs, stands_alone

ALONE = [
    "Port Marlow built 23 miles of bicycle lanes between 2019 and 2024.",
    "The lunar lander Kestrel-2 was lost in October.",
    "The price of a dozen eggs rose by 4 percent in March 2025.",
    "“A lane is a promise,” said Ada Byron, who runs the office in Delft.",
    "UNESCO put the dance on its list in 2016.",
    "Of the 1,320 people who work there in Delft, 1,140 lose their jobs.",
    "Lending has been possible at all branches in Delft since March 9.",
    "Herbs with soft leaves are better frozen.",
    "Stenhavn is lowering its speed limit on nearly all streets.",
    "A month before she was sacked, Dana Okoro wrote to the board.",
    "The bakers of Delft met this morning.",
    "Ada Byron, a cook, was searching a field when she found a coin, and then another.",
]
LEANING = [
    "It fell to 2.3.",
    "The gain was 4 percent more.",
    "Others disagree with the mayor.",
    "Sixty-one percent would save the pan.",
    "Just 12 per cent would have been made by car.",
    "Safety improved for people on foot as well.",
    "“My customers come by bicycle three times a week.”",
    "“We saw a lawn in the lake,” he said.",
    "A fifth have sold their homes.",
    "Limits by signs alone reduced them by 11 percent.",
    "Two years later 38 percent of shops do.",
    "Three days later the number of dead fish in Delft is in the thousands.",
    "The rest had used another pan.",
    "Stomach upset was slightly more common.",
    "Serious injuries fell by more, by 24 percent against 7.",
    "A further 25 schools went on as before.",
    "At that point people began to look for their coats.",
    "There, cafes are the most common tenants.",
    "Dr Silvan Reck leaned towards the first.",
    "The others averaged 1.5 kilograms.",
    "A standard permit there was 48 pounds until March 2025.",
    "Four men did go, for seven years each.",
    "Idris Fell, who chairs the Delft Traders, said he had learned of it from a baker.",
    "Seven of the jars had been stored in Delft.",
]


@pytest.mark.parametrize("text", ALONE)
def test_what_stands_alone_needs_nothing(text: str) -> None:
    assert not needs(text).previous
    assert reach(0, source(text)) == 0


@pytest.mark.parametrize("text", LEANING)
def test_what_goes_on_begins_nothing(text: str) -> None:
    assert not stands_alone(text, first=False)


def source(*sentences: str, known: str = "", cut: str = "", paragraphs: str = "", tells_all: bool = False) -> Text:
    """Return a source's sentences: one paragraph without a heading, unless told (by places, as digits)."""
    places = range(len(sentences))
    return Text(
        sentences,
        content(known),
        [str(i) in cut for i in places],
        [int(paragraphs[i]) if paragraphs else 0 for i in places],
        [tells_all] * len(sentences),
    )


def test_the_group_needs_whoever_named_it() -> None:
    text = source("Green Marlow counts trees in the town.", "Rain fell on it all week.", "The group wants more trees.")
    assert needs(text.sentences[2]).nouns
    assert reach(2, text) == 0


def test_a_body_of_somebody_is_told_before_him() -> None:
    text = source(
        "Ardent Warmth sells pumps in Delft.", "It is old.", "They save oil, said chief executive Dale Lomax."
    )
    assert reach(2, text) == 0


def test_a_body_that_no_sentence_names_is_none() -> None:
    assert reach(0, source("The Trust recommends removal by hand in dry weather.")) is None
    named = source("The Saltby Trust owns a hall in Delft.", "The Trust recommends removal by hand.")
    assert reach(1, named) == 0


def test_a_noun_that_was_brought_before_needs_that_sentence() -> None:
    text = source("A bag of ballots stood in Delft.", "Rain fell on Delft.", "Ann Olm of Delft looked into the bag.")
    assert reach(2, text) == 0


def test_a_first_the_needs_the_sentence_before_unless_it_says_what_it_is_about() -> None:
    texts = ("Creatine was given to 40 people.", "Pumps for families are worth the extra money.")
    assert reach(1, source(*texts)) == 0
    assert reach(1, source(*texts, tells_all=True)) == 1


def test_a_surname_needs_its_first_name() -> None:
    text = source("Margit Hollis runs a bakery.", "Bread costs four dollars in Delft.", "But Hollis sells bread.")
    assert reach(2, text) == 0


def test_a_name_that_was_introduced_needs_its_introduction() -> None:
    text = ("Engineer Maren Pottle looks after the bridge.", "Rain fell in Delft.", "Maren Pottle closed a lane.")
    assert reach(2, source(*text)) == 0
    assert reach(2, source(*text, known="Pottle")) == 2
    assert reach(2, source(*text[:2], "The engineer of Delft, Maren Pottle, who is new, closed a lane.")) != 0


def test_he_needs_whoever_brought_a_person() -> None:
    text = source("Col Withey owns a pub in Delft.", "Rain fell in Delft.", "In Delft he sells bread.")
    assert reach(2, text) == 0
    assert reach(1, source("Rain fell in Delft.", "In Delft he sells bread.")) is None


def test_both_reach_back_over_a_paragraph() -> None:
    text = source("One is lack of oxygen.", "Another is a toxin.", "Doctors leaned towards the first.")
    assert reach(2, text) == 0
    assert reach(2, source(*text.sentences, paragraphs="011")) == 1
    assert reach(2, source(*text.sentences, paragraphs="012")) == 1


def test_a_quotation_goes_on_from_a_quotation_only() -> None:
    quoted = ("“I was sure that it would finish us,” said Walter Imhoff.", "“My customers buy less at a time.”")
    assert reach(1, source(*quoted)) == 0
    assert reach(1, source("Walter Imhoff sells hardware.", quoted[1])) is None


def test_a_pronoun_whose_heading_is_gone_means_nothing() -> None:
    texts = ("Eight schools in Delft gave lunch.", "In the schools of Delft it rose by a third.")
    assert reach(1, source(*texts)) == 0
    assert reach(1, source(*texts, cut="1")) is None


def test_what_a_source_begins_with_is_known_to_whoever_knows_the_question() -> None:
    assert brings_all("Doctors look at the pictures of bones.", content("pictures of bones"))
    assert not brings_all("The school run was late when the cones went down.", content("bridge closure"))


def test_quotations_and_titles() -> None:
    assert has_quotation("“We planted more than we lost,” said Marisol Quint.")
    assert not has_quotation("“Can't Help Falling” was sung by nine couples.")
    assert is_speakerless("“We planted more than we lost here.”")
