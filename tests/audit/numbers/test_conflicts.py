"""Two sources that give different numbers for one measure."""

from __future__ import annotations

import pytest

from audit.numbers.conflicts import compared, conflicts, surroundings
from audit.statistics import prepare
from wellsourced_core.model import Span


def found(first: str, second: str) -> list[tuple[str, str, str]]:
    return [(one.kind, one.first.text, one.second.text) for one in conflicts(prepare(first), prepare(second))]


FIRST = "The new ferry of Ardle carries 340 passengers."


@pytest.mark.parametrize(
    ("second", "kind"),
    [
        ("The new ferry of Ardle carries 512 passengers.", "conflict"),
        ("The new ferry of Ardle carries about 512 passengers.", "spread"),
        ("The new ferry of Ardle carries over 512 passengers.", "spread"),
    ],
)
def test_another_value_of_the_same_measure(second: str, kind: str) -> None:
    [(said, mine, theirs)] = found(FIRST, second)
    assert (said, mine) == (kind, "340")
    assert "512" in theirs


@pytest.mark.parametrize(
    "second",
    [
        FIRST,
        "The new ferry of Ardle carries about 340 passengers.",
        "The museum of Skerry had 512 visitors.",
        "The new ferry of Ardle is 512 metres long.",
        "Of 512 seats the new ferry of Ardle fills 340 with passengers.",
    ],
)
def test_no_disagreement(second: str) -> None:
    assert found(FIRST, second) == []


def test_another_year_is_another_measure() -> None:
    one, other = (
        "In 2019 the ferry of Ardle carried {} passengers.",
        "In 2020 the ferry of Ardle carried {} passengers.",
    )
    assert found(one.format(340), other.format(512)) == []
    assert len(found(one.format(340), one.format(512))) == 1


def test_a_stretch_of_the_first_source_may_be_asked_for_alone() -> None:
    text = f"{FIRST} The old ferry of Ardle carried 90 passengers."
    mine, theirs = surroundings(prepare(text)), surroundings(prepare(text.replace("340", "512").replace("90", "75")))
    late = Span(len(FIRST), len(text), text[len(FIRST) :])
    assert [one.first.text for one in compared(mine, theirs)] == ["340", "90"]
    assert [one.first.text for one in compared(mine, theirs, late)] == ["90"]


def test_who_says_the_other_s_value_too_disagrees_with_nothing() -> None:
    later = "The new ferry of Ardle carries 340 passengers{}."
    begun = "The new ferry of Ardle carries 512 passengers."
    assert found(begun, later.format("")) == [("conflict", "512", "340")]
    assert found(begun, later.format(", from 512 euros on")) == []


def test_differences_may_contradict_each_other() -> None:
    first, second = (f"The new ferry of Ardle carries {n} more passengers than the old one." for n in (512, 340))
    assert found(first, second) == [("conflict", "512", "340")]
    assert found("The bridge is 512 metres long.", "The bridge is 340 metres long.")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("All four recovered after they stopped.", "All recovered, one after months."),
        ("We charged 40 phones for a year.", "Last year: 1,604 phones."),
        ("A new sole costs 89 pounds at present, postage included.", "A new sole costs 95 pounds, postage included."),
        ("A new sole costs 89 pounds, postage included.", "A new sole costs six pounds more, postage included."),
    ],
)
def test_what_is_no_measure_or_that_of_another_day_disagrees_with_nothing(first: str, second: str) -> None:
    assert not found(first, second)
