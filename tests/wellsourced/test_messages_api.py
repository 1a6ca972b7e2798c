"""Requests and answers as the service sees them."""

from __future__ import annotations

import pytest

from wellsourced.messages_api import LlmOptions, as_judged, asked_wait, quick_params, size_of
from wellsourced_core.model import Source


def test_a_judge_is_shown_one_line_of_a_bounded_length() -> None:
    title, text = as_judged(
        Source("s", "https://a.example/", "A\ntitle " + "x" * 400, "Text.\n\u202eHidden. " + "y" * 9_000)
    )
    assert title.startswith("A title x")
    assert text.startswith("Text. Hidden. y")
    assert (len(title), len(text)) == (300, 6_000)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "3"}, 3.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": "Sun, 22 Nov 2026 10:00:30 GMT", "date": "Sun, 22 Nov 2026 10:00:00 GMT"}, 30.0),
        ({"retry-after": "Sun, 22 Nov 2026 10:00:30 GMT"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "1234567890"}, None),
        ({}, None),
    ],
)
def test_retry_after_is_seconds_or_a_date_of_the_services_own_clock(
    headers: dict[str, str], seconds: float | None
) -> None:
    assert asked_wait(headers) == seconds


def test_a_size_is_that_of_all_strings_in_utf_8() -> None:
    assert size_of({"a": ["é", {"b": "xyz"}], "n": 5}) == 5
    assert size_of("\ud800") == 3


def test_a_short_call_sends_no_system_and_no_thinking_that_was_not_asked_for() -> None:
    plain = quick_params(LlmOptions(quick_thinking=""), "a-model", "", "Hello", 300)
    assert plain == {
        "model": "a-model",
        "max_tokens": 300,
        "messages": [{"role": "user", "content": [{"type": "text", "text": "Hello"}]}],
    }
    full = quick_params(LlmOptions(), "a-model", "Be brief.", "Hello", 300)
    assert full["thinking"] == {"type": "disabled"}
    assert full["system"][0]["text"] == "Be brief."


def test_j71_a_date_that_overflows_asks_for_no_wait() -> None:
    now = "Mon, 01 Jan 2026 00:00:00 GMT"
    assert asked_wait({"retry-after": "Mon, 99999999999999999999 Jan 2020 00:00:00 GMT", "date": now}) is None
