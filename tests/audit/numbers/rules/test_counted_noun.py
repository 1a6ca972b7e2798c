"""The same number of persons, firms, places or vehicles is not the same statement."""

from __future__ import annotations

import pytest

from audit.statistics import judge, prepare


def sorts(claim: str, source: str) -> bool:
    return any("counts" in one.why for one in judge(claim, prepare(source)))


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The strike closed 340 schools.", "The strike was joined by 340 teachers."),
        ("The flood cut off 12 villages.", "The flood swept away 12 cars."),
        ("The hospital hired 340 new nurses.", "The hospital has 340 small clinics."),
    ],
)
def test_different_sorts(claim: str, source: str) -> None:
    assert sorts(claim, source)


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
    assert not sorts(claim, source)


def test_the_finding_names_both() -> None:
    source = "The strike of the teachers closed many schools in spring; 340 teachers joined it."
    (found,) = judge("In spring the strike of the teachers closed 340 schools.", prepare(source))
    assert (found.verdict, found.why.endswith("counts teachers, not schools")) == ("other-fact", True)


ORCHARD = (
    "In spring the monks planted 340 elms along the lower road to the mill. The oaks on the hill are older. "
    "A gale felled 25 people's fences, and 61 visitors came to see."
)


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ("In spring the monks planted 340 oaks along the lower road.", True),
        ("In spring the monks planted 340 young elms along the lower road.", False),
        ("In spring the monks planted 340 limes along the lower road.", False),  # a word of the claim's own
        ("In spring the monks planted 340 plants along the lower road.", False),  # which says it of any
        ("The oaks number 340.", False),  # nothing behind the number
        ("Some 340 oaks shade the abbot's garden.", False),  # nothing else of it is said beside the number
    ],
)
def test_a_noun_that_the_source_has_elsewhere(claim: str, *, told: bool) -> None:
    assert sorts(claim, ORCHARD) is told


def test_a_small_count_stands_anywhere() -> None:
    source = "The monks planted three elms along the lower road to the mill. The oaks on the hill are older."
    assert not sorts("The monks planted three oaks along the lower road to the mill.", source)
