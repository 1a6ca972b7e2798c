"""Recency: a half-life by class of topic, a floor, and unknown where no date can be believed."""

from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quality.axes import recency
from quality.axis_input import Query, read
from quality.options import Options
from wellsourced_core.model import Source

DAY = date(2026, 5, 1)


def rate(published, question="rents in towns", as_of=DAY, options=None):
    page = read(Source("a", "", "", "t", published))
    (axis,) = recency.score(Query(question, as_of), [page], options or Options())
    return axis


def test_a_half_life_halves():
    assert rate(DAY - timedelta(days=731)).value == pytest.approx(0.5)
    assert rate(DAY).value == 1
    assert rate(DAY - timedelta(days=20_000)).value == 0.10


@pytest.mark.parametrize(
    ("question", "topic"),
    [
        ("latest storm in Portugal", "news"),
        ("which GPU is fastest", "technology"),
        ("how do vaccines work", "science"),
        ("what does the copyright act say", "law"),
        ("what does ISO 9001 ask for", "standards"),
        ("who founded the Inca empire", "history"),
        ("who was mayor of Bonn in 1987", "history"),
        ("elections in 2027", "news"),
        ("rents in towns", "default"),
        ("", "default"),
        ("🤷", "default"),
    ],
)
def test_topic_class(question, topic):
    assert recency.topic_class(question, DAY) == topic


def test_law_does_not_age_and_an_argument_overrides():
    old = date(1990, 1, 1)
    assert rate(old, "copyright act").value == 1
    assert rate(old, "copyright act", options=Options(topic="news")).value == 0.10


@pytest.mark.parametrize("bad", [None, date(9999, 12, 31), date(1970, 1, 1), DAY + timedelta(days=2)])
def test_c17_no_date_the_epoch_and_the_future_are_unknown(bad):
    axis = rate(bad)
    assert (axis.value, axis.known) == (0.5, False)


def test_c17_tomorrow_is_within_the_day_of_grace():
    assert rate(DAY + timedelta(days=1)).value == 1


def test_c18_c19_c20_a_date_nobody_could_read_arrives_as_none_and_is_unknown():
    assert rate(None).why == "date unknown"


@pytest.mark.parametrize("as_of", [date(1970, 1, 1), date(2100, 1, 1), date.min, date.max])
@given(published=st.dates())
@settings(max_examples=40)
def test_f08_any_clock_gives_a_value_between_floor_and_1(as_of, published):
    assert 0.10 <= rate(published, as_of=as_of).value <= 1


@given(st.integers(0, 5000), st.integers(0, 5000))
@settings(max_examples=60)
def test_newer_is_never_worse(a, b):
    older, newer = max(a, b), min(a, b)
    assert rate(DAY - timedelta(days=newer)).value >= rate(DAY - timedelta(days=older)).value
