"""Which of two numbers of a passage a label belongs to."""

from __future__ import annotations

import pytest

from audit.statistics import judge, prepare

CLINIC = "Weight fell by 6.2 kg (95% CI 4 to 8) in the diet group and by 1.9 kg in the reading group."
PORTS = "By June 71% of the crews in Lorn had signed, 44% in Port Ard and 29% in Skell."
TRADE = "Exports of timber fell 3.4% in May, while imports rose 2.1%."
APART = "Backing for the ruling League rose to 41% in the spring poll. The Reform Party was unchanged at 9%."


@pytest.mark.parametrize(
    ("claim", "source", "owner"),
    [
        ("Weight fell by 6.2 kg in the reading group.", CLINIC, "1.9 kg"),
        ("By June 71% of the crews in Skell had signed.", PORTS, "29%"),
        ("Timber imports fell 3.4% in May.", TRADE, "2.1%"),
        ("The Reform Party has risen to 41%.", APART, "9%"),
    ],
)
def test_a_number_with_the_label_of_its_neighbour(claim: str, source: str, owner: str) -> None:
    (found,) = [one for one in judge(claim, prepare(source)) if one.verdict != "carried"]
    assert found.verdict == "other-fact"
    assert owner in found.why


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Weight fell by 6.2 kg in the diet group.", CLINIC),
        ("Weight fell by 1.9 kg in the reading group.", CLINIC),
        ("Timber exports fell 3.4% in May.", TRADE),
        ("Imports rose 2.1% in May, while exports of timber fell 3.4%.", TRADE),
        ("The League has risen to 41%, while the Reform Party stayed at 9%.", APART),
        ("The council shrinks from 50 to 42 members.", "The council will have 42 instead of 50 members."),
    ],
)
def test_a_number_in_its_place(claim: str, source: str) -> None:
    assert {one.verdict for one in judge(claim, prepare(source))} == {"carried"}


FERRY = "The ferry, which the town runs, is cheap. Gross takings came to 84,000 crowns, and net takings to 61,000."
TOUR = "The choir sang in 5 halls, and in three towns on its tour."


@pytest.mark.parametrize(
    ("claim", "source", "certainty"),
    [
        ("The ferry's net takings came to 84,000 crowns.", FERRY, "likely"),
        ("The choir sang in 5 towns on its tour.", TOUR, "possible"),  # a small count stands in many places
    ],
)
def test_how_certain_a_label_is(claim: str, source: str, certainty: str) -> None:
    (found,) = judge(claim, prepare(source))
    assert (found.verdict, found.certainty) == ("other-fact", certainty)
