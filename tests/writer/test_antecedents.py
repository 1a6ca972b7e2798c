"""What a sentence needs from the sentences before it."""

from __future__ import annotations

import pytest

from writer.antecedents import has_quotation, is_speakerless, needed, needs

ALONE = [
    "Port Marlow built 23 miles of bicycle lanes between 2019 and 2024.",
    "The lunar lander Kestrel-2 was lost in October.",
    "The price of a dozen eggs rose by 4 percent in March 2025.",
    "“A lane is a promise,” said Ada Byron, who runs the office in Delft.",
    "UNESCO put the dance on its list in 2016.",
    "Of the 1,320 people who work there in Delft, 1,140 lose their jobs.",
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
]


@pytest.mark.parametrize("text", ALONE)
def test_what_stands_alone_needs_nothing(text: str) -> None:
    assert not needs(text)


@pytest.mark.parametrize("text", LEANING)
def test_what_goes_on_needs_the_sentence_before(text: str) -> None:
    assert needs(text).previous


def test_the_group_needs_whoever_named_it() -> None:
    texts = ("Green Marlow counts trees in the town.", "Rain fell on the town all week.", "The group wants more trees.")
    assert needs(texts[2]).nouns
    found = needed(2, texts, frozenset(), (True, True, True))
    assert found is not None
    assert found


def test_a_surname_needs_its_first_name() -> None:
    texts = (
        "Margit Hollis runs a bakery in the town.",
        "Bread costs four dollars in the town.",
        "Hollis sells bread in town.",
    )
    assert needed(2, texts, frozenset(), (True,) * 3) == (0,)


def test_a_quotation_goes_on_from_a_quotation_only() -> None:
    quoted = ("“I was sure that it would finish us,” said Walter Imhoff.", "“My customers buy less at a time.”")
    assert needed(1, quoted, frozenset(), (True, True)) == (0,)
    assert needed(1, ("Walter Imhoff sells hardware.", quoted[1]), frozenset(), (True, True)) is None


def test_what_does_not_say_what_it_is_about_goes_on_from_what_does() -> None:
    texts = ("Creatine was given to 40 people in Delft.", "Side effects were mild in most people.")
    assert needed(1, texts, frozenset(), (True, False)) == (0,)


def test_a_run_that_reaches_too_far_back_is_none() -> None:
    texts = ("Bats fly over the river at night.", *["They fly on."] * 9)
    assert needed(9, texts, frozenset(), (True,) * 10) is None


def test_quotations_and_titles() -> None:
    assert has_quotation("“We planted more than we lost,” said Marisol Quint.")
    assert not has_quotation("“Can't Help Falling” was sung by nine couples.")
    assert is_speakerless("“We planted more than we lost here.”")
