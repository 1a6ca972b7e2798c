"""Sources that contradict each other are named with both sentences; other periods and estimates are none."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wellsourced.source_conflicts import MOST, between
from wellsourced_core.model import ScoredSource, Source
from wellsourced_core.values import replace

RATE = "The unemployment rate in Port Marlow was {} percent in {}."


def kept(*texts: str) -> list[ScoredSource]:
    made = [Source(str(i), f"https://h{i}.example/p", "", text) for i, text in enumerate(texts)]
    return [ScoredSource(source, (), 0.6, 4, "", source.id) for source in made]


def test_two_that_disagree_are_reported_with_both_spans() -> None:
    texts = (
        "The office reported in March. " + RATE.format("5.1", 2025) + " Wages rose.",
        "A short note. " + RATE.format("6.3", 2025),
    )
    (one,) = between(kept(*texts))
    assert (one.kind, one.first, one.second) == ("conflict", 1, 2)
    assert (one.first_text, one.second_text) == ("5.1 percent", "6.3 percent")
    assert one.measure.startswith("unemployment rate")
    assert one.first_span is not None
    assert one.second_span is not None
    for span, text in ((one.first_span, texts[0]), (one.second_span, texts[1])):
        assert text[span.start : span.end] == span.text
    assert one.first_span.text == RATE.format("5.1", 2025)


def test_pages_that_their_titles_give_to_other_years_do_not_contradict_each_other() -> None:
    one, other = kept("The rate for small firms is $16.30 an hour.", "The rate for small firms is $14.60 an hour.")
    assert len(between([one, other])) == 1
    titled = [replace(s, source=replace(s.source, title=f"Rates {year}")) for s, year in ((one, 2027), (other, 2025))]
    assert between(titled) == ()


def test_five_of_other_periods_or_with_estimates_are_no_conflict() -> None:
    sources = kept(
        RATE.format("5.1", 2021),
        RATE.format("6.3", 2022),
        RATE.format("7.4", 2023),
        "The unemployment rate in Port Marlow was estimated at 9.2 percent in 2023.",
        "The unemployment rate in Port Marlow was about 8.8 percent in 2023.",
    )
    assert [one for one in between(sources) if one.kind == "conflict"] == []


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (
            "In January 2025 the city counted 410 noise complaints.",
            "In June 2025 the city counted 560 noise complaints.",
        ),
        (
            "The city counted 410 noise complaints in the first quarter of 2025.",
            "The city counted 560 noise complaints in the second quarter of 2025.",
        ),
        ("The city counted 410 noise complaints in Q1.", "The city counted 560 noise complaints in Q2."),
        ("The city counted 410 noise complaints.", "The city counted 410 noise complaints."),
        ("The city counted 410 noise complaints.", "The ferry carried 560 passengers on Monday."),
        ("The city counted 410 noise complaints.", "The fine for noise complaints is $560."),
    ],
)
def test_another_period_measure_or_unit_is_nothing(first: str, second: str) -> None:
    assert between(kept(first, second)) == ()


@pytest.mark.parametrize("word", ["forecast to be", "projected at", "expected to reach", "roughly", "at least"])
def test_an_estimate_is_a_spread(word: str) -> None:
    found = between(kept(RATE.format("5.1", 2025), RATE.format(f"{word} 6.3", 2025)))
    assert all(one.kind == "spread" for one in found)


def test_may_is_a_month_only_as_a_name() -> None:
    texts = "In May the city counted 410 noise complaints.", "The city counted 560 noise complaints, which may fall."
    assert len(between(kept(*texts))) == 1
    assert between(kept(texts[0], "In June the city counted 560 noise complaints.")) == ()


def test_copies_of_one_text_are_not_held_against_each_other() -> None:
    one, other = kept(RATE.format("5.1", 2025), RATE.format("6.3", 2025))
    twin = ScoredSource(other.source, (), 0.6, 4, "", one.origin)
    assert between([one, twin]) == ()


@given(st.lists(st.sampled_from(["5.1", "5.2", "6.3", "about 7"]), max_size=8))
@settings(max_examples=40)
def test_pairs_come_in_order_and_equal_values_never_clash(values: list[str]) -> None:
    found = between(kept(*(RATE.format(value, 2025) for value in values)))
    places = [(one.first, one.second) for one in found]
    assert places == sorted(places)
    assert len(found) <= MOST
    assert all(one.first_text != one.second_text and one.first < one.second for one in found)
