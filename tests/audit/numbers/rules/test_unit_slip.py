"""How certain it is that a number is told in another unit."""

from __future__ import annotations

import pytest

from audit.statistics import judge, prepare

MASON = "In sixty-two years of work the mason built nineteen bridges, most of them of granite."


@pytest.mark.parametrize(
    ("claim", "certainty"),
    [
        ("In the course of his work the mason built sixty-two bridges.", "likely"),  # of which nineteen are told
        ("In the course of his work the mason built sixty-two mills.", "possible"),
    ],
)
def test_the_noun_behind_another_number_is_as_good_as_a_unit(claim: str, certainty: str) -> None:
    (found,) = judge(claim, prepare(MASON))
    assert (found.verdict, found.certainty) == ("unit", certainty)
