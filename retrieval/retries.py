"""Retry after a transient failure, within a deadline; waits depend on the address, not on chance."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from zlib import crc32

from retrieval.address_check import Target, rejection
from retrieval.http_request import Response
from wellsourced_core.errors import BackendError
from wellsourced_core.values import mutable

RETRIES = 2
_PASSING = frozenset((429, 500, 502, 503, 504, 529))
_RETRIED = frozenset(("network", "timeout", "body-incomplete"))


@mutable
class Budget:
    """The deadline of a request, on time.monotonic()'s clock; extended while the request waits for its turn."""

    until: float


def patiently(
    send: Callable[[], Response],
    target: Target,
    budget: Budget,
    *,
    retries: int = RETRIES,
    sleep: Callable[[float], None] = time.sleep,
) -> Response:
    """Send a request and retry it after transient failures, at most ``retries`` times and within the budget.

    Returns the last answer, whatever its status. Raises BackendError, with code timeout when the server asks
    to wait beyond the budget.
    """
    for attempt in range(retries):
        wait = backoff(target.url, attempt)
        try:
            response = send()
            if response.status not in _PASSING:
                return response
            wait = retry_after(response.header("retry-after"), wait)
        except BackendError as error:
            if error.code not in _RETRIED:
                raise
        if time.monotonic() + wait >= budget.until:
            raise rejection(target.url, "did not answer in time", "timeout")
        sleep(wait)
    return send()


def backoff(url: str, attempt: int) -> float:
    """Return the seconds to wait before the next attempt: .5, 1, 2..., spread by +-50 % by the address alone."""
    spread = crc32(f"{attempt} {url}".encode("utf-8", "replace")) / 0xFFFFFFFF
    return 0.5 * 2.0**attempt * (0.5 + spread)


def retry_after(header: str, default: float) -> float:
    """Read a Retry-After header: seconds or a date; what is neither counts as ``default``."""
    header = header.strip()
    if header.isascii() and header.isdigit():
        return float(header[:9])
    try:
        moment = parsedate_to_datetime(header)
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return max(0.0, (moment - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError, IndexError, OverflowError):  # a day of twenty digits overflows
        return default
