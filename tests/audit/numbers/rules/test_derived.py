"""Numbers that follow from two or more of the source's."""

from __future__ import annotations

import pytest

from audit.statistics import judge, prepare

PROFIT = "The mill earned $48 million in spring, compared with $61 million a year earlier."
POLL = "Support for the League rose to 34 per cent in October from 25 per cent in June."
MEMORY = "It cuts the memory used by an idle connection from 9 MB to 3.5 MB."
STRIKE = "The drivers' strike began on 3 March and ended on 21 March."
ROAD = "The road was shut from 8 January to 2 April 2022."
FERRIES = "The ferries carried 310 guests to Ost, 245 to the West, 90 to Lock and 55 to Skell."


@pytest.mark.parametrize(
    ("claim", "source", "verdict"),
    [
        ("Profit fell by about a fifth, even as sales rose.", PROFIT, "derived"),
        ("Profit rose by about a fifth.", PROFIT, "absent"),
        ("Profit fell by about a third.", PROFIT, "absent"),
        ("The League has gained nine percentage points since June.", POLL, "derived"),
        ("The League has gained eight percentage points since June.", POLL, "absent"),
        ("Idle connections need less than half the memory.", MEMORY, "derived"),
        ("Idle connections need less than a third of the memory.", MEMORY, "absent"),
        ("After an 18-day strike the drivers went back.", STRIKE, "derived"),
        ("After a 28-day strike the drivers went back.", STRIKE, "absent"),
        ("The road was shut for twelve weeks.", ROAD, "derived"),
        ("The road was shut for eight weeks.", ROAD, "absent"),
        ("The ferries carried 700 guests in total.", FERRIES, "derived"),
        ("The ferries carried 710 guests in total.", FERRIES, "absent"),
        ("The ferries carried 700 guests.", FERRIES, "absent"),
    ],
)
def test_derived(claim: str, source: str, verdict: str) -> None:
    assert [one.verdict for one in judge(claim, prepare(source)) if one.verdict != "carried"] == [verdict]


def test_a_total_of_a_column() -> None:
    table = "Port | 2021 | 2022\nNorth | 1,210 | 1,305\nSouth | 980 | 1,110\nCoast | 640 | 585\nShips that called."
    found = judge("In 2022 they counted 3,000 ships in all.", prepare(table))
    assert [(one.verdict, one.why) for one in found if one.quantity.text == "3,000"] == [
        ("derived", "follows from the source: 1,305 + 1,110 + 585")
    ]
