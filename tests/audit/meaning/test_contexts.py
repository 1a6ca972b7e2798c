"""Where a sentence's contexts point, and what it denies."""

from __future__ import annotations

import pytest

from audit.meaning.contexts import contexts
from audit.meaning.tokens import tokens


def at(sentence: str, word: str) -> tuple[int, bool]:
    read = tokens(sentence)
    found = contexts(read)
    place = [token.said for token in read].index(word)
    return found.points[place], found.denied[place]


@pytest.mark.parametrize(
    ("sentence", "word", "points"),
    [
        ("A boat sails.", "boat", 1),
        ("No boat sails.", "boat", -1),
        ("Every boat sails on Sunday.", "boat", -1),
        ("Every boat has a red sail.", "red", 1),
        ("Few boats sail.", "boats", -1),
        ("A few boats sail.", "boats", 1),
        ("If a boat sails, the crew is paid.", "crew", 1),
        ("Exactly three boats sail.", "boats", 0),
        ("No boat sails without a crew.", "crew", 1),
    ],
)
def test_where_a_context_points(sentence: str, word: str, points: int) -> None:
    assert at(sentence, word)[0] == points


@pytest.mark.parametrize(
    ("sentence", "word", "denied"),
    [
        ("The boat did not sail.", "sail", True),
        ("Not only the boat sailed.", "boat", False),
        ("It sails not on Friday, but on Sunday.", "sunday", False),
        ("They found no leak.", "found", True),
        ("Neither the boat nor the raft sailed.", "raft", True),
        ("They failed to sail.", "sail", True),
    ],
)
def test_what_is_denied(sentence: str, word: str, denied: bool) -> None:
    assert at(sentence, word)[1] is denied
