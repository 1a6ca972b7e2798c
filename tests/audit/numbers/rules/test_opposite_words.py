"""Words that say the opposite around two equal numbers."""

from __future__ import annotations

import pytest

from audit.numbers.match import _opposites
from audit.numbers.numbered_text import read_claim
from audit.statistics import judge, prepare


def opposites(claim: str, source: str) -> tuple[str, str] | None:
    return _opposites(read_claim(claim), 0, prepare(source), 0)


@pytest.mark.parametrize(
    ("claim", "source", "found"),
    [
        ("Rents rose 6 % in Ardle.", "Rents fell 6 % in Ardle.", ("rose", "fell")),
        ("The mill opened in 1811.", "The mill closed in 1811.", ("opened", "closed")),
        ("The guild bought 60 looms.", "The guild sold 60 looms.", ("bought", "sold")),
    ],
)
def test_a_rise_beside_a_fall_an_opening_beside_a_closing(claim: str, source: str, found: tuple[str, str]) -> None:
    assert opposites(claim, source) == found


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Rents rose 6 % in Ardle.", "Rents climbed 6 % in Ardle."),
        ("Rents stood at 6 % in Ardle.", "Rents fell 6 % in Ardle."),
        ("Rents rose over 6 % in Ardle.", "Rents fell under 6 % in Ardle."),  # the bounds decide that
        ("In 1811 rents rose 6 %.", "In 1811 the mill closed."),
    ],
)
def test_nothing_opposite(claim: str, source: str) -> None:
    assert opposites(claim, source) is None


def test_the_finding_names_both_words() -> None:
    (found,) = judge("Rents rose 6 % in Ardle.", prepare("Rents fell 6 % in Ardle."))
    assert found.verdict == "direction"
    assert "rose" in found.why
    assert "fell" in found.why
