"""Ranks by their superlative."""

from __future__ import annotations

import pytest

from audit.statistics import judge, prepare

PORT = "With 1.94 million guests, Skell was the third-busiest port in the country, behind Lorn and Port Ard."


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("Skell was the country's second-busiest port, with 1.94 million guests.", "second-busiest"),
        ("Skell was the busiest port, with 1.94 million guests.", "busiest"),
        ("Skell was the fourth-busiest port, with 1.94 million guests.", "fourth"),
    ],
)
def test_another_rank(claim: str, said: str) -> None:
    assert [one.quantity.text for one in judge(claim, prepare(PORT)) if one.verdict == "absent"] == [said]


def test_the_ordinal_of_a_rank_does_not_speak_too() -> None:
    found = judge("Osk has the second-largest bank.", prepare("Osk has the third-largest bank in the country."))
    assert [(one.quantity.text, one.verdict) for one in found] == [("second-largest", "absent")]


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Skell was the country's third-busiest port, with 1.94 million guests.", PORT),
        ("Skell was one of the busiest ports, with 1.94 million guests.", PORT),
        (
            "Skell was the second-busiest port, with 1.94 million guests.",
            "Lorn was busiest; Skell had 1.94 million guests.",
        ),
        ("Skell, the second-largest port, had 1.94 million guests.", PORT),
    ],
)
def test_no_other_rank(claim: str, source: str) -> None:
    assert all(one.verdict == "carried" for one in judge(claim, prepare(source)))
