"""What a sentence may not say more of than its source."""

from __future__ import annotations

import pytest

from audit.statistics import direction_mismatch, prepare

FROST = "The frost could halve the cherry harvest, growers in the valley warned."
SOLVENT = "Exposure to the solvent may raise the risk of kidney stones, the authors write."
PATH = "The resurfacing of the riverside path has been put off until money is found."


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The frost halved the cherry harvest in the valley.", FROST),
        ("The study proved that the solvent causes kidney stones.", SOLVENT),
        ("The council resurfaced the riverside path.", PATH),
        ("Patients should stop metformin before the scan.", "Patients should continue metformin before the scan."),
        ("The ferry would stop at Lorn, the line said.", "“We will not stop at Lorn,” said the head of the line."),
    ],
)
def test_more_than_the_source(claim: str, source: str) -> None:
    assert direction_mismatch(claim, prepare(source)) is not None


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The frost could halve the cherry harvest in the valley.", FROST),
        ("Growers fear that the frost halved the cherry harvest.", FROST),
        ("The solvent may cause kidney stones.", SOLVENT),
        ("The riverside path was to be resurfaced, which has been put off.", PATH),
        ("Patients should not take insulin before the scan.", "Patients should skip insulin before the scan."),
    ],
)
def test_no_more_than_the_source(claim: str, source: str) -> None:
    assert direction_mismatch(claim, prepare(source)) is None
