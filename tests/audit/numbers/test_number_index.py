"""The sources that may carry a claim's numbers are found by the values alone."""

from __future__ import annotations

from audit.numbers.number_index import candidates, index

SOURCES = (
    "The weir is 42 metres wide.",
    "The weir cost $7 million in 1931.",
    "Nothing is counted here.",
    "In 1931 it froze.",
)


def test_the_source_with_the_value_is_found_in_whatever_unit() -> None:
    known = index(SOURCES)
    assert candidates("The weir is 0.042 km wide.", known) == (0,)
    assert candidates("It cost 7 million dollars.", known) == (1,)


def test_the_source_with_most_values_comes_first() -> None:
    assert candidates("In 1931 it cost $7 million.", index(SOURCES)) == (1, 3)


def test_rounded_values_meet() -> None:
    assert candidates("The weir is about 43 metres wide.", index(SOURCES)) == (0,)


def test_a_claim_of_other_values_or_of_none_finds_nothing() -> None:
    known = index(SOURCES)
    assert candidates("The weir is 90 metres wide.", known) == ()
    assert candidates("The weir is 42 litres.", known) == ()
    assert candidates("The weir is wide.", known) == ()


def test_no_more_are_named_than_asked_for() -> None:
    assert candidates("In 1931 it cost $7 million.", index(SOURCES), limit=1) == (1,)
