"""Runs of years and values."""

from __future__ import annotations

import pytest

from audit.statistics import judge, prepare

FIRES = "Fires in the pine forests: 12 in 2018, 15 in 2019, 26 in 2021."
RENTS = "Mean rent of a stall, in euros: 2020 412; 2021 430; 2022 455."


def verdicts(claim: str, source: str) -> list[str]:
    return [one.verdict for one in judge(claim, prepare(source))]


@pytest.mark.parametrize(
    ("claim", "source", "wanted"),
    [
        ("The mean rent of a stall was €430 in 2021.", RENTS, ["carried", "carried"]),
        ("The mean rent of a stall was €455 in 2021.", RENTS, ["other-fact", "carried"]),
        ("In 2022 the mean rent of a stall was €455.", RENTS, ["carried", "carried"]),
        ("There were 15 fires in 2019 in the pine forests.", FIRES, ["carried", "carried"]),
        ("There were 15 fires in 2021 in the pine forests.", FIRES, ["other-fact", "other-fact"]),
    ],
)
def test_a_value_is_of_its_year(claim: str, source: str, wanted: list[str]) -> None:
    assert verdicts(claim, source) == wanted
