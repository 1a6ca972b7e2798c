"""Dates as the world writes them."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.published_date import read_date


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2024-05-01", date(2024, 5, 1)),
        ("2024-05-01T23:59:59Z", date(2024, 5, 1)),
        ("2024-05-01T23:59:59.123+02:00", date(2024, 5, 1)),
        ("2024-05-01 10:00", date(2024, 5, 1)),
        ("20240501", date(2024, 5, 1)),
        (" 2024-05-01 ", date(2024, 5, 1)),
        ("May 1, 2024", date(2024, 5, 1)),
        ("1 May 2024", date(2024, 5, 1)),
        ("Wed, 01 May 2024 10:00:00 GMT", date(2024, 5, 1)),
        ("May 1, 2024 4:05 PM EDT", date(2024, 5, 1)),
        ("1 May 2024 10:00 CEST", date(2024, 5, 1)),
        ("1665-03-06", date(1665, 3, 6)),
        ("31/12/2025", date(2025, 12, 31)),
        ("01.10.2026", date(2026, 10, 1)),
        ("12/31/2025", date(2025, 12, 31)),
    ],
)
def test_a_complete_date_is_read(text: str, day: date) -> None:
    assert read_date(text) == day


@pytest.mark.parametrize("text", ["9999-12-31", "0000-00-00", "1970-01-01", "0001-01-01", "2024-13-01", "2023-02-29"])
def test_c17_impossible_and_placeholder_dates_are_unknown(text: str) -> None:
    assert read_date(text) is None


@pytest.mark.parametrize("text", ["1", "10", "Sat", "12pm", "May", "2024", "May 2024", "2024-05", "today", ""])
def test_c18_incomplete_dates_are_unknown(text: str) -> None:
    assert read_date(text) is None


@pytest.mark.parametrize("text", ["1" * 20, "1" * 5000, "2024-05-011", "1" * 20 + " May 2024"])
def test_c19_long_digit_runs_are_unknown(text: str) -> None:
    assert read_date(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "01/02/03",
        "01/02/2003",
        "٢٠٢٤-٠٥-٠١",
        "2024-05-01T10:00:00+99:99",
        "Wed, 01 May 2024 10:00:00 +9999",
        "Wed, 01 May 2024 10:00:00 +1500",
    ],
)
def test_c20_ambiguous_dates_and_offsets_are_unknown(text: str) -> None:
    assert read_date(text) is None


@settings(max_examples=200)
@given(st.text(max_size=80) | st.text("0123456789-/:TZ+. aApmMayJunSt", max_size=40))
def test_any_text_gives_a_plausible_day_or_none(text: str) -> None:
    day = read_date(text)
    assert day is None or 1400 <= day.year <= 2199


@settings(max_examples=100)
@given(st.dates(date(1400, 1, 1), date(2199, 12, 31)).filter(lambda d: d != date(1970, 1, 1)))
def test_iso_dates_come_back_as_written(day: date) -> None:
    assert read_date(day.isoformat()) == day
