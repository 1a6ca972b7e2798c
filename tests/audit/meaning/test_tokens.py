"""A sentence as words that can be held against another's."""

from __future__ import annotations

import pytest

from audit.meaning.tokens import is_past, is_superlative, key_of, tokens


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ferries", "ferry"),
        ("bought", "buys"),
        ("small", "tiny"),
        ("two", "2"),
        ("third", "3rd"),
        ("1,200.50", "1200.5"),
    ],
)
def test_what_says_the_same_has_the_same_key(one: str, other: str) -> None:
    assert key_of(one) == key_of(other)


@pytest.mark.parametrize(("one", "other"), [("three", "third"), ("red", "green"), ("some", "all")])
def test_what_says_something_else_has_another_key(one: str, other: str) -> None:
    assert key_of(one) != key_of(other)


@pytest.mark.parametrize("said", ["can't", "cannot", "won't", "isn’t"])
def test_a_contracted_negation_is_a_word(said: str) -> None:
    assert [token.said for token in tokens(f"It {said} sail")][2] == "not"


def test_phrases_of_one_meaning_are_one_word() -> None:
    assert [token.said for token in tokens("Not all boats")] == ["some", "boats"]


def test_a_capital_inside_a_sentence_makes_a_name() -> None:
    assert [token.name for token in tokens("Boats of Lorn")] == [False, False, True]


def test_forms() -> None:
    [shut, largest, forest] = [tokens(word)[0] for word in ("closed", "largest", "forest")]
    assert is_past(shut)
    assert is_superlative(largest)
    assert not is_superlative(forest)
