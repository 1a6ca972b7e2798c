"""Recompute the time between two days: from 3 to 21 March are 18 days, or 19 with both."""

from __future__ import annotations

from datetime import date

from audit.thresholds import ELAPSED_SLACK_DAYS
from wellsourced_core.model import Quantity

_LEAP = 2000  # the year of a day that has none
_DAYS = {"day": 1.0, "week": 7.0, "month": 30.4}  # a month in the mean


def date_difference(q: Quantity, a: Quantity, b: Quantity) -> str | None:
    """Return how a duration in days, weeks or months follows from two days, e.g. "21 March - 3 March"."""
    if q.kind != "duration" or q.unit not in _DAYS or q.bound:
        return None
    first, last = _day(a, b), _day(b, a)
    if first is None or last is None or abs(abs(last - first) - q.value * _DAYS[q.unit]) > ELAPSED_SLACK_DAYS[q.unit]:
        return None
    return f"{b.text} - {a.text}" if last > first else f"{a.text} - {b.text}"


def _day(one: Quantity, other: Quantity) -> int | None:
    """Return a day as a proleptic ordinal; one without a year is of the other's. None for a month or a year."""
    if one.date is None or len(one.date) < len("--03-21"):
        return None
    if not one.date.startswith("--"):
        return one.days[0] if one.days and len(one.date) == len("2022-03-21") else None
    known = not (other.date or "--").startswith("--")
    year = int((other.date or "")[:4]) if known else _LEAP
    try:
        return date(year, int(one.date[2:4]), int(one.date[5:7])).toordinal()
    except ValueError:
        return None  # 29 February of another year
