"""The verdict on one number: what carries it, in its place, and what is shown for it."""

from __future__ import annotations

import pytest

from audit.statistics import judge, prepare

SOURCE = (
    "The orchard of Ardle has 340 pear trees. Its press was built in 1911 and makes 25 barrels a day. "
    "The orchard of Skerry has 90 pear trees."
)


@pytest.mark.parametrize(
    "claim",
    [
        "The orchard of Ardle has 340 pear trees.",
        "The press of Ardle was built in 1911.",
        "The press makes 25 barrels a day.",
        "The orchard of Ardle has more than 300 pear trees.",
        "The orchard of Skerry has about 90 pear trees.",
    ],
)
def test_a_number_in_its_place_is_carried(claim: str) -> None:
    assert [one.verdict for one in judge(claim, prepare(SOURCE))] == ["carried"]


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("The orchard of Skerry has 340 pear trees.", "other-fact"),
        ("The press was built in 1912.", "absent"),
        ("The orchard of Ardle has 340 km of fences.", "unit"),
    ],
)
def test_a_number_out_of_its_place_is_not(claim: str, verdict: str) -> None:
    assert [one.verdict for one in judge(claim, prepare(SOURCE))] == [verdict]


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Between 2011 and 2021 the heron came back.", "Counted in 2011 and again in 2021, the heron came back."),
        ("Wages range from 41,000 to 83,500.", "Wages start at 41,000 and reach 83,500."),
    ],
)
def test_both_ends_of_a_range_may_stand_apart(claim: str, source: str) -> None:
    assert [one.verdict for one in judge(claim, prepare(source))] == ["carried"]


def test_every_verdict_shows_where_the_source_says_so() -> None:
    source = prepare(SOURCE)
    for claim in ("The orchard of Ardle has 340 pear trees.", "The orchard of Skerry has 340 pear trees."):
        (found,) = judge(claim, source)
        assert found.evidence is not None
        assert source.text[found.evidence.start : found.evidence.end] == found.evidence.text
        assert found.why


def test_a_number_in_another_language_is_judged_by_itself() -> None:
    (found,) = judge("The orchard has 340 pear trees.", prepare("Der Obstgarten hat 340 Birnbäume, die alle alt sind."))
    assert (found.verdict, "another language" in found.why) == ("carried", True)
