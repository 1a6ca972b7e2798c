"""The pieces of a text: those of BERT's uncased vocabulary, whatever the text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.minilm.wordpiece import _vocabulary, pieces


def spelled(text: str) -> list[str]:
    names = {number: piece for piece, number in _vocabulary().items()}
    return [names[number] for number in pieces(text, 512)[1:-1]]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The mill, ground.", ["the", "mill", ",", "ground", "."]),
        ("unaffable", ["una", "##ffa", "##ble"]),
        ("Façade Élan", ["facade", "el", "##an"]),
        ("5G in 2025", ["5", "##g", "in", "202", "##5"]),
        ("x" * 101, ["[UNK]"]),
        ("a\x00b\u200bc", ["abc"]),
        ("a\u00a0b\tc", ["a", "b", "c"]),
        ("「東」", ["「", "東", "」"]),
        ("", []),
    ],
)
def test_pieces(text: str, wanted: list[str]) -> None:
    assert spelled(text) == wanted


@given(st.text(max_size=200), st.integers(2, 40))
@settings(max_examples=100)
def test_any_text_has_pieces_between_its_beginning_and_its_end_and_no_more_than_asked(text: str, most: int) -> None:
    found = pieces(text, most)
    known = _vocabulary()
    assert (found[0], found[-1]) == (known["[CLS]"], known["[SEP]"])
    assert len(found) <= most
    assert all(0 <= number < 30_522 for number in found)
    assert found[:-1] == pieces(text, 512)[: len(found) - 1]
