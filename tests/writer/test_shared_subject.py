"""How near a source is to the subject, and how new."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from wellsourced_core.model import Assignment, AxisScore
from wellsourced_core.values import replace
from writer.shared_subject import newness, shelf_of, subjects

TRIAL = "Heat pumps in old houses need radiators, tight walls and a flow temperature of 50 degrees."
ADVICE = "In old houses heat pumps work where radiators are large, walls are tight and the flow temperature is low."
POOL = "Pool heat pumps warm old pools by the houses with chlorine, tiles and titanium exchangers for swimmers."
QUESTION = "Do heat pumps work in old houses?"
Make = Callable[..., Assignment]


def test_what_shares_only_the_question_s_words_is_farther(make: Make) -> None:
    asked = make(TRIAL, ADVICE, POOL, question=QUESTION)
    passages = tuple(
        replace(p, source=replace(p.source, axes=(AxisScore("relevance", value, 1.0, ""),)))
        for p, value in zip(asked.passages, (0.9, 0.8, 0.8), strict=True)
    )
    near = subjects(passages, QUESTION)
    assert near[3] < 0.5 <= min(near[1], near[2])
    assert all(0 <= value <= 1 for value in near.values())


def test_the_order_of_passages_changes_nothing(make: Make) -> None:
    passages = make(TRIAL, ADVICE, POOL, question=QUESTION).passages
    assert shelf_of(passages[::-1], QUESTION) == shelf_of(passages, QUESTION)


def test_the_newest_has_one_the_oldest_none_and_the_undated_is_not_there(make: Make) -> None:
    days = (date(2024, 1, 1), date(2025, 1, 1), None)
    passages = tuple(
        replace(p, source=replace(p.source, source=replace(p.source.source, published=day)))
        for p, day in zip(make(TRIAL, ADVICE, POOL).passages, days, strict=True)
    )
    assert newness(passages) == {1: 0.0, 2: 1.0}
