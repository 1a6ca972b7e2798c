"""Counts and figures in sentences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wellsourced_core.message_numbers import below, plural


@pytest.mark.parametrize(
    ("value", "least", "written"),
    [(0.3496, 0.35, "0.3496"), (0.2, 0.35, "0.20"), (0.34999999, 0.35, "0.34999999"), (0.699, 0.7, "0.699")],
)
def test_a_value_below_a_threshold_is_printed_below_it(value: float, least: float, written: str) -> None:
    assert below(value, least) == written


@given(st.floats(0, 1), st.floats(0, 1))
def test_no_rounding_reaches_the_threshold(value: float, least: float) -> None:
    if value < least:
        assert float(below(value, least)) < least


def test_one_is_singular() -> None:
    assert (plural(1, "source"), plural(0, "source"), plural(1200, "source")) == (
        "1 source",
        "0 sources",
        "1,200 sources",
    )
    assert plural(2, "address", "addresses") == "2 addresses"
