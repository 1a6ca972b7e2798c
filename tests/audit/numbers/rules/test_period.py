"""Halves and quarters of a year, as several languages write them."""

from __future__ import annotations

import pytest

from audit.statistics import judge, prepare


@pytest.mark.parametrize(
    ("claim", "source", "right"),
    [
        ("Permits fell 4% in the first half of the year.", "Im ersten Halbjahr sanken die Genehmigungen um 4 %.", True),
        ("Permits fell 4% in the second half.", "Im ersten Halbjahr sanken die Genehmigungen um 4 %.", False),
        ("Sales rose 4% in the third quarter.", "Les ventes ont augmenté de 4 % au troisième trimestre.", True),
        ("Sales rose 4% in the third quarter.", "Las ventas subieron un 4 % en el tercer trimestre.", True),
        ("Sales rose 4% in the third quarter.", "Les ventes ont augmenté de 4 % au premier trimestre.", False),
        ("Thefts fell 4% in the first six months.", "Thefts fell 4% in the first half of the year.", True),
        ("Thefts fell 4% in the third quarter.", "Thefts fell 4% in Q3.", True),
    ],
)
def test_periods(claim: str, source: str, right: bool) -> None:
    assert all(one.verdict == "carried" for one in judge(claim, prepare(source))) is right
