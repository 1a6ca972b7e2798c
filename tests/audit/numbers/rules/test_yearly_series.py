"""Runs of years and values, and entries that a date heads."""

from __future__ import annotations

import pytest

from audit.statistics import judge, prepare

FIRES = "Fires in the pine forests: 12 in 2018, 15 in 2019, 26 in 2021."
RENTS = "Mean rent of a stall, in euros: 2020 412; 2021 430; 2022 455."
HARBOUR = "1931: The last sailing ship leaves the harbour. 1948: A plan to fill in the harbour is shelved."


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
        ("Fires in the pine forests have risen since 2018.", FIRES, ["carried"]),
        ("Fires in the pine forests have fallen since 2018.", FIRES, ["direction"]),
        ("The last sailing ship left the harbour in 1931.", HARBOUR, ["carried"]),
        ("The last sailing ship left the harbour in 1948.", HARBOUR, ["other-fact"]),
    ],
)
def test_a_value_is_of_its_year(claim: str, source: str, wanted: list[str]) -> None:
    assert verdicts(claim, source) == wanted


def test_a_value_in_brackets_is_the_earlier_one() -> None:
    source = "Dividend per share of the mill: 0.35 euros (2022: 0.40 euros)."
    assert verdicts("The dividend per share of the mill fell to €0.35.", source) == ["carried"]
    assert verdicts("The dividend per share of the mill rose to €0.35.", source) == ["direction"]
