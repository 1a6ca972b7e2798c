"""What is said of a number that no number of the source carries."""

from __future__ import annotations

import pytest

from audit.statistics import judge, prepare
from wellsourced_core.model import StatisticVerdict


def only(claim: str, source: str) -> StatisticVerdict:
    (found,) = judge(claim, prepare(source))
    return found


@pytest.mark.parametrize(
    ("claim", "source", "verdict", "said"),
    [
        ("The reservoir holds 30 litres.", "The reservoir holds 30 gallons.", "unit", "30 gallons"),
        ("The tower cost $3 billion.", "The tower cost $3 million.", "unit", "$3 million"),
        ("Over 80 guests dined there.", "Under 80 guests dined there.", "direction", "80"),
        ("Over 80 guests dined there.", "80 guests dined there.", "absent", "exactly 80"),
        ("The tower has 41 rooms.", "The tower has 57 rooms.", "absent", "57"),
        ("The tower has 41 rooms.", "The tower is old.", "absent", "not in the source"),
        ("She reigned for 7 years.", "She reigned from 1811 to 1818.", "derived", "1818"),
        (
            "The guild owns three mills.",
            "The guild owns the oil mill, the corn mill and the saw mill.",
            "derived",
            "counted",
        ),
    ],
)
def test_why_it_is_not_carried(claim: str, source: str, verdict: str, said: str) -> None:
    found = only(claim, source)
    assert found.verdict == verdict
    assert said in found.why


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The 2019-20 coronavirus pandemic closed the fair.", "The coronavirus pandemic closed the fair."),
        ("The fair was held in the first half of the year.", "The fair was held in the first six months."),
    ],
)
def test_what_the_source_says_without_the_number(claim: str, source: str) -> None:
    assert {one.verdict for one in judge(claim, prepare(source))} <= {"carried"}


def test_a_number_beyond_all_values_is_absent() -> None:
    assert only(f"It has {'9' * 400} rooms.", "It has 57 rooms.").verdict == "absent"


@pytest.mark.parametrize(
    ("claim", "source", "certainty"),
    [
        # Of a page of December 2018 the reader knows which June it means.
        ("The debates are to begin in June 2019.", "The twelve debates are planned, the first for June.", "possible"),
        ("The bridge opened on 5 May 2020.", "The bridge opened on 5 May.", "possible"),
        ("The debates are to begin in June 2019.", "The debates begin in June 2018, late in June.", "proven"),
        ("The debates are to begin in June 2019.", "The twelve debates are planned.", "proven"),
    ],
)
def test_a_date_that_lacks_only_its_year_is_hardly_wrong(claim: str, source: str, certainty: str) -> None:
    assert only(claim, source).certainty == certainty


def test_the_year_in_which_a_source_was_written_is_hardly_wrong() -> None:
    claim, source = "In 2024 the ward took in 31 infants.", "The ward took in 31 infants, seven of them twice."
    year, infants = judge(claim, prepare(source, published="2024-11-27"))
    assert (year.certainty, infants.verdict) == ("possible", "carried")
    assert judge(claim, prepare(source, published="2023-11-27"))[0].certainty == "proven"
