"""What follows from two numbers of a text: sums, differences, shares, changes, multiples, parts, spans of time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from math import floor, log10

from audit.agreement.kinds import DATED, factor, reading, same_kind
from audit.thresholds import (
    ABOUT_FRACTION_SHARE,
    DAY_MINUTES,
    DAY_SECONDS,
    DERIVED_ABOUT_SHARE,
    DERIVED_OVER_SHARE,
    DERIVED_UNDER_SHARE,
    DOUBLED_SHARE,
    ELAPSED_SLACK_DAYS,
    FLOAT_ROUNDING,
    FRACTION_SHARE,
    HOUR_SECONDS,
    KILOMETRE,
    MINUTE_SECONDS,
    MONTH_DAYS,
    MULTIPLE_SHARE,
    PERCENT,
    WRITTEN_TO_DIGITS,
    YEAR_MONTHS,
)
from wellsourced_core.model import Quantity
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import Derivation

_COUNT_NOTHING = ("ordinal", "label", "identifier")
_TIMED = (*DATED, "time")
_SHARES = ("percent", "ratio")
_DAYS_AND_TIMES = ("date", "time")
_LEAP = 2000  # the year of a day that has none


@frozen
class Result:
    """A value that follows from two numbers, in the base unit of what is asked for, and the sum as a reader sees it.

    ``rise`` is 1 where the later of the two numbers is the greater one, -1 where it is the smaller one, 0 where that
    says nothing. ``share`` is the share as the source writes it where the value is a part of an amount. ``sign`` is how
    the second number counts, where a source may say so itself ("1.4 million less than a year before").
    """

    how: Derivation
    value: float
    shown: str
    rise: int = 0
    share: str = ""
    sign: str = ""


# ------------------------------------------------------------------------------------------------- what is asked for


def wanted(q: Quantity) -> float:
    """Return the value that a result must have to be a claim's number: a share as a fraction, a multiple above 1."""
    if q.kind == "multiple":
        return max(q.value, 1 / q.value) if q.value > 0 else 0.0
    if q.kind == "date":
        return _date_value(q.date)
    return q.value / PERCENT if q.kind == "percent" else q.value * factor(q)


def _date_value(said: str | None) -> float:
    """Return a date's day, or its month, as a number; a day without a year is one of a leap year."""
    parts = (said or "").replace("--", f"{_LEAP}-").split("-")
    if len(parts) == 2 and all(parts):
        return int(parts[0]) * YEAR_MONTHS + int(parts[1])
    try:
        return float(date(*map(int, parts)).toordinal())
    except (TypeError, ValueError):
        return 0.0


def said(q: Quantity, value: float) -> str:
    """Return what follows as a reader is shown it, in the unit of a claim's number."""
    if q.kind in ("percent", "ratio"):
        return f"{PERCENT * value:.3g} %"
    if q.kind == "multiple":
        return f"{value:.3g} times"
    if q.kind == "points":
        return f"{value:.3g} percentage points"
    if q.kind == "time":
        return f"{int(value) // 60}:{int(value) % 60:02d}"
    if q.kind == "year":
        return f"{value:.0f}"
    shown = f"{value / factor(q):,.4g}" if abs(value / factor(q)) < WRITTEN_TO_DIGITS else f"{value / factor(q):,.0f}"
    if q.kind in ("duration", "age"):
        return f"{shown} {'second' if q.unit == 's' else q.unit}{'' if shown == '1' else 's'}"
    return f"{shown} {q.unit}".strip()


def slack(q: Quantity, *, elapsed: bool = True) -> tuple[float, float]:
    """Return how far below and above a claim's number what follows may lie, by its last digit and its bound.

    ``elapsed``: from one day to another, of which both may be counted or neither.
    """
    value = abs(wanted(q))
    if q.kind in _DAYS_AND_TIMES:
        return 0.5, 0.5
    if q.kind == "multiple":
        own = MULTIPLE_SHARE * value
    elif q.kind == "ratio":
        own = (ABOUT_FRACTION_SHARE if q.approximate else FRACTION_SHARE) * value
    else:
        own = max(0.5 * (q.step or 0.0) * (value / abs(q.value) if q.value else 1.0), FLOAT_ROUNDING * value)
        if elapsed and q.kind == "duration" and q.unit in ELAPSED_SLACK_DAYS:
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
    if first.kind in _COUNT_NOTHING or second.kind in _COUNT_NOTHING:
        return
    if first.kind in _TIMED or second.kind in _TIMED:
        yield from _dated(q, first, second)
        return
    a, b = _value(first), _value(second)
    if min(a, b) <= 0:
        return
    if second.kind in ("multiple", "ratio") and same_kind(q, first):  # "48 stalls, twice as many as the west bank"
        yield Result("quotient", a / second.value, f"{first.text} / {second.text}", sign="/")
    if q.kind == "speed" and {first.kind, second.kind} == {"length", "duration"}:
        way, time = (first, second) if first.kind == "length" else (second, first)
        if reading(time)[1] == "s":
            hours = _value(time) / HOUR_SECONDS
            yield Result("quotient", _value(way) / KILOMETRE / hours, f"{way.text} / {time.text}", sign="/")
    if q.kind == "area" and first.kind == second.kind == "length":
        yield Result("product", a * b, f"{first.text} * {second.text}", sign="*")
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
            yield Result("sum", a + b, f"{first.text} + {second.text}", sign="+")
        yield Result("difference", abs(a - b), f"{high.text} - {low.text}", rise, sign="-" if a > b else "")
    elif q.kind == "points" and first.kind == "percent":
        yield Result("difference", PERCENT * abs(a - b), f"{high.text} - {low.text}", rise)
    elif q.kind in _SHARES:
        yield Result("share", min(a, b) / max(a, b), f"{low.text} / {high.text}")
        if first.kind in _SHARES and a + b <= 1:  # "44 per cent ..., semis 31" are three in four
            yield Result("sum", a + b, f"{first.text} + {second.text}")
        yield Result("change", abs(b - a) / a, f"({second.text} - {first.text}) / {first.text}", rise)
    elif q.kind == "multiple":
        yield Result("multiple", max(a, b) / min(a, b), f"{high.text} / {low.text}", rise)


def _times(q: Quantity, number: Quantity, amount: Quantity) -> Iterator[Result]:
    """Yield so many times an amount, and the amount for each of so many."""
    if same_kind(q, amount) and number.value > 1 and number.value == int(number.value):
        yield Result("product", number.value * _value(amount), f"{number.text} * {amount.text}")
        yield Result("quotient", _value(amount) / number.value, f"{amount.text} / {number.text}")


def _parts(q: Quantity, share: Quantity, amount: Quantity) -> Iterator[Result]:
    """Yield a share of an amount, what is left of it, and what it was before it rose by the share."""
    if same_kind(q, amount):
        x, p = _value(amount), _value(share)
        yield Result("part", p * x, f"{share.text} of {amount.text}", share=share.text)
        if p < 1:
            yield Result("part", (1 - p) * x, f"{amount.text} less {share.text}")
        yield Result("base", x / (1 + p), f"{amount.text} before a rise of {share.text}", sign="more")
        if p < 1:
            yield Result("base", x / (1 - p), f"{amount.text} before a fall of {share.text}", sign="less")


# ------------------------------------------------------------------------------------------------- times


def _dated(q: Quantity, first: Quantity, second: Quantity) -> Iterator[Result]:
    """Yield the time between two dates or two times of day, or the date that lies so long before or behind another."""
    if first.kind in DATED and second.kind in DATED:
        yield from _between(q, first, second)
        return
    if first.kind == second.kind == "time":
        if q.kind == "duration" and reading(q)[1] == "s":
            low, high = sorted((first, second), key=lambda one: one.value)
            apart = high.value - low.value
            yield Result("time", apart * MINUTE_SECONDS, f"{high.text} - {low.text}")
            if 2 * apart > DAY_MINUTES:  # from the evening to the morning
                yield Result("time", (DAY_MINUTES - apart) * MINUTE_SECONDS, f"{low.text} - {high.text}")
        return
    at, span = (first, second) if first.kind in _TIMED else (second, first)
    if span.kind == "age" and q.kind == "year":
        yield Result("time", at.value - span.value, f"{at.value:.0f} - {span.text}", sign="-")
    elif span.kind == "duration" and q.kind == at.kind == "time":
        yield from _clock_moved(q, at, span)
    elif span.kind == "duration" and at.kind in DATED and q.kind in ("year", "date"):
        for sign, sense in (("-", -1), ("+", 1)):
            value = _moved(q, at, sense * span.value, span)
            if value is not None:
                yield Result("time", value, f"{_shown(q, at)} {sign} {span.text}", sign=sign)


def _shown(q: Quantity, at: Quantity) -> str:
    return f"{at.value:.0f}" if q.kind == "year" and at.value else at.text


def _clock_moved(q: Quantity, at: Quantity, span: Quantity) -> Iterator[Result]:
    if reading(span)[1] != "s":
        return
    for sign, sense in (("-", -1), ("+", 1)):
        value = (at.value + sense * span.value * factor(span) / MINUTE_SECONDS) % DAY_MINUTES
        value -= DAY_MINUTES / 2 if value >= DAY_MINUTES / 2 > q.value else 0.0  # half of the day left out
        yield Result("time", value, f"{at.text} {sign} {span.text}", sign=sign)


def _moved(q: Quantity, at: Quantity, by: float, span: Quantity) -> float | None:
    """Return the year, month or day that lies so long from a date, as the one asked for is said; None if unknown."""
    whole = reading(span)[1]
    if q.kind == "year" and whole != "s" and span.unit in ("year", "decade", "century"):
        return at.value + by * factor(span) / YEAR_MONTHS if at.value else None
    if len(at.date or "") < len("2019-05"):
        return None
    if whole == "s":
        day = None if q.kind == "year" and not at.value else _day(at, q)
        days = None if day is None else round(by * factor(span) / DAY_SECONDS)
        moved = _shifted(day, days) if day and days is not None else None
        if moved is None:
            return None
        if q.kind == "year":
            return float(moved.year)
        return _date_value(_in_form(q, moved))
    said = (at.date or "").split("-")
    if at.date is None or at.date.startswith("--") or by * factor(span) != int(by * factor(span)):
        return None
    months = int(said[0]) * int(YEAR_MONTHS) + int(said[1]) - 1 + int(by * factor(span))
    if q.kind == "year":
        return float(months // int(YEAR_MONTHS))
    if len(q.date or "") == len("2019-05") and not (q.date or "").startswith("--"):
        return float(months + 1)
    return None


def _shifted(day: date, days: int) -> date | None:
    try:
        return date.fromordinal(day.toordinal() + days)
    except (OverflowError, ValueError):
        return None


def _in_form(q: Quantity, day: date) -> str:
    """Return a day as a claim's date says its own: with its year, without one, or its month alone."""
    said = q.date or ""
    if said.startswith("--"):
        return f"--{day.month:02d}-{day.day:02d}"
    return day.isoformat()[: len(said)]


def _between(q: Quantity, first: Quantity, second: Quantity) -> Iterator[Result]:
    a, b = _day(first, second), _day(second, first)
    days = None if a is None or b is None else abs((b - a).days)
    later, earlier = (first, second) if (a and b and a > b) else (second, first)
    shown = f"{later.text} - {earlier.text}"
    in_years = q.kind in ("age", "count") or (q.kind == "duration" and q.unit in ("year", "decade", "century"))
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


def days_between(first: Quantity, second: Quantity) -> int:
    """Return the days from one date to another; 0 where the day of either is not known."""
    a, b = _day(first, second), _day(second, first)
    return abs((b - a).days) if a and b else 0


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
