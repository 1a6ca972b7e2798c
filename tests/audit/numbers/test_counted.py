"""The same number of persons, firms, places or vehicles is not the same statement."""

from __future__ import annotations

import pytest

from audit.numbers.counted import of_different_sorts
from audit.statistics import judge, prepare
from wellsourced_core.quantities import quantities


def sorts(claim: str, source: str) -> tuple[str, str] | None:
    (mine,), (theirs,) = quantities(claim), quantities(source)
    return of_different_sorts(claim, mine, source, theirs)


@pytest.mark.parametrize(
    ("claim", "source", "found"),
    [
        ("The strike closed 340 schools.", "The strike was joined by 340 teachers.", ("schools", "teachers")),
        ("The flood cut off 12 villages.", "The flood swept away 12 cars.", ("villages", "cars")),
        ("They hired 340 new nurses.", "They run 340 small clinics.", ("nurses", "clinics")),
    ],
)
def test_different_sorts(claim: str, source: str, found: tuple[str, str]) -> None:
    assert sorts(claim, source) == found


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("They hired 340 nurses.", "They hired 340 doctors."),  # one sort
        ("They hired 340 nurses.", "They planted 340 elms."),  # the words tell nothing of elms
        ("They hired 340.", "They run 340 clinics."),
        ("They hired 340 nurses of the clinics.", "They hired 340 nurses."),
        ("They gave 5 % of the nurses leave.", "They gave 5 % of the clinics leave."),  # no counts
    ],
)
def test_one_sort_or_none_that_is_known(claim: str, source: str) -> None:
    assert sorts(claim, source) is None


def test_the_finding_names_both() -> None:
    source = "The strike of the teachers closed many schools in spring; 340 teachers joined it."
    (found,) = judge("In spring the strike of the teachers closed 340 schools.", prepare(source))
    assert (found.verdict, found.why.endswith("counts teachers, not schools")) == ("other-fact", True)
