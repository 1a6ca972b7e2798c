"""Find the numbers of a text by value, so that a claim's number is not compared with each of them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from math import inf

from audit.agreement.kinds import DATED, Reading, factor, looked_up_as, met_by, reading, readings
from audit.agreement.strength import rounding
from audit.thresholds import (
    AROUND_RANGE_LOW,
    BEYOND_BOUND,
    CURRENCY_LEFT_OUT_FROM,
    FLOAT_ROUNDING,
    SLIP_POWERS,
    SLIP_ROUNDING,
)
from wellsourced_core.model import Quantity

# Twice what audit.agreement.strength allows: what it carries must be among what is looked up.
_EQUAL, _LOOSE, _SAME = 2 * FLOAT_ROUNDING, 2 * BEYOND_BOUND, 2 * SLIP_ROUNDING
_POWERS = (*(1 / power for power in SLIP_POWERS), *SLIP_POWERS)

_Points = tuple[list[float], list[int]]  # values, ascending, and the numbers that have them
_Stretch = tuple[list[int], int, int]  # numbers, and between which of their places


class ValueIndex:
    """The numbers of a text by the values that each of their readings has, and its dates by their years and days."""

    def __init__(self, numbers: Sequence[Quantity]) -> None:
        points: defaultdict[object, list[tuple[float, int]]] = defaultdict(list)
        lowest: defaultdict[object, list[tuple[float, int]]] = defaultdict(list)
        self._days: defaultdict[str, list[int]] = defaultdict(list)
        for i, q in enumerate(numbers):
            if q.kind in DATED:
                points["date"] += [(value, i) for value in _years(q)]
                for key in _day_keys(q):
                    self._days[key].append(i)
            for one in readings(q):
                if one[2] != "date":
                    points[_group(one)].append((one[0], i))
                    if q.high is not None:
                        points[_group(one)].append((q.high * factor(q), i))
                        lowest[_group(one)].append((one[0], i))
        self._points = {group: _sorted(found) for group, found in points.items()}
        self._lowest = {group: _sorted(found) for group, found in lowest.items()}

    def near(self, q: Quantity, most: int) -> list[int] | None:
        """Return the numbers that may carry one, in order, and some that do not; None where they are above ``most``.

        Every number to which audit.agreement.strength gives a strength above 0 is among them.
        """
        stretches = list(self._stretches(q))
        if sum(high - low for _, low, high in stretches) > most:
            return None
        return sorted({i for numbers, low, high in stretches for i in numbers[low:high]})

    def _stretches(self, q: Quantity) -> Iterator[_Stretch]:
        """Yield the stretches of sorted numbers in which those that may carry one lie."""
        if q.kind in DATED:
            yield from self._dates(q)
        for one in readings(q):
            if one[2] != "date":
                yield from self._values(q, one)

    def _values(self, q: Quantity, one: Reading) -> Iterator[_Stretch]:
        value, group = one[0], _group(one)
        low, high = _reach(q, value)
        within = [_between(self._points.get(group), low, high)]
        if q.high is not None:  # both ends must be there: the rarer one leads
            end = q.high * factor(q)
            within.append(_between(self._points.get(group), *_reach(q, end)))
        yield min(within, key=lambda stretch: stretch[2] - stretch[1])
        if q.approximate:
            yield _between(self._lowest.get(group), -inf, max(value / AROUND_RANGE_LOW, value * AROUND_RANGE_LOW))
        for other in {looked_up_as(kind) for kind in met_by(q.kind)} - {looked_up_as(q.kind)}:
            if other != "money" or abs(q.value) >= CURRENCY_LEFT_OUT_FROM:
                yield _between(self._points.get(other), value, value)

    def _dates(self, q: Quantity) -> Iterator[_Stretch]:
        numbers, years = self._points.get("date"), _years(q)
        if q.bound:  # a day without a year is compared with the days of any year
            anyhow = (q.date or "").startswith("--")
            low = -inf if anyhow or q.bound[0] == "<" else min(years)
            high = inf if anyhow or q.bound[0] == ">" else max(years)
            yield _between(numbers, low, high)
            if low > 0:
                yield _between(numbers, 0, 0)
            return
        if q.kind in ("decade", "century"):
            yield _between(numbers, *years[-2:])
        for value in {q.value, years[1]} - {0.0}:
            yield _between(numbers, value, value)
        for key in (
            key for one in _isos(q) for key in ((one, one[1:]) if one[0] == "-" else (f"-{one[4:]}", f"-{one[-3:]}"))
        ):
            held = self._days.get(key, [])
            yield held, 0, len(held)


def _reach(q: Quantity, value: float) -> tuple[float, float]:
    """Return between which values a number may carry a claim's; bounds are open at one end."""
    apart = rounding(q, value) + _EQUAL * abs(value)
    if not q.bound:
        return value - apart, value + apart
    apart += _LOOSE * abs(value) + 1.0
    return (value - apart, inf) if q.bound[0] == ">" else (-inf, value + apart)


def _between(points: _Points | None, low: float, high: float) -> _Stretch:
    """Return the stretch of the points from one value to another, both included."""
    values, numbers = points or ([], [])
    return numbers, bisect_left(values, low), bisect_right(values, high)


def _sorted(found: list[tuple[float, int]]) -> _Points:
    found.sort()
    return [value for value, _ in found], [i for _, i in found]


def _group(one: Reading) -> object:
    """Return what only numbers share of which one may carry the other: the unit too, but where it may be left out."""
    _, unit, kind = one
    kind = looked_up_as(kind)
    return kind if kind in ("count", "temperature", "money") else (kind, unit)


def _years(q: Quantity) -> tuple[float, ...]:
    """Return the years that a date names: its own (0 where it has none), its last, those of its first and last day."""
    last = q.value if q.high is None else q.high
    return (q.value, last, *(float(date.fromordinal(day).year) for day in q.days or ()))


def _isos(q: Quantity) -> list[str]:
    """Return a date, and the one that it says where day and month are the other way round."""
    return [iso for iso in (q.date, *(iso for _, iso, kind in q.alternatives if kind == "date")) if iso]


def _day_keys(q: Quantity) -> Iterator[str]:
    """Yield under what a date is found by one that lacks the year, or has one that it lacks itself."""
    for iso in _isos(q):
        if iso.startswith("--"):
            yield from {iso, iso[:4]}
        elif len(iso) == len("2022-03-21"):
            yield from (iso[-6:], iso[-3:])


class FigureIndex:
    """The numbers of a text by their figures, and those of each kind by their size: dates aside."""

    def __init__(self, numbers: Sequence[Quantity]) -> None:
        sizes: defaultdict[str, list[tuple[float, int]]] = defaultdict(list)
        told = [(i, q) for i, q in enumerate(numbers) if q.kind not in DATED]
        for i, q in told:
            sizes[q.kind].append((abs(reading(q)[0]), i))
        self._values = _sorted([(q.value, i) for i, q in told])
        self._sizes = {kind: _sorted(found) for kind, found in sizes.items()}

    def near(self, q: Quantity) -> list[int]:
        """Return the numbers of the same figure, and those of the kind that are a power of a thousand off, in order."""
        apart, size = _EQUAL * abs(q.value), abs(reading(q)[0])
        stretches = [_between(self._values, q.value - apart, q.value + apart)]
        for power in _POWERS:
            far = size * power
            stretches.append(_between(self._sizes.get(q.kind), far * (1 - _SAME), far * (1 + _SAME)))
        return sorted({i for numbers, low, high in stretches for i in numbers[low:high]})
