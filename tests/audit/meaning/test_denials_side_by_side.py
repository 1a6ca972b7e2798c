"""What is denied on both sides, or said by a denial on one, contradicts nobody."""

from __future__ import annotations

import pytest

from audit.checks import severity_of
from audit.pairs import judge
from wellsourced_core.model import Claim, Pair, Severity, Source


def told(claim: str, source: str) -> set[str]:
    found = judge(Pair(Claim(claim), Source("", "", "", source))).certainties
    return {code for code, certainty in found if severity_of(code, certainty) is not Severity.NOTE}


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        (
            "No one has yet been found to succeed Tait.",
            "Finance director Owen Tait goes in March; his successor has not been found.",
        ),
        (
            "A child has to measure at least 1.1 metres to be allowed up the tower.",
            "Children under 1.1 metres cannot be let up the tower. It has 212 steps.",
        ),
        (
            "The bus service for whose sake the road was widened never came into being.",
            "Elms came down in 1972 to widen the road by 1.8 metres for a bus service that was never run.",
        ),
        (
            "Sea silk was not woven in a certain town. It is rare.",
            "Sea silk is woven by hand of the beards of mussels. It is rare.",
        ),
    ],
)
def test_right_sentences_are_left_alone(claim: str, source: str) -> None:
    assert told(claim, source) == set()


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        (
            "A child has to measure at most 1.1 metres to be allowed up the tower.",
            "Children have to measure at least 1.1 metres to be let up the tower. It has 212 steps.",
        ),
        (
            "The bus service for whose sake the road was widened never came into being.",
            "Elms came down in 1972 to widen the road for the bus service, which came into being in 1974.",
        ),
        (
            "Sea silk was not woven by hand of the beards of fish. It is rare.",
            "Sea silk is woven by hand of the beards of mussels. It is rare.",
        ),
    ],
)
def test_wrong_ones_are_told(claim: str, source: str) -> None:
    assert told(claim, source)
