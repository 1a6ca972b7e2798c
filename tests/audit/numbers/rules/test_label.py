"""A label with other digits than the source's: a norm, a variant, an article of a law."""

from __future__ import annotations

import pytest

from audit.numbers.numbered_text import read
from audit.numbers.rules.label import RULE
from audit.statistics import prepare


def told(claim: str, source: str) -> list[tuple[str, str]]:
    return [(one.label.text, one.found) for one in RULE.find(read(claim), prepare(source))]


@pytest.mark.parametrize(
    ("claim", "source", "found"),
    [
        ("The part follows Annex 4 of the treaty.", "The part follows Annex 9 of the treaty.", ("Annex 4", "Annex 9")),
        ("The probe Marel-3 was lost.", "The probe Marel-7 was lost.", ("Marel-3", "Marel-7")),
        ("The probe Marel 3 was lost.", "The probe Marel7 was lost.", ("Marel 3", "Marel7")),
    ],
)
def test_the_same_word_with_other_digits(claim: str, source: str, found: tuple[str, str]) -> None:
    assert told(claim, source) == [found]


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The probe Marel-3 was lost.", "The probe Marel 3 was lost."),
        ("The probe Marel-3 was lost.", "The probes Marel-7 and Marel-3 were lost."),
        ("The probe Marel-3 was lost.", "The probe was lost in 2007."),  # its word has no digits there
        ("It was lost on the 3rd.", "It was lost on the 7th."),
        ("It was lost at 3 pm.", "It was lost at 7 pm."),
        ("It was lost in May 2003.", "It was lost in May 2007."),
        ("No label stands here.", "Annex 9 is here."),
    ],
)
def test_what_is_no_label_or_says_nothing_either_way(claim: str, source: str) -> None:
    assert told(claim, source) == []


def test_the_span_points_into_the_source() -> None:
    source = prepare("They say that Annex 9 applies.")
    (one,) = RULE.find(read("They say that Annex 4 of the treaty applies."), source)
    assert source.text[one.start : one.end] == one.found == "Annex 9"
