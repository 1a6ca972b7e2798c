"""Which figures a sentence states."""

from __future__ import annotations

import pytest

from writer.figures import figures


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("The level fell from 58.4 to 56.1 decibels.", {58.4, 56.1}),
        ("At 19 of the 31 sites it rained.", {19 / 31}),
        ("In 2025 and on 4 March nothing was counted.", set()),
        ("Two sources agree.", set()),
        ("It costs $150.", {150.0}),
    ],
)
def test_figures_are_values_not_dates_or_small_words(text: str, values: set[float]) -> None:
    assert {value for value, _, _ in figures(text)} == values
