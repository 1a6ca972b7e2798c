"""What makes it doubtful that a number is wrong which its source does not say."""

from __future__ import annotations

import pytest

from audit.statistics import judge, prepare

AREAS = (
    "Area harvested, hectares\n2023: 36,900\n2024: 31,200\n\nNumber of growers: 2,080. Sugar content: 17.4 per cent."
)


def certainty(claim: str, source: str, text: str, published: str = "") -> str:
    [found] = [one for one in judge(claim, prepare(source, published=published)) if one.quantity.text == text]
    assert found.verdict in ("absent", "unit")
    return found.certainty


@pytest.mark.parametrize(
    ("claim", "source", "text"),
    [
        # a date of which the source leaves out the year
        ("The debates are to begin in June 2019.", "The twelve debates are planned, the first for June.", "June 2019"),
        # the unit stands in the heading of the list
        ("In 2024 beet was harvested on 31,200 hectares.", AREAS, "31,200 hectares"),
        # what a rate is counted for
        (
            "They have 1.8 beds for every 1,000 people.",
            "The two towns share 680 beds, 1.8 for so many people.",
            "1,000",
        ),
        # a share of two numbers that the sentence has
        (
            "They had 42,000 of the 47,600 admissions, or 88 percent.",
            "The two had 27,800 and 14,200 of the county's 47,600 admissions. A bed was in use 84 percent of the time.",
            "88 percent",
        ),
        # a hole of a template
        ("The lake is 41 metres deep.", "The lake has an area of 12 square kilometres and a depth of .", "41 metres"),
    ],
)
def test_a_number_that_may_be_said_or_follow_otherwise_is_only_possibly_wrong(
    claim: str, source: str, text: str
) -> None:
    assert certainty(claim, source, text) == "possible"


@pytest.mark.parametrize(
    ("claim", "source", "text"),
    [
        ("The debates are to begin in June 2019.", "The debates begin in June 2018, late in June.", "June 2019"),
        ("In 2024 beet was harvested on 35,300 hectares.", AREAS, "35,300 hectares"),
        ("The clinic has 1,300 beds.", "The clinic has 680 beds and a garden.", "1,300"),
        (
            "They had 42,000 of the 47,600 admissions, or 78 percent.",
            "The two had 27,800 and 14,200 of the county's 47,600 admissions. A bed was in use 84 percent of the time.",
            "78 percent",
        ),
    ],
)
def test_else_it_is_told(claim: str, source: str, text: str) -> None:
    assert certainty(claim, source, text) != "possible"


def test_the_year_in_which_a_source_was_written_is_doubted_alone() -> None:
    claim, source = "In 2024 the ward took in 31 infants.", "The ward took in 31 infants, seven of them twice."
    assert certainty(claim, source, "2024", "2024-11-27") == "possible"
    assert certainty(claim, source, "2024", "2023-11-27") == "proven"
