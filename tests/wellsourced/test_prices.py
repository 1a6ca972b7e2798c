"""Prices, and usage from counts that may be missing or senseless."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellsourced.prices import PRICES, Counts, Price, Sizes, ceiling, price_of, usage

SIZES = Sizes(sent=3000, received=600, max_tokens=1000)
COUNT = st.one_of(st.none(), st.integers(-(10**15), 10**15))


def test_every_default_model_has_a_price_for_prompts_of_any_length() -> None:
    for model in ("claude-sonnet-5-5", "claude-haiku-5-5"):
        assert price_of(PRICES, model, 10**7) is not None


def test_a_row_is_chosen_by_the_length_of_the_prompt() -> None:
    rows = (Price("m", 5, 25, 0, 0), Price("m", 1, 5, 0, 0, up_to=100))
    assert [price_of(rows, "m", n).input for n in (0, 100, 101)] == [1, 1, 5]
    assert price_of(rows, "other") is None


def test_a_message_batch_costs_half() -> None:
    whole = usage(PRICES, "claude-sonnet-5-5", Counts(1000, 100), SIZES)
    half = usage(PRICES, "claude-sonnet-5-5", Counts(1000, 100), SIZES, batch=True)
    assert half.usd == pytest.approx(whole.usd / 2)


@given(COUNT, COUNT, COUNT, COUNT)
def test_g15_usage_is_sane_whatever_is_reported(a: int | None, b: int | None, c: int | None, d: int | None) -> None:
    took = usage(PRICES, "claude-sonnet-5-5", Counts(a, b, c, d), SIZES)
    prompt = took.input_tokens + took.cache_read_tokens + took.cache_write_tokens
    assert 0 <= prompt <= SIZES.sent + 10_000
    assert 0 <= took.output_tokens <= SIZES.max_tokens
    assert took.usd >= 0
    untouched = (took.input_tokens, took.output_tokens) == (a, b)
    assert took.estimated or untouched


def test_the_ceiling_takes_the_longest_answer() -> None:
    assert ceiling(PRICES, "claude-sonnet-5-5", SIZES).output_tokens == 1000
    assert not ceiling((), "claude-sonnet-5-5", SIZES).priced
