"""What a source says in other words than the claim: an end of a range, a beginning and an end."""

from __future__ import annotations

import pytest

from audit.statistics import judge, prepare

YIELD = "The mean yield of the orchards was 5.2 tonnes, with a range from 2.8 to 7.5."
TUNNEL = "Work on the tunnel began in 1904. Two cave-ins held it up. It was completed in 1911."


@pytest.mark.parametrize(
    ("claim", "source", "carried"),
    [
        ("The worst orchard had a yield of 2.8 tonnes.", YIELD, True),
        ("The best orchard had a yield of 7.5 tonnes.", YIELD, True),
        ("The lowest yield of an orchard was 7.5 tonnes.", YIELD, False),
        ("The yield of the orchards was 2.8 tonnes.", YIELD, False),
        ("The tunnel was dug from 1904 to 1911.", TUNNEL, True),
        ("The tunnel was dug from 1904 to 1914.", TUNNEL, False),
        (
            "The tunnel was dug from 1904 to 1911.",
            "Its engineer was born in 1904. The tunnel was completed in 1911.",
            False,
        ),
        (
            "The dam was built between 1902 and 1911.",
            "The railway started in 1902. The dam's school closed in 1911. The dam was built in 1930.",
            False,
        ),
        ("The firm was fined twice.", "The firm got a second warning but was not fined.", False),
        ("The team won twice.", "The team had a second defeat in May.", False),
        ("Most pupils are 16 years old.", "The pupils are 12 to 16 years old.", False),
        ("At most schools lunch costs 5 euros.", "At the schools lunch costs 3 to 5 euros.", False),
        ("The best hotel cost 80 euros.", "Hotels cost 80 to 300 euros.", False),
    ],
)
def test_what_is_said_otherwise(claim: str, source: str, carried: bool) -> None:
    assert all(one.verdict == "carried" for one in judge(claim, prepare(source))) is carried
