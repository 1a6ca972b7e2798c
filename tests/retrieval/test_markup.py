"""Titles without their markup."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.markup import without_markup


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("Slow <i>tides</i>", "Slow tides"),
        ("Tides &amp;amp; bays", "Tides & bays"),
        ("H<sub>2</sub>O at p < 0.05", "H2O at p < 0.05"),
        ('<mml:math xmlns:mml="x"><mml:mi>x</mml:mi></mml:math> rays', "x rays"),
        (r"The {BERT} of \"Uber", "The BERT of Über"),
        ("  two\n lines ", "two lines"),
    ],
)
def test_markup_goes_and_text_stays(written: str, plain: str) -> None:
    assert without_markup(written) == plain


@given(st.text(max_size=100))
def test_any_text_is_one_line(text: str) -> None:
    assert "\n" not in without_markup(text)
