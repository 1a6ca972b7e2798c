"""What follows from one number, from many, or from one of the source and one of the claim."""

from __future__ import annotations

import pytest

from audit.statistics import judge, prepare

BAND = "The town band, founded in 1921, rehearses 3 hours a week under its seventh leader, Mara Lind."
FLOOD = "The weir burst in 1881, 1894 and again in 1907."
TREK = "The party covered 306 miles in 34 days; the two guides were paid 150 florins each."
DIVER = "The diver Noor Salim won a medal in 1988 at the age of 19 and another in 1992; she turns 60 in March."


@pytest.mark.parametrize(
    ("claim", "source", "text", "shown"),
    [
        ("Six leaders led the band before Mara Lind.", BAND, "Six", "seventh - 1"),
        ("The band marked its centenary in 2021.", BAND, "2021", "1921 + 100"),
        ("The band rehearses 156 hours a year.", BAND, "156 hours", "52 * 3 hours"),
        ("The weir burst three times.", FLOOD, "three times", "1881, 1894, 1907"),
        ("The flood of 1907 was the third.", FLOOD, "third", "1881, 1894, 1907"),
        ("The party made nine miles a day.", TREK, "nine miles", "306 miles / 34 days"),
        ("The two guides were paid 300 florins in all.", TREK, "300", "two * 150"),
        ("In 1992 the diver Noor Salim was 23 years old.", DIVER, "23 years old", "19 + 1992 - 1988"),
        ("The diver Noor Salim is 59 years old.", DIVER, "59 years old", "60 - 1"),
    ],
)
def test_what_follows(claim: str, source: str, text: str, shown: str) -> None:
    found = [one for one in judge(claim, prepare(source)) if one.quantity.text == text]
    assert [(one.verdict, one.why) for one in found] == [("derived", f"follows from the source: {shown}")]


@pytest.mark.parametrize(
    ("claim", "source", "text"),
    [
        ("The band marked its centenary in 2031.", BAND, "2031"),
        ("The band rehearses 176 hours a year.", BAND, "176 hours"),
        ("The weir burst five times.", FLOOD, "five times"),
        ("The party made twelve miles a day.", TREK, "twelve miles"),
        ("The two guides were paid 450 florins in all.", TREK, "450"),
        ("In 1992 the diver Noor Salim was 25 years old.", DIVER, "25 years old"),
    ],
)
def test_what_does_not(claim: str, source: str, text: str) -> None:
    assert [one.verdict for one in judge(claim, prepare(source)) if one.quantity.text == text] == ["absent"]
