"""Certainties from judgements: the same in any order, never more certain, held against what was left out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.checks import all_checks
from audit.fit_certainties import fit_reviews
from audit.tuning import SHIPPED
from wellsourced_core.model import CERTAINTIES, REVIEW_WORDS, Review

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

    from wellsourced_core.model import Certainty, ReviewWord

CODES = [check.code for check in all_checks()]


def said(code: str, certainty: Certainty, agree: int, disagree: int, first: int = 0) -> list[Review]:
    words: list[ReviewWord] = ["agree"] * agree + ["disagree"] * disagree
    return [Review(f"{first + n:012x}", code, certainty, word) for n, word in enumerate(words)]


reviews = st.lists(
    st.builds(
        Review,
        st.integers(0, 2**40).map(lambda n: f"{n:012x}"),
        st.sampled_from(CODES[:6]),
        st.sampled_from(CERTAINTIES),
        st.sampled_from(REVIEW_WORDS),
    ),
    max_size=60,
    unique_by=lambda one: one.id,
)


@given(reviews, st.randoms())
def test_the_order_of_judgements_changes_nothing(some: list[Review], order: Random) -> None:
    turned = list(some)
    order.shuffle(turned)
    assert fit_reviews(turned) == fit_reviews(some)


@given(reviews)
def test_no_finding_gets_more_certain_and_nothing_is_written_without_a_gain(some: list[Review]) -> None:
    found = fit_reviews(some)
    assert found.written == (found.fitted if found.gains else SHIPPED)
    for code in CODES:
        for told in CERTAINTIES:
            assert CERTAINTIES.index(found.fitted.earned(code, told)) >= CERTAINTIES.index(told)


@pytest.mark.parametrize(
    ("agree", "disagree", "earned"),
    [(19, 1, "proven"), (16, 4, "likely"), (8, 12, "possible"), (1, 8, "proven")],  # nine are too few to tell
)
def test_errors_earn_what_people_agree_with(agree: int, disagree: int, earned: Certainty) -> None:
    found = fit_reviews(said("N201", "proven", agree, disagree))
    assert found.fitted.earned("N201", "proven") == earned
    assert found.gains is (earned != "proven")


def test_fixed_is_agreed_with_and_what_was_taken_back_tells_nothing() -> None:
    fixed = [Review(f"{n:012x}", "N201", "proven", "fixed") for n in range(10)]
    withdrawn = [Review(f"{n:012x}", "N201", "proven", "none") for n in range(10, 40)]
    found = fit_reviews([*fixed, *withdrawn])
    assert (found.read, found.fitted) == (10, SHIPPED)
    assert found.agreed[0].errors.value == 1.0


def test_what_is_rare_elsewhere_is_not_mixed_in() -> None:
    found = fit_reviews(said("N202", "likely", 2, 18) + said("C101", "proven", 20, 0, first=100))
    assert {code for code, _, _ in found.fitted.demotions} == {"N202"}
    assert found.written == found.fitted
