"""What follows from two numbers, and how near a claim must come to it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.numbers.derivations import results, slack, wanted
from wellsourced_core.model import Quantity
from wellsourced_core.quantities import quantities

COUNTS = st.integers(2, 10**9)


def only(text: str) -> Quantity:
    """Return the one number of a text."""
    [found] = quantities(text)
    return found


def shown(asked: str, first: str, second: str) -> dict[str, float]:
    """Return what follows from two numbers, by what a reader is shown."""
    return {one.shown: round(one.value, 6) for one in results(only(asked), only(first), only(second))}


@pytest.mark.parametrize(
    ("asked", "first", "second", "sum_", "value"),
    [
        ("42,700 head", "61,000 head", "18,300 head", "61,000 - 18,300", 42_700),
        ("40 percent", "310 members", "124 members", "124 / 310", 0.4),
        ("a fifth of it", "12 tonnes", "15 tonnes", "12 tonnes / 15 tonnes", 0.8),
        ("three times as much", "9 tonnes", "27 tonnes", "27 tonnes / 9 tonnes", 3),
        ("630 sheets", "6,300 sheets", "a tenth of it", "a tenth of 6,300", 630),
        ("90,000 francs", "45,000 francs", "2 winners", "2 * 45,000 francs", 90_000),
        ("1.5 million thalers", "6 million thalers", "four instalments", "6 million / four", 1_500_000),
        ("in 2031", "in 2025", "six years", "2025 + six years", 2031),
        ("3.5 percentage points", "58.0%", "61.5%", "61.5% - 58.0%", 3.5),
    ],
)
def test_what_follows_from_two_numbers(asked: str, first: str, second: str, sum_: str, value: float) -> None:
    assert shown(asked, first, second)[sum_] == value


@given(COUNTS, COUNTS)
def test_a_claim_that_says_what_follows_is_near_enough(a: int, b: int) -> None:
    for total in (a + b, abs(a - b)):
        if a != b:
            claim = only(f"{total:,} boats")
            below, above = slack(claim)
            found = results(claim, only(f"{a:,} boats"), only(f"{b:,} boats"))
            assert any(wanted(claim) - below <= one.value <= wanted(claim) + above for one in found)


@given(COUNTS, COUNTS)
def test_the_order_of_two_numbers_turns_a_change_and_nothing_else(a: int, b: int) -> None:
    claim, one, other = only("40 percent"), only(f"{a} boats"), only(f"{b} boats")
    there, back = list(results(claim, one, other)), list(results(claim, other, one))
    assert [r.value for r in there if r.how == "share"] == [r.value for r in back if r.how == "share"]
    assert [r.rise for r in there if r.how == "change"] == [-r.rise for r in back if r.how == "change"]
