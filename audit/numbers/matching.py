"""How far one number carries another: value, unit and kind agree, with rounding, bounds and partial dates."""

from __future__ import annotations

from datetime import date

from wellsourced.core.model import Quantity
from wellsourced.core.quantities import FACTORS
from wellsourced.core.values import replace

PARTIAL = 0.75  # a strength below this is a partial match: not carried
_ROUNDING = 0.05
_ROUND_FROM, _ROUND_NUMBER = 1000, 0.01
_BLUR, _BLUR_PRECISE = 0.05, 0.01  # "about": 5 %, but 1 % where the claim shows three digits or more
DATED = frozenset(("year", "date", "decade", "century"))
_NEARLY = 1.25
_OLDEST = 130  # years: a greater count is no age
_EXACT = frozenset(("ordinal", "time", "score"))

Reading = tuple[float, str, str]  # value in the base unit, base unit, kind


def readings(q: Quantity) -> tuple[Reading, ...]:
    """Return a quantity's own reading and its alternatives, each in base units (minutes in seconds, km in m)."""
    return tuple(_base(*r) for r in ((q.value, q.unit, q.kind), *q.alternatives))


def _base(value: float, unit: str, kind: str) -> Reading:
    if kind == "age":
        return value, "age", "age"
    if unit in FACTORS:
        base, factor = FACTORS[unit]
        return value * factor, base, "points" if kind == "points" else "measure"
    return value, unit, "date" if kind in DATED else kind


def measured(q: Quantity) -> str:
    """Return the kind of a quantity in base units: what it is compared by."""
    return _base(q.value, q.unit, q.kind)[2]


# Of these kinds besides its own a number may be carried; the alternatives of either side aside.
_ALIKE = {
    "count": ("count", "age", "score", "money"), "age": ("age", "count"), "score": ("score", "count"),
    "angle": ("angle", "temperature"), "temperature": ("temperature", "angle"),  # bare degrees are of either scale
}  # fmt: skip


def comparable(kind: str) -> tuple[str, ...]:
    """Return the kinds of numbers that may carry one of this kind, or stand in its place."""
    return (*_ALIKE.get(kind, (kind,)), *(("name",) if kind in ("count", "ordinal") else ()))


def same_kind(a: Quantity, b: Quantity) -> bool:
    """Tell whether two quantities measure alike, so that one could stand in the other's place."""
    if a.kind in DATED or b.kind in DATED:
        return a.kind in DATED and b.kind in DATED
    first, second = _base(a.value, a.unit, a.kind), _base(b.value, b.unit, b.kind)
    return _like(first, second)


def _like(a: Reading, b: Reading) -> bool:
    if a[2] == b[2]:
        return a[1] == b[1]
    pair = {a[2], b[2]}
    return pair <= {"age", "count"} or pair <= {"score", "count"} or pair == {"angle", "temperature"}


def strength(claim: Quantity, source: Quantity) -> float:
    """Return how far the source's number carries the claim's, in [0, 1]; below PARTIAL it does not.

    Rounding goes to the claim's last written digit and at most 5 %; years, dates, ordinals and strict bounds
    never round. "Over x" stands for a little more than x, "under x" for a little less.
    """
    if claim.kind in DATED or source.kind in DATED:
        dated = claim.kind in DATED and source.kind in DATED
        both = [_dates(c, s) for c in _either_order(claim) for s in _either_order(source)] if dated else [0.0]
        return max(*both, _other_readings(claim, source))
    return max(_one(claim, source, _base(claim.value, claim.unit, claim.kind)), _other_readings(claim, source))


def _either_order(q: Quantity) -> tuple[Quantity, ...]:
    """Return a date, and the one that 03/05/2024 says where the day comes first."""
    if not q.alternatives or q.kind != "date":
        return (q,)
    turned = (iso for _, iso, kind in q.alternatives if kind == "date")
    return (q, *(replace(q, date=iso, days=(_day(iso), _day(iso))) for iso in turned))


def _day(iso: str) -> int:
    return date.fromisoformat(iso).toordinal()


def _other_readings(claim: Quantity, source: Quantity) -> float:
    best = 0.0
    if (claim.alternatives or source.alternatives) and claim.high is None and source.high is None:
        for mine in readings(claim):
            for theirs in readings(source):
                if mine[2] != "date" and theirs[2] != "date" and _like(mine, theirs):
                    best = max(best, 0.95 * _values(claim, source, mine[0], theirs[0]))
    return best


def _one(claim: Quantity, source: Quantity, mine: Reading) -> float:
    theirs = _base(source.value, source.unit, source.kind)
    if mine[2] == theirs[2] == "money" and mine[1] != theirs[1] and _any_dollar(claim) and _any_dollar(source):
        theirs = (theirs[0], mine[1], "money")
    if source.kind == "name":
        return 0.9 if claim.kind in ("count", "ordinal") and claim.value == source.value and not claim.high else 0.0
    if claim.kind == "count" and source.kind == "money" and abs(claim.value) >= 1e5 and _same_ends(claim, source):
        return 0.8  # "it cost 26.9 million": the claim leaves the currency to the context
    ages = (mine[2] == "age") + (theirs[2] == "age")
    if ages == 1 and (claim.bound or source.bound) and claim.value != source.value:
        return 0.0  # "people over 60" says nothing of 68 countries
    if not _like(mine, theirs) or (ages == 1 and max(mine[0], theirs[0]) > _OLDEST):
        return 0.0
    weight = 1.0 if mine[2] == theirs[2] else 0.9
    factor = theirs[0] / source.value if source.value else 1.0
    if claim.high is not None:
        return weight * _ranges(claim, source)
    if source.high is not None:
        return weight * _against_range(claim, source, mine[0], theirs[0], source.high * factor)
    return weight * _values(claim, source, mine[0], theirs[0])


def _same_ends(a: Quantity, b: Quantity) -> bool:
    return a.value == b.value and a.high == b.high


def _any_dollar(q: Quantity) -> bool:
    return any(unit == "$" for _, unit, _ in q.alternatives)


def _ranges(claim: Quantity, source: Quantity) -> float:
    if source.high is None or claim.high is None:
        return 0.0
    mine, theirs = _base(1.0, claim.unit, claim.kind)[0], _base(1.0, source.unit, source.kind)[0]
    low, high = claim.value * mine, claim.high * mine
    ends = _near(claim, low, source.value * theirs), _near(claim, high, source.high * theirs)
    return 1.0 if all(ends) else 0.0


def _against_range(claim: Quantity, source: Quantity, value: float, low: float, high: float) -> float:
    """Hold a single number against a range: its ends only bound, unless the two numbers of a score are named."""
    if source.kind == "score":
        return 0.9 if value in (low, high) else 0.0
    if claim.bound in (">", ">="):
        return 0.9 if low >= value * (1 - 1e-9) and _magnitude(low, value) else 0.0
    if claim.bound in ("<", "<="):
        return 0.9 if high <= value * (1 + 1e-9) and _magnitude(high, value) else 0.0
    if claim.approximate and low * 0.98 <= value <= high * 1.02:
        return 0.8
    return 0.0


def _magnitude(a: float, b: float) -> bool:
    """Tell whether two values are of comparable size; a factor of 1e3 or 1e6 is a slip of scale, not a bound."""
    if a == b:
        return True
    if a <= 0 or b <= 0:
        return a * b >= 0
    ratio = max(a, b) / min(a, b)
    return not any(abs(ratio / power - 1) < 1e-6 for power in (1e3, 1e6, 1e9))


def _values(claim: Quantity, source: Quantity, mine: float, theirs: float) -> float:
    if claim.bound:
        return _bounded(claim, source, mine, theirs)
    if not _near(claim, mine, theirs):
        return 0.0
    if source.bound in (">", "<") and not claim.approximate:
        return 0.95
    return 1.0


def _near(claim: Quantity, mine: float, theirs: float) -> bool:
    """Tell whether two values are equal, or equal as far as the claim's last written digit says."""
    apart = abs(mine - theirs)
    if min(abs(mine), abs(theirs)) >= 1e9 and apart >= 1 and claim.step == 1.0:
        return False  # written to the last digit
    if apart <= 1e-9 * max(abs(mine), abs(theirs)):
        return True
    if claim.kind in _EXACT or claim.kind in DATED:
        return False
    largest = max(abs(mine), 1e-300)
    if claim.approximate:
        return apart <= (_BLUR_PRECISE if claim.digits >= 3 else _BLUR) * largest * (1 + 1e-9)
    unit = abs(mine / claim.value) if claim.value else 1.0
    step = claim.step or largest * 0.02  # a fraction in words: "a third" rounds 33 % and 34 %
    if claim.kind == "count" and step == 1.0 and largest >= _ROUND_FROM and apart <= _ROUND_NUMBER * largest:
        step = 10.0 ** _noughts(claim.value)  # "3,500" may say 3,482: the noughts of a large count are seldom counted
    return apart <= 0.5 * step * unit * (1 + 1e-9) and apart <= _ROUNDING * largest * (1 + 1e-9)


def _noughts(value: float) -> int:
    digits = f"{abs(value):.0f}"
    return len(digits) - len(digits.rstrip("0"))


def _bounded(claim: Quantity, source: Quantity, limit: float, value: float) -> float:
    """Hold "more than y" or "less than y" against a value that may itself be a bound."""
    upward = claim.bound in (">", ">=")
    if claim.kind == source.kind == "age" and source.bound and limit != value:
        return 0.0  # "people over 60" are others than "people over 65"
    equal = abs(limit - value) <= 1e-9 * max(abs(limit), abs(value))
    if equal:
        if source.bound:
            return 0.0 if (source.bound[0] == ">") != upward else 1.0
        loose = claim.bound in (">=", "<=") or claim.approximate or source.approximate or claim.kind == "percent"
        return 1.0 if loose else 0.0
    e = max(1e-5 * abs(value), 1.0 if claim.kind == "count" and abs(value) >= 1000 else 0.0)
    stands_for = value + (e if source.bound[:1] == ">" else -e if source.bound[:1] == "<" else 0.0)
    if (stands_for > limit) != upward:
        return 1.0 if claim.approximate and _near(claim, limit, value) else 0.0
    if not _magnitude(limit, value) or limit * value < 0:
        return 0.0
    ratio = max(abs(limit), abs(value)) / max(min(abs(limit), abs(value)), 1e-300)
    if claim.approximate and ratio > _NEARLY:
        return 0.0  # "nearly 6" is no 4
    return 0.9 if ratio <= 1.15 else 0.85 if ratio <= 6 else 0.8


# ---------------------------------------------------------------------------------------------- dates


def _dates(claim: Quantity, source: Quantity) -> float:
    if claim.bound and claim.days and source.days:
        return _date_bound(claim, source)
    if claim.bound and claim.date and source.date:
        return _day_bound(claim, source, claim.date, source.date)
    if claim.kind == "century" or source.kind == "century":
        if claim.kind == source.kind:
            return 1.0 if claim.value == source.value else 0.0
        return 0.8 if claim.kind == "century" and _inside(source, claim) else 0.0
    if claim.date is None or source.date is None:
        return _years(claim, source)
    return _days(claim.date, source.date)


def _date_bound(claim: Quantity, source: Quantity) -> float:
    """Hold "after" or "before" a day against a day, both as intervals."""
    if claim.days is None or source.days is None:
        return 0.0
    first, last = source.days
    if source.bound and source.bound[0] != claim.bound[0] and claim.days == source.days:
        return 0.0  # "in 2028 at the latest" is not "not before 2028"
    if claim.days == source.days or (claim.days[0] <= first and last <= claim.days[1]):
        same = source.bound[:1] == claim.bound[0]
        return 0.9 if same or claim.bound in (">=", "<=") else 0.0
    if claim.bound == source.bound and claim.bound in (">=", "<="):
        return 0.0  # "until 2026" and "until 2028" are two ends
    if claim.bound[0] == ">":
        return 0.85 if first > claim.days[1] and source.bound[:1] != "<" else 0.0
    return 0.85 if last < claim.days[0] and source.bound[:1] != ">" else 0.0


def _day_bound(claim: Quantity, source: Quantity, limit: str, day: str) -> float:
    """Hold "before March 24" against "23 March" where at least one of them has no year: the same is assumed."""
    if len(limit) < 7 or len(day) < 7:
        return 0.0
    mine, theirs = limit[-5:], day[-5:]
    if mine == theirs:
        return 0.9 if source.bound[:1] == claim.bound[0] or claim.bound in (">=", "<=") else 0.0
    return 0.85 if (theirs > mine) == (claim.bound[0] == ">") else 0.0


def _inside(inner: Quantity, outer: Quantity) -> bool:
    if inner.days is None or outer.days is None:
        return False
    return outer.days[0] <= inner.days[0] and inner.days[1] <= outer.days[1]


def _years(claim: Quantity, source: Quantity) -> float:
    """Compare where at least one side is no calendar date: years, spans of years, decades."""
    if claim.kind == "date":
        return 0.0  # a day or a month is more than a year says
    if claim.high is not None:
        if source.high is not None:
            return 1.0 if (claim.value, claim.high) == (source.value, source.high) else 0.0
        if claim.kind == "year" and claim.high == claim.value + 1 and claim.value == source.value:
            return 0.8  # the season 1904-05 began in 1904
        return 0.95 if claim.kind == "decade" and _inside(source, claim) else 0.0
    if source.high is not None:
        return 0.85 if source.kind == "year" and claim.value in (source.value, source.high) else 0.0
    return 1.0 if claim.value == source.value and source.value != 0 else 0.0


def _days(claim: str, source: str) -> float:
    if claim == source:
        return 1.0
    if claim.startswith("--"):
        return 1.0 if source.endswith(claim[1:]) and len(source) == 10 else 0.0
    if source.startswith("--"):
        # The claim adds a year that this mention does not say; the caller may find it elsewhere.
        same_day = claim.endswith(source[1:]) and len(claim) == 10
        return 0.7 if same_day or (len(claim) == 7 and claim[5:] == source[2:4]) else 0.0
    return 0.95 if source.startswith(claim) else 0.0
