"""A number of the source that stands rather where the claim's words are."""

from __future__ import annotations

import pytest

from audit.numbers.reading import read_claim
from audit.numbers.rivals import without_the_other
from audit.statistics import judge, prepare

CREWS = "The northern crew laid 34 km of cable. The southern crew laid 51 km of cable."
WALL = "Of the wall, the masons have rebuilt 140 of the 260 metres."


@pytest.mark.parametrize(
    ("claim", "source", "better"),
    [
        ("The northern crew laid 51 km of cable.", CREWS, "34 km"),
        ("The southern crew laid 34 km of cable.", CREWS, "51 km"),
        ("The southern crew laid fewer than 60 km of cable.", CREWS, ""),
        ("The southern crew laid 51 km of cable.", CREWS, ""),
    ],
)
def test_the_one_among_the_claims_words_is_named(claim: str, source: str, better: str) -> None:
    (found,) = judge(claim, prepare(source))
    assert found.verdict == ("other-fact" if better else "carried")
    assert better in found.why


def test_part_and_whole_share_a_place() -> None:
    claim, source = read_claim("The masons have rebuilt 140 of the 260 metres."), prepare(WALL)
    everything = list(range(len(source.mentions)))
    left = [source.mentions[i].value for i in without_the_other(claim, 0, source, everything)]
    assert left == [140.0]
    assert {one.verdict for one in judge(claim.text, source)} == {"carried"}


def test_numbers_that_merely_stand_side_by_side_do_not() -> None:
    claim, source = read_claim("The masons have rebuilt 140 metres, then 260 metres."), prepare(WALL)
    everything = list(range(len(source.mentions)))
    assert without_the_other(claim, 0, source, everything) == everything
