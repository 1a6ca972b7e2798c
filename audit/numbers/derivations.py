"""What follows from two numbers of a text: sums, differences, shares, changes, multiples, parts, spans of time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from math import floor, log10

from audit.agreement.kinds import DATED, factor, reading, same_kind
from audit.thresholds import (
    ABOUT_FRACTION_SHARE,
    DAY_SECONDS,
    DERIVED_ABOUT_SHARE,
    DERIVED_OVER_SHARE,
    DERIVED_UNDER_SHARE,
    DOUBLED_SHARE,
    ELAPSED_SLACK_DAYS,
    FLOAT_ROUNDING,
    FRACTION_SHARE,
    MINUTE_SECONDS,
    MONTH_DAYS,
    MULTIPLE_SHARE,
    PERCENT,
    YEAR_MONTHS,
)
from wellsourced_core.model import Quantity
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import Derivation

_SHARES = ("percent", "ratio")
_LEAP = 2000  # the year of a day that has none


@frozen
class Result:
    """A value that follows from two numbers, in the base unit of what is asked for, and the sum as a reader sees it.

    ``rise`` is 1 where the later of the two numbers is the greater one, -1 where it is the smaller one, 0 where that
    says nothing. ``share`` is the share as the source writes it where the value is a part of an amount.
    """

    how: Derivation
    value: float
    shown: str
    rise: int = 0
    share: str = ""


# ------------------------------------------------------------------------------------------------- what is asked for


def wanted(q: Quantity) -> float:
    """Return the value that a result must have to be a claim's number: a share as a fraction, a multiple above 1."""
    if q.kind == "multiple":
        return max(q.value, 1 / q.value) if q.value > 0 else 0.0
    return q.value / PERCENT if q.kind == "percent" else q.value * factor(q)


def slack(q: Quantity) -> tuple[float, float]:
    """Return how far below and above a claim's number what follows may lie, by its last digit and its bound."""
    value = abs(wanted(q))
    if q.kind == "multiple":
        own = MULTIPLE_SHARE * value
    elif q.kind == "ratio":
        own = (ABOUT_FRACTION_SHARE if q.approximate else FRACTION_SHARE) * value
    else:
        own = max(0.5 * (q.step or 0.0) * (value / abs(q.value) if q.value else 1.0), FLOAT_ROUNDING * value)
        if q.kind == "duration" and q.unit in ELAPSED_SLACK_DAYS:
            days = DAY_SECONDS if reading(q)[1] == "s" else 1 / MONTH_DAYS
            own = max(own, ELAPSED_SLACK_DAYS[q.unit] * days)
        if q.approximate:
            own = max(own, DERIVED_ABOUT_SHARE * value)
    if q.bound[:1] == ">":
        return (own if q.bound == ">=" else -FLOAT_ROUNDING * value), DERIVED_OVER_SHARE * value
    if q.bound[:1] == "<":
        return DERIVED_UNDER_SHARE * value, (own if q.bound == "<=" else -FLOAT_ROUNDING * value)
    if q.kind == "multiple" and q.value > 1 and q.text.lower().endswith("ed"):
        return own, DOUBLED_SHARE * value
    return own, own


def resolution(q: Quantity) -> float:
    """Return what one of the last significant digit of a claim's number is worth, in base units."""
    value = abs(wanted(q))
    return 10.0 ** (floor(log10(value)) - max(q.digits, 1) + 1) if value else 0.0


# ------------------------------------------------------------------------------------------------- what follows


def results(q: Quantity, first: Quantity, second: Quantity) -> Iterator[Result]:
    """Yield what follows, in the kind and unit of a claim's number, from two of which ``first`` came first in time."""
    if first.kind in DATED or second.kind in DATED:
        yield from _dated(q, first, second)
        return
    a, b = _value(first), _value(second)
    if min(a, b) <= 0:
        return
    if same_kind(first, second):
        yield from _of_one_kind(q, first, second, a, b)
    if q.kind not in _SHARES:
        if first.kind == "count":
            yield from _times(q, first, second)
        if second.kind == "count":
            yield from _times(q, second, first)
    if (first.kind in _SHARES) != (second.kind in _SHARES):
        yield from _parts(q, *((first, second) if first.kind in _SHARES else (second, first)))


def _value(q: Quantity) -> float:
    return q.value / PERCENT if q.kind == "percent" else q.value * factor(q)


def _of_one_kind(q: Quantity, first: Quantity, second: Quantity, a: float, b: float) -> Iterator[Result]:
    high, low = (first, second) if a > b else (second, first)
    rise = (b > a) - (b < a)
    if same_kind(q, first):
        if a != b:  # one number told twice is no sum
            yield Result("sum", a + b, f"{first.text} + {second.text}")
        yield Result("difference", abs(a - b), f"{high.text} - {low.text}", rise)
    elif q.kind == "duration" and first.kind == "time" and reading(q)[1] == "s":
        yield Result("time", abs(a - b) * MINUTE_SECONDS, f"{high.text} - {low.text}")
    elif q.kind == "points" and first.kind == "percent":
        yield Result("difference", PERCENT * abs(a - b), f"{high.text} - {low.text}", rise)
    elif q.kind in _SHARES:
        yield Result("share", min(a, b) / max(a, b), f"{low.text} / {high.text}")
        yield Result("change", abs(b - a) / a, f"({second.text} - {first.text}) / {first.text}", rise)
    elif q.kind == "multiple":
        yield Result("multiple", max(a, b) / min(a, b), f"{high.text} / {low.text}", rise)


def _times(q: Quantity, number: Quantity, amount: Quantity) -> Iterator[Result]:
    """Yield so many times an amount, and the amount for each of so many."""
    if same_kind(q, amount):
        yield Result("product", number.value * _value(amount), f"{number.text} * {amount.text}")
        yield Result("quotient", _value(amount) / number.value, f"{amount.text} / {number.text}")


def _parts(q: Quantity, share: Quantity, amount: Quantity) -> Iterator[Result]:
    """Yield a share of an amount, what is left of it, and what it was before it rose by the share."""
    if same_kind(q, amount):
        x, p = _value(amount), _value(share)
        yield Result("part", p * x, f"{share.text} of {amount.text}", share=share.text)
        if p < 1:
            yield Result("part", (1 - p) * x, f"{amount.text} less {share.text}")
        yield Result("base", x / (1 + p), f"{amount.text} before a rise of {share.text}")


# ------------------------------------------------------------------------------------------------- times


def _dated(q: Quantity, first: Quantity, second: Quantity) -> Iterator[Result]:
    """Yield the time between two dates, or the year that lies so many years from another."""
    if first.kind in DATED and second.kind in DATED:
        yield from _between(q, first, second)
        return
    day, span = (first, second) if first.kind in DATED else (second, first)
    if q.kind == "year" and (span.kind == "age" or (span.kind == "duration" and span.unit == "year")):
        yield Result("time", day.value - span.value, f"{day.value:.0f} - {span.text}")
        if span.kind == "duration":
            yield Result("time", day.value + span.value, f"{day.value:.0f} + {span.text}")


def _between(q: Quantity, first: Quantity, second: Quantity) -> Iterator[Result]:
    a, b = _day(first, second), _day(second, first)
    days = None if a is None or b is None else abs((b - a).days)
    later, earlier = (first, second) if (a and b and a > b) else (second, first)
    shown = f"{later.text} - {earlier.text}"
    in_years = q.kind in ("age", "count") or (q.kind == "duration" and q.unit in ("year", "decade"))
    if in_years:
        unit = YEAR_MONTHS if q.kind == "duration" else 1.0
        low, high = sorted((first.value, second.value))
        if low and high > low:
            yield Result("time", (high - low) * unit, f"{high:.0f} - {low:.0f} = {high - low:.0f}")
            if a and b and (full := _birthdays(min(a, b), max(a, b))) != high - low:
                yield Result("time", full * unit, shown)
    elif q.kind == "duration" and days:
        yield Result("time", days * DAY_SECONDS if reading(q)[1] == "s" else days / MONTH_DAYS, shown)
    if days is None and (months := _months(first, second)):
        if in_years and (full := months // int(YEAR_MONTHS)) != high - low:
            yield Result("time", full * unit, shown)
        elif q.kind == "duration" and reading(q)[1] != "s":
            yield Result("time", float(months), shown)


def _months(first: Quantity, second: Quantity) -> int | None:
    """Return the months between two dates of which the month is known; None where it is not."""
    said = [(one.date or "")[:7].split("-") for one in (first, second)]
    if any(len(parts) != 2 or not all(parts) for parts in said):
        return None
    (year, month), (other, later) = ((int(parts[0]), int(parts[1])) for parts in said)
    return abs((other - year) * int(YEAR_MONTHS) + later - month)


def _birthdays(first: date, last: date) -> int:
    """Return the full years between two days."""
    return last.year - first.year - ((last.month, last.day) < (first.month, first.day))


def _day(one: Quantity, other: Quantity) -> date | None:
    """Return a day; one without a year is of the other's year. None for a month or a year."""
    said = one.date or ""
    if len(said) < len("--03-21"):
        return None
    if said.startswith("--"):
        known = (other.date or "--")[:4]
        year = int(known) if not known.startswith("--") else int(other.value) or _LEAP
        said = f"{min(max(year, 1), 9999):04d}{said[1:]}"
    try:
        return date.fromisoformat(said)
    except ValueError:
        return None  # 29 February of another year
