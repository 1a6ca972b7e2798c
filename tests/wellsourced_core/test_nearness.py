"""How near pages are to the subject of a question, by the words that they share beyond it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wellsourced_core.nearness import Page, nearness

QUESTION = "Do heat pumps work in old houses?"
TRIAL = "Heat pumps in old houses need radiators, tight walls and a flow temperature of 50 degrees."
ADVICE = "In old houses heat pumps work where radiators are large, walls are tight and the flow temperature is low."
POOL = "Pool heat pumps warm old pools by the houses with chlorine, tiles and titanium exchangers for swimmers."

words = st.lists(st.sampled_from("heat pump house wall radiator pool tile oak ferry".split()), max_size=12)
pages = st.lists(st.builds(Page, st.just(""), words.map(" ".join), st.floats(0, 1)), max_size=6)


def test_what_shares_only_the_question_s_words_is_far() -> None:
    near = nearness([Page("", TRIAL, 0.9), Page("", ADVICE, 0.8), Page("", POOL, 0.8)], QUESTION)
    assert near[2] < 0.5 <= min(near[:2])


def test_a_page_alone_is_its_own_subject() -> None:
    assert nearness([Page("", TRIAL, 0.4)], QUESTION) == [1.0]
    assert nearness([], QUESTION) == []


@given(pages)
def test_nearness_is_a_share_and_no_order_changes_it(found: list[Page]) -> None:
    near = nearness(found, QUESTION)
    assert all(0 <= share <= 1 for share in near)
    back = nearness(found[::-1], QUESTION)[::-1]
    assert all(abs(a - b) < 1e-9 for a, b in zip(near, back, strict=True))
