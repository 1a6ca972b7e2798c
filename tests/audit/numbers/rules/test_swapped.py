"""Two numbers of a list that stand with each other's words."""

from __future__ import annotations

import pytest

from audit.statistics import judge, prepare

LISTS = (
    "In the survey, men made up {} and women {}.",
    "{} of men, women {}.",
    "Of the staff, {} were men and {} women.",
    "Men: {}, women: {}.",
    "{} of the men but {} of the women came by bus.",
)


def verdicts(claim: str, source: str) -> set[str]:
    return {v.verdict for v in judge(claim, prepare(source))}


@pytest.mark.parametrize("source", LISTS)
@pytest.mark.parametrize("claim", [*LISTS, "Women came to {1}, men to {0}."])
def test_labels_may_stand_before_or_behind_their_numbers(claim: str, source: str) -> None:
    said = source.format("60%", "40%")
    assert verdicts(claim.format("60%", "40%"), said) == {"carried"}
    assert verdicts(claim.format("40%", "60%"), said) == {"other-fact"}


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Of the men and women, 40% and 60% came.", "60% of men and 40% of women."),  # no label
        ("The council shrinks from 50 to 42 members.", "The council will have 42 instead of 50 members."),  # no joint
        ("Over 40% of men and over 60% of women came.", "62% of women and 70% of men came."),  # any number may be over
        ("Men 60% and women 60%.", "Men 60% and women 60%."),
        ("Men 40% and women 60%.", "Men 60% and women 40%. In Lorn 40% of men, as against 60% of women, came."),
        ("Men 40 kg and women 60%.", "Men 60% and women 40 kg."),
    ],
)
def test_what_is_not_exchanged_in_both_is_not_told(claim: str, source: str) -> None:
    assert not any("the other way round" in v.why for v in judge(claim, prepare(source)))


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Of the staff, 40% were men and 60% women.", "Men made up 60% and women 40% of the staff."),
        (
            "We sold 8,900 sets in the north and 61,400 in Kessel.",
            "We sold 61,400 sets in the north and 8,900 in Kessel.",
        ),
        ("Men 40%, old and young, women 60%.", "Men 60% and women 40%."),  # more than one joint
        ("Men 40%, women 60%, others 20%.", "Men 60% and women 40%."),  # more than two
        ("In 1940 men came and in 1960 women.", "In 1960 men came and in 1940 women."),
        ("Barges: 31%, lorries: 52%.", "Lorries: 31%, barges: 52%, trains: 17%."),
        (
            "The grey heron led the count with 210 birds, followed by the rook with 96.",
            "The rook led with 210, ahead of the grey heron (96) and the swan (55).",
        ),
    ],
)
def test_two_of_many_may_be_exchanged(claim: str, source: str) -> None:
    found = [v for v in judge(claim, prepare(source)) if "the other way round" in v.why]
    assert [v.certainty for v in found] == ["likely", "likely"]


def test_what_is_wrong_is_said_of_both() -> None:
    found = judge("Men made up 40% and women 60%.", prepare("60% of men, women 40%."))
    assert [v.why for v in found] == ['"40%" and "60%" are the other way round in the source'] * 2
