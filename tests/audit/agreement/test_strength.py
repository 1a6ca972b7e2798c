"""How far one number carries another: rounding, bounds, ranges, and what never rounds."""

from __future__ import annotations

import pytest

from audit.agreement.strength import bounds_opposed, same_magnitude, strength
from audit.thresholds import CARRIED_FROM
from wellsourced_core.model import Quantity
from wellsourced_core.quantities import quantities


def only(text: str) -> Quantity:
    (found,) = quantities(text)
    return found


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("They sold 3,500 lamps.", "They sold 3,482 lamps."),
        ("The share is 7 %.", "The share is 7.3 %."),
        ("They sold about 200 lamps.", "They sold 207 lamps."),
        ("They sold over 60 lamps.", "They sold 64 lamps."),
        ("They sold at most 60 lamps.", "They sold 60 lamps."),
        ("The pipe is 1.5 km long.", "The pipe is 1,500 metres long."),
        ("They sold 40 to 60 lamps.", "They sold between 40 and 60 lamps."),
    ],
)
def test_carried(claim: str, source: str) -> None:
    assert CARRIED_FROM <= strength(only(claim), only(source)) <= 1


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("They sold 3,482 lamps.", "They sold 3,500 lamps."),
        ("The share is 7.0 %.", "The share is 7.3 %."),
        ("It opened in 1931.", "It opened in 1932."),
        ("They came 3rd.", "They came 4th."),
        ("They sold over 60 lamps.", "They sold 58 lamps."),
        ("They sold over 60 lamps.", "They sold 60,000 lamps."),
        ("They sold 50 lamps.", "They sold 40 to 60 lamps."),
        ("The fee is $60.", "The fee is 60 %."),
    ],
)
def test_not_carried(claim: str, source: str) -> None:
    assert strength(only(claim), only(source)) < CARRIED_FROM


def test_the_same_number_carries_itself() -> None:
    for text in ("3,482 lamps", "7.3 %", "$4.2 million", "6 May 1931", "twice", "40 to 60 km", "over 60 lamps"):
        one = only(f"It says {text}.")
        assert strength(one, one) >= CARRIED_FROM, text


def test_bounds_from_opposite_sides() -> None:
    over, under, plain = only("over 50 lamps"), only("under 50 lamps"), only("50 lamps")
    assert bounds_opposed(over, under)
    assert not bounds_opposed(over, over)
    assert not bounds_opposed(over, plain)


@pytest.mark.parametrize(("a", "b", "alike"), [(60, 64, True), (60, 60_000, False), (2e6, 2, False), (0, 0, True)])
def test_a_slip_of_scale_is_of_another_magnitude(a: float, b: float, alike: bool) -> None:
    assert same_magnitude(a, b) is alike
    assert same_magnitude(b, a) is alike
