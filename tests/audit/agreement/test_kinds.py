"""Two numbers are held against each other only where they measure alike."""

from __future__ import annotations

import pytest

from audit.agreement.kinds import MEETINGS, measured, met_by, readings, same_kind
from wellsourced_core.model import Quantity
from wellsourced_core.quantities import quantities


def only(text: str) -> Quantity:
    (found,) = quantities(text)
    return found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The walk is 3 km long.", "The walk is 800 metres long."),
        ("It lasted 90 minutes.", "It lasted two hours."),
        ("Rent rose 4 %.", "Rent rose nine percent."),
        ("The shed opened in 1931.", "The shed opened on 6 May 1931."),
        ("She is 41 years old.", "The club has 41 members."),
    ],
)
def test_what_could_stand_in_the_others_place(one: str, other: str) -> None:
    assert same_kind(only(one), only(other))
    assert same_kind(only(other), only(one))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The walk is 3 km long.", "The walk took 3 hours."),
        ("Rent rose 4 %.", "Rent rose 4 percentage points."),
        ("The shed opened in 1931.", "The shed holds 1,931 bales."),
        ("The fee is $5.", "The fee is €5."),
    ],
)
def test_what_could_not(one: str, other: str) -> None:
    assert not same_kind(only(one), only(other))


def test_units_of_one_measure_are_read_in_the_same_unit() -> None:
    (kilometres,), (metres,) = readings(only("It is 2 km long.")), readings(only("It is 2,000 metres long."))
    assert kilometres == metres
    assert measured(only("It is 2 km long.")) == "measure"


def test_kinds_meet_as_the_one_table_says() -> None:
    for one, other, way in MEETINGS:
        assert other in met_by(one)
        assert (one in met_by(other)) is (way == "either way")
    assert met_by("percent") == ()
