"""How far one date carries another."""

from __future__ import annotations

import pytest

from audit.agreement.dates import strength
from audit.thresholds import YEARLESS
from wellsourced_core.quantities import quantities


@pytest.mark.parametrize(
    ("claim", "source", "expected"),
    [
        ("on 5 May 2020", "on 5 May 2020", 1.0),
        ("in May 2020", "on 5 May 2020", 0.95),
        ("on 5 May 2020", "in May 2020", 0.0),
        ("on 5 May 2020", "on 5 May", YEARLESS),
        ("on 5 May", "on 5 May 2020", 1.0),
        ("in 2020", "in 2021", 0.0),
        ("in the 1990s", "in 1994", 0.95),
        ("in 1994", "in the 1990s", 0.0),
        ("in the 18th century", "in 1783", 0.8),
        ("after 2019", "in 2020", 0.85),
        ("after 2019", "in 2018", 0.0),
        ("on 3 May 2024", "on 03/05/2024", 1.0),
        ("on 5 March 2024", "on 03/05/2024", 1.0),
    ],
)
def test_strength(claim: str, source: str, expected: float) -> None:
    (mine,), (theirs,) = quantities(f"It opened {claim}."), quantities(f"It opened {source}.")
    assert strength(mine, theirs) == expected
