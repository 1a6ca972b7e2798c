"""Which way a number moved, and whether by so much or to so much."""

from __future__ import annotations

import pytest

from audit.meaning.direction import by_or_to, direction_said, trend
from audit.numbers.numbered_text import read
from audit.statistics import judge, prepare


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("Fares rose 4 % in Ardle.", 1),
        ("Fares in Ardle were cut, falling by 4 %.", -1),
        ("A rise of 4 % was noted.", 1),
        ("Fares stood at 4 %.", 0),
        ("Fares were set at up to 4 %.", 0),
        ("The city set up a fund of 4 %.", 0),
        ("Up 4 % went the fares.", 1),
        ("A fund of 4 % opened in the fall.", 0),
        ("The fall in fares was 4 %.", -1),
    ],
)
def test_the_nearest_word_says_which_way(text: str, way: int) -> None:
    found = read(text)
    assert trend(text, found.mentions[0], found.sentences[0])[0] == way


def test_a_text_of_both_ways_says_neither() -> None:
    assert direction_said("Fares rose.") == 1
    assert direction_said("Fares fell.") == -1
    assert direction_said("Fares rose and fell.") == direction_said("Fares stayed.") == 0


@pytest.mark.parametrize(
    ("text", "how"), [("Fares rose by 4 %.", "by"), ("Fares fell to 4 %.", "to"), ("4 % rose.", "")]
)
def test_by_how_much_or_to_what(text: str, how: str) -> None:
    found = read(text)
    assert by_or_to(text, found.mentions[0]) == how


@pytest.mark.parametrize(
    ("claim", "source", "verdict"),
    [
        ("Fares in Ardle fell by 4 %.", "Fares in Ardle rose by 4 %.", "direction"),
        ("Fares in Ardle rose to 40 %.", "Fares in Ardle rose by 40 %.", "direction"),
        ("Fares in Ardle fell by 4 %.", "The change of fares in Ardle was -4 %.", "carried"),
        ("Fares in Ardle rose by 4 %.", "Fares in Ardle climbed by 4 %.", "carried"),
    ],
)
def test_verdicts(claim: str, source: str, verdict: str) -> None:
    assert [one.verdict for one in judge(claim, prepare(source))] == [verdict]
