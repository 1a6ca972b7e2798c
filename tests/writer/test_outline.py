"""The outline by code, and a reply that is held to it."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from wellsourced_core.model import Assignment, Conflict
from writer.open_questions import HEADING
from writer.outline import Outline, Planned, held_to, outline_of, told

OUTLINE = Outline(
    (Planned("The figures", (1, 2)), Planned("Reasons", (2,))), (("29 percent", 1, "19 percent", 2),), ("owls",)
)
PLACES = {1: "source 1", 2: "source 2"}
REPLY = """# Bats

Bats avoid lamps [1].

## 1. The figures

In 2021, 14 roosts were empty [2].

## 2. Reasons

Light drives them away [1].
"""


def test_an_outline_names_sections_evidence_contradictions_and_gaps() -> None:
    lines = "\n".join(told(OUTLINE, PLACES))
    assert "1. The figures (evidence: source 1, source 2)" in lines
    assert f"3. {HEADING}" in lines
    assert "29 percent in source 1, 19 percent in source 2" in lines
    assert "No source mentions: owls" in lines


def test_the_outline_of_an_assignment_is_made_by_code(make: Callable[..., Assignment]) -> None:
    text = (
        "In 2021, 14 bats left the lamps. In 2022, 19 bats left the lamps. Bats leave lamps because light harms them."
    )
    clash = Conflict("bats", 1, "14", 2, "19", "conflict")
    made = outline_of(make(text, question="Why do bats and owls leave lamps?", conflicts=(clash,)))
    assert [one.heading for one in made.sections] == ["The figures"]
    assert made.conflicts == (("14", 1, "19", 2),)
    assert made.missing == ("owls",)


def test_a_reply_in_order_keeps_its_sections_under_the_outline_s_headings() -> None:
    held, dropped = held_to(REPLY, OUTLINE, own_headings=False)
    assert held == REPLY.replace("1. ", "").replace("2. ", "")
    assert dropped == ()


def test_a_section_that_cites_nothing_is_left_out_with_its_reason() -> None:
    held, dropped = held_to(REPLY.replace(" [2]", ""), OUTLINE, own_headings=False)
    assert "roosts" not in held
    assert dropped == ("the section “The figures” cites no source",)


def test_what_no_outline_has_goes_on_without_its_heading() -> None:
    held, dropped = held_to(REPLY.replace("2. Reasons", "Fun facts"), OUTLINE, own_headings=False)
    assert "Fun facts" not in held
    assert "Light drives them away [1]." in held
    assert len(dropped) == 1


def test_a_house_s_own_wording_of_a_heading_stays() -> None:
    held, _ = held_to(REPLY.replace("The figures", "Die Zahlen"), OUTLINE, own_headings=True)
    assert "## Die Zahlen\n" in held


@given(st.text("#[1]. \nabR", max_size=80))
def test_no_citation_is_lost_and_holding_twice_changes_nothing(text: str) -> None:
    held, _ = held_to(text, OUTLINE, own_headings=False)
    assert held.count("[1]") == text.count("[1]")
    again, dropped = held_to(held, OUTLINE, own_headings=False)
    assert again.split() == held.split() or dropped
