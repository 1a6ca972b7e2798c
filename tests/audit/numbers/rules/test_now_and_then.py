"""Changes that are told the other way round."""

from __future__ import annotations

import pytest

from audit.statistics import judge, prepare

LOSS = "The ferry line earned $52 million in the year to 30 June, compared with $67 million a year earlier."
MARGIN = "The margin narrowed to 6.1% from 7.8%."


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The ferry line earned $67 million, up from $52 million.", LOSS),
        ("Its earnings went from $52 million to $67 million.", LOSS),
        ("The margin went from 6.1% to 7.8%.", MARGIN),
        ("The margin was 7.8%, compared with 6.1% a year earlier.", MARGIN),
    ],
)
def test_turned(claim: str, source: str) -> None:
    assert "carried" not in {one.verdict for one in judge(claim, prepare(source))}


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The ferry line earned $52 million, down from $67 million.", LOSS),
        ("The margin went from 7.8% to 6.1%.", MARGIN),
        ("22% of women smoke, against 17% of men.", "17% of men smoke, compared with 22% of women."),
        (
            "The mine is 12 km from the coast and 30 km from Osk.",
            "The mine is 30 km from Osk and 12 km from the coast.",
        ),
        (
            "The club had 5 million euros from the state and 3 million euros from donors.",
            "The club had 3 million euros from donors and 5 million euros from the state.",
        ),
        ("Letters: 40 % from women and 30 % from men.", "Letters: 30 % from men and 40 % from women."),
        ("It is 3 hours from Osk to Tarn, 2 hours from Tarn.", "It is 2 hours from Tarn, 3 hours from Osk to Tarn."),
    ],
)
def test_in_order(claim: str, source: str) -> None:
    assert {one.verdict for one in judge(claim, prepare(source))} == {"carried"}
