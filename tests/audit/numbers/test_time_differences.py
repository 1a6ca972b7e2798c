"""Days, weeks and months that follow from two days that a source names."""

from __future__ import annotations

import pytest

from audit.numbers.derivations import results, slack, wanted
from audit.statistics import judge, prepare
from wellsourced_core.quantities import quantities


def follows(claim: str, source: str) -> str | None:
    """Return the sum by which a time follows from two dates, None where it does not."""
    (q,), (a, b) = quantities(claim), quantities(source)
    (below, above), target = slack(q), wanted(q)
    return next((r.shown for r in results(q, a, b) if target - below <= r.value <= target + above), None)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("It lasted 18 days.", "It ran from 3 March 2021 to 21 March 2021."),
        ("It lasted 19 days.", "It ran from 3 March 2021 to 21 March 2021."),  # both days counted
        ("It lasted 18 days.", "It ran from 3 March to 21 March 2021."),
        ("It lasted three weeks.", "It ran from 3 March 2021 to 24 March 2021."),
        ("It lasted two months.", "It ran from 3 March 2021 to 4 May 2021."),
        ("It lasted 2 days.", "It ran from 28 February 2024 to 1 March 2024."),  # a leap year
    ],
)
def test_what_follows_from_two_days(claim: str, source: str) -> None:
    assert follows(claim, source) is not None


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("It lasted 25 days.", "It ran from 3 March 2021 to 21 March 2021."),
        ("It lasted 18 years.", "It ran from 3 March 2021 to 21 March 2021."),
        ("It lasted over 20 days.", "It ran from 3 March 2021 to 21 March 2021."),
        ("It lasted 18 days.", "It ran from March 2021 to 21 March 2021."),
        ("It had 18 guests.", "It ran from 3 March 2021 to 21 March 2021."),
    ],
)
def test_what_does_not(claim: str, source: str) -> None:
    assert follows(claim, source) is None


def test_the_formula_names_the_later_day_first() -> None:
    assert (
        follows("It lasted 18 days.", "It ended on 21 March 2021 and began on 3 March 2021.")
        == "21 March 2021 - 3 March 2021"
    )


def test_a_duration_that_follows_is_derived() -> None:
    (found,) = judge(
        "The fair lasted 18 days.", prepare("The fair opened on 3 March 2021 and closed on 21 March 2021.")
    )
    assert found.verdict == "derived"
