"""Waiting before another attempt: long enough, never longer than there is time, and without chance."""

import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.address_check import parse_url, rejection
from retrieval.http_request import Response
from retrieval.retries import Budget, backoff, patiently, retry_after
from wellsourced_core.errors import BackendError

TARGET = parse_url("https://example.org/a")
BUSY, FINE = Response(503, (), b""), Response(200, (), b"")


def attempts(*outcomes: Response | str, seconds: float = 1_000.0) -> tuple[Response, list[float]]:
    """Let a request have these outcomes in turn (a text is an error's code); returns what came and the waits."""
    left, slept = list(outcomes), []

    def send() -> Response:
        outcome = left.pop(0)
        if isinstance(outcome, str):
            raise rejection(TARGET.url, "fails", outcome)
        return outcome

    response = patiently(send, TARGET, Budget(time.monotonic() + seconds), sleep=slept.append)
    assert not left
    return response, slept


def test_the_first_good_answer_counts() -> None:
    assert attempts(FINE) == (FINE, [])
    assert attempts(BUSY, FINE)[0] == FINE
    assert attempts("network", "timeout", FINE)[0] == FINE


def test_the_third_answer_counts_whatever_it_is() -> None:
    assert attempts(BUSY, BUSY, BUSY) == (BUSY, [backoff(TARGET.url, 0), backoff(TARGET.url, 1)])
    with pytest.raises(BackendError):
        attempts(BUSY, BUSY, "network")


@pytest.mark.parametrize("code", ["tls", "address-not-public", "body-too-large", "bad-response"])
def test_b20_what_will_not_pass_is_not_tried_again(code: str) -> None:
    with pytest.raises(BackendError) as caught:
        attempts(code)
    assert caught.value.code == code


def test_a_wait_beyond_the_budget_is_not_begun() -> None:
    with pytest.raises(BackendError) as caught:
        attempts(Response(429, (("retry-after", "99999"),), b""))
    assert caught.value.code == "timeout"


@settings(max_examples=150)
@given(st.text(max_size=30), st.floats(0, 10))
def test_g02_any_retry_after_is_a_time_from_nothing_on(header: str, default: float) -> None:
    assert retry_after(header, default) >= 0


def test_g02_retry_after_may_be_a_date() -> None:
    assert 50 < retry_after(format_datetime(datetime.now(UTC) + timedelta(seconds=60), usegmt=True), 1.0) <= 60
    assert retry_after("Sat, 01 Jan 2000 00:00:00 GMT", 1.0) == 0.0


def test_waits_are_spread_by_the_address_and_always_the_same() -> None:
    waits = [backoff(f"https://example.org/{i}", 0) for i in range(100)]
    assert waits == [backoff(f"https://example.org/{i}", 0) for i in range(100)]
    assert len(set(waits)) > 90
    assert all(0.25 <= wait <= 0.75 for wait in waits)
    assert 0.5 <= backoff("https://example.org/", 1) <= 1.5


@pytest.mark.parametrize(
    "header", ["Mon, 99999999999999999999 Jan 2020 00:00:00 GMT", "Mon, 01 Jan 2027 99999999999:00:00 GMT"]
)
def test_j71_a_date_that_overflows_is_no_wait_that_was_asked_for(header: str) -> None:
    assert retry_after(header, 0.7) == 0.7
