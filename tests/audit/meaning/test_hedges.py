"""What a sentence holds back, and what it governs."""

from __future__ import annotations

import pytest

from audit.meaning.hedges import PLANNED, POSSIBLE, SPEAKING, carries, hedges
from audit.meaning.tokens import tokens


@pytest.mark.parametrize(
    ("sentence", "of", "governed"),
    [
        ("The dye could lower the pressure.", POSSIBLE, ["lower", "pressure"]),
        ("In May the dye was sold.", POSSIBLE, []),
        ("It could not lower the pressure.", POSSIBLE, []),
        ("The yard plans to close the dock.", PLANNED, ["close", "dock"]),
        ("The plans of the dock are old.", PLANNED, []),
        ("The dock is to be closed.", PLANNED, ["closed"]),
        ("The diver has been to the dock.", PLANNED, []),
        ("The yard is set to close the dock.", PLANNED, ["close", "dock"]),
        ("The set of the dock is old.", PLANNED, []),
        ("The yard expects the owner to close the dock.", PLANNED, ["owner", "close", "dock"]),
        ("The yard unveiled plans for a dock.", PLANNED, ["dock"]),
        ("The yard will close the dock.", PLANNED, ["close", "dock"]),
        ("Crews were twice as likely to leave the dock.", POSSIBLE, []),
        ("The dock appears to leak.", POSSIBLE, ["leak"]),
        ("The dock appeared in May.", POSSIBLE, []),
        ("According to the diver, the dock leaks.", SPEAKING, ["dock", "leaks"]),
    ],
)
def test_what_a_hedge_governs(sentence: str, of: frozenset[str], governed: list[str]) -> None:
    found = hedges(tokens(sentence), of)
    assert [token.said for hedge in found for token in hedge.governed] == governed


def test_a_claim_carries_what_it_says_half_of() -> None:
    [hedge] = hedges(tokens("The dye could lower the pressure."), POSSIBLE)
    assert carries(tokens("The dye lowers the pressure."), hedge)
    assert not carries(tokens("The dye is green."), hedge)


def test_a_claim_carries_a_clause_of_which_it_says_most_with_its_subject() -> None:
    [hedge] = hedges(tokens("Dust from the quarry road may have darkened the snow on the lower ridge."), POSSIBLE)
    assert carries(tokens("Dust from the quarry road has blackened the snow of the ridge."), hedge)
    assert not carries(tokens("Dust from the quarry road is fine."), hedge)
