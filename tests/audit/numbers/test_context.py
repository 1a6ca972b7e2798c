"""Where a number stands: the words of its sentence, those near it, the one behind it, its clause."""

from __future__ import annotations

import pytest

from audit.numbers.context import clause_of, context_of, follow, is_baseline, sentence_words, share
from audit.numbers.numbered_text import read, read_claim

FAR = (
    "Along the windy and rather lonely coast that the people of many southern villages know well are buoys, 60 in all."
)


def test_near_and_close_words_are_words_of_the_sentence() -> None:
    place = context_of(read_claim(FAR), 0)
    assert place.close < place.near < place.sentence
    assert "buoy" in place.close
    assert "coast" not in place.near
    assert {stem for stem, _ in place.distances} == place.sentence
    assert list(place.ordered) == sorted(place.sentence)


def test_a_word_is_the_farther_the_more_stands_between() -> None:
    distances = dict(context_of(read_claim(FAR), 0).distances)
    assert distances["buoy"] < distances["know"] < distances["coast"]


def test_a_number_is_none_of_the_words_around_it() -> None:
    text = read("The fleet of 2 million barrels left.")
    assert "million" not in sentence_words(text, 0)
    assert "fleet" in sentence_words(text, 0)


@pytest.mark.parametrize(("text", "stem"), [("There are 60 buoys.", "buoy"), ("There are 60. Buoys float.", "")])
def test_the_word_right_behind(text: str, stem: str) -> None:
    assert follow(read(text), 0) == stem


def test_a_clause_ends_at_the_boundary_beside_the_number() -> None:
    text = read("Exports rose 4 %, while imports of timber fell 9 %.")
    assert "Exports" in clause_of(text, 0)
    assert "timber" not in clause_of(text, 0)
    assert "timber" in clause_of(text, 1)


@pytest.mark.parametrize(
    ("text", "compared"),
    [
        ("Sales rose 5 % over the first quarter of 2019.", True),
        ("Sales rose 5 % compared with the same month of 2019.", True),
        ("Sales rose 5 % in the first quarter of 2019.", False),
        ("Sales rose 5 % in 2019.", False),
    ],
)
def test_a_date_that_something_is_compared_with(text: str, compared: bool) -> None:
    found = read(text)
    assert is_baseline(found, found.mentions[-1]) is compared


def test_a_share_is_of_the_weight_of_what_is_wanted() -> None:
    text = read("The buoy floats. The buoy rang. The lamp burned.")
    assert share(frozenset(), frozenset({"buoy"}), text) == 0
    assert share(frozenset({"buoy"}), frozenset({"buoy"}), text) == 1
    rare = share(frozenset({"buoy", "lamp"}), frozenset({"lamp"}), text)
    assert 0.5 < rare < 1  # the rarer word weighs more
