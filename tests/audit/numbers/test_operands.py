"""The pairs of numbers of a source from which others follow: their order, their units, and what is a part of what."""

from __future__ import annotations

import pytest

from audit.numbers.operands import Operands, operands
from audit.statistics import prepare


def pair(text: str) -> Operands:
    (found,) = operands(prepare(text))
    return found


@pytest.mark.parametrize(
    "text",
    [
        "The survey found 41 orchids, 17 of them in bud.",
        "The mill employs 410 hands. Of these 96 are apprentices.",
        "Of the 640 runners, 512 reached the finish.",
        "The bridge cost 90 crowns, of which 30 came from the guild.",
    ],
)
def test_a_number_is_a_part_of_the_one_before_where_the_text_says_so(text: str) -> None:
    assert pair(text).linked


@pytest.mark.parametrize(
    "text", ["The yard has 12 cranes and 40 carts.", "It rained on 12 days. The ferry made 40 trips."]
)
def test_numbers_side_by_side_are_not(text: str) -> None:
    assert not pair(text).linked


@pytest.mark.parametrize(
    "text",
    [
        "Sales were 90 crates, down from 120 crates.",
        "The parish had 90 farms; ten years earlier it had counted 120 farms.",
    ],
)
def test_what_is_told_as_earlier_comes_first(text: str) -> None:
    ordered = [one for one in operands(prepare(text)) if one.ordered and one.first.kind == one.second.kind == "count"]
    assert [(one.first.value, one.second.value) for one in ordered] == [(120.0, 90.0)]


def test_a_unit_is_said_once() -> None:
    found = pair("Income came to 18.6 million euros and spending to 17.9 million, as in other years.")
    assert (found.second.kind, found.second.unit) == (found.first.kind, found.first.unit)


def test_a_count_keeps_its_own_noun() -> None:
    found = pair("Income came to 18.6 million euros and 2 million visitors came.")
    assert found.second.kind == "count"
