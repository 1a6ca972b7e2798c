"""What a sentence denies, and what only looks as if it did."""

from __future__ import annotations

import pytest

from audit.meaning.negations import negations


@pytest.mark.parametrize(
    ("text", "word", "follow"),
    [
        ("The ferry doesn’t stop at the island.", "doesn't", "stop"),
        ("The council failed to reopen the bridge.", "failed", "reopen"),
        ("It is unclear whether it will close.", "unclear", "close"),
        ("There was no leak in the dam.", "no", "leak"),
        ("Die Fähre hält nicht an der Insel.", "nicht", "der"),
    ],
)
def test_negation(text: str, word: str, follow: str) -> None:
    (found,) = negations(text)
    assert (found.word, found.follow) == (word, follow)


@pytest.mark.parametrize(
    "text",
    [
        "No fewer than 12 men came.",
        "It should not take more than 4 g.",
        "The bridge will not open before 2027.",
        "Not only the harbour froze.",
        "The council declined.",
        "Flat No. 4 is empty.",
    ],
)
def test_no_negation(text: str) -> None:
    assert negations(text) == ()
