"""Which figures a sentence states."""

from __future__ import annotations

import pytest

from writer.figures import figures, is_exact, told_again


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


@pytest.mark.parametrize(
    ("text", "known", "again"),
    [
        ("The level fell to 58.4 decibels.", "It was 58.4 decibels.", True),
        ("The level fell from 58.4 to 56.1 decibels.", "It was 58.4 decibels.", True),
        ("It fell by 5 percent, to 40 decibels.", "One in 5 percent of streets was quiet.", False),
        ("It fell by 5 percent.", "Prices rose by 5 percent.", True),
        ("It fell by 5 percent.", "It rained.", False),
        ("It rained.", "It fell by 5 percent.", False),
    ],
)
def test_a_figure_is_told_again_where_it_is_exact_or_nothing_else_is_told(text: str, known: str, again: bool) -> None:
    assert told_again(figures(text), figures(known)) is again


def test_a_list_may_repeat_a_figure_as_long_as_it_has_something_new() -> None:
    listed, known = figures("Adult: $4.25; Child: $2.10."), figures("An adult pays $4.25.")
    assert not told_again(listed, known, listed=True)
    assert told_again(known, listed, listed=True)


@pytest.mark.parametrize(("value", "exact"), [(986, True), (4.25, True), (0.125, True), (820, False), (5, False)])
def test_an_exact_figure_has_three_digits(value: float, exact: bool) -> None:
    assert is_exact((value, None, "")) is exact
