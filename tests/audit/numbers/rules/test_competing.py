"""A competing number whose context fits better."""

from __future__ import annotations

import pytest

from audit.statistics import judge, prepare

CREWS = "The northern crew laid 34 km of cable. The southern crew laid 51 km of cable."


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
