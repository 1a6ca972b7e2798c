"""What comes to one of something: by the day, per head, per 100,000."""

from __future__ import annotations

import pytest

from audit.numbers.numbered_text import read_claim
from audit.numbers.rates import is_rate
from audit.statistics import judge, prepare

CENSUS = (
    "Ostrow covers 24 square kilometres and has 36,000 inhabitants. In 2019 its bakers sold 13,140 tonnes of bread."
)


def formulas(claim: str, source: str = CENSUS) -> list[str]:
    found = judge(claim, prepare(source))
    return [v.why.removeprefix("follows from the source: ") for v in found if v.derivation]


@pytest.mark.parametrize(
    ("claim", "formula"),
    [
        ("Ostrow has 1,500 people per square kilometre.", "36,000 / 24 square kilometres"),
        ("The bakers of Ostrow sold 36 tonnes of bread a day.", "13,140 tonnes / 365 days"),
        ("The bakers of Ostrow sold 1,095 tonnes of bread a month.", "13,140 tonnes / a year"),
        ("The bakers of Ostrow sold 365 kilograms of bread per inhabitant.", "13,140 tonnes / 36,000"),
    ],
)
def test_what_comes_to_one(claim: str, formula: str) -> None:
    assert formulas(claim) == [formula]


@pytest.mark.parametrize(
    "claim",
    [
        "Ostrow has 1,800 people per square kilometre.",
        "The bakers of Ostrow sold 48 tonnes of bread a day.",
        "The bakers of Ostrow sold 550 kilograms of bread per inhabitant.",
    ],
)
def test_what_does_not(claim: str) -> None:
    assert formulas(claim) == []


def test_so_many_are_told_for_so_many() -> None:
    source = "The valley has 80,000 inhabitants. Its surgeons set 240 broken arms in May."
    assert (
        formulas("Its surgeons set 3 broken arms for every 1,000 inhabitants.", source) == ["240 / 80,000 * 1,000"] * 2
    )
    assert formulas("Its surgeons set 30 broken arms per 10,000 inhabitants.", source) == ["240 / 80,000 * 10,000"] * 2
    assert formulas("Its surgeons set 7 broken arms for every 1,000 inhabitants.", source) == []


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ("Five homes were built for every thousand inhabitants.", True),
        ("He walked nine miles a day.", True),
        ("He walked nine miles.", False),
        ("Two of the 40 towers, per the survey, lean.", False),
    ],
)
def test_a_number_told_for_another(claim: str, *, told: bool) -> None:
    assert is_rate(read_claim(claim), 0) is told
