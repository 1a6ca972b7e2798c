"""How far one number carries another: value, unit and kind agree, with rounding, bounds and partial dates."""

from __future__ import annotations

from audit.agreement import dates
from audit.agreement.kinds import DATED, alike, factor, met_by, reading, readings
from audit.thresholds import (
    ABOUT_PRECISE_SHARE,
    ABOUT_SHARE,
    AROUND_RANGE_HIGH,
    AROUND_RANGE_LOW,
    BEYOND_BOUND,
    BEYOND_COUNT_FROM,
    BOUND_FAR_TIMES,
    BOUND_NEAR_TIMES,
    CARRIED_FROM,
    CURRENCY_LEFT_OUT_FROM,
    FLOAT_ROUNDING,
    FRACTION_STEP,
    MOST_ROUNDED,
    NEARLY_TIMES,
    OLDEST_AGE,
    PRECISE_DIGITS,
    ROUND_COUNT_SHARE,
    ROUND_COUNTS_FROM,
    SLIP_POWERS,
    SLIP_ROUNDING,
    WRITTEN_OUT_FROM,
)
from wellsourced_core.model import Quantity
from wellsourced_core.thresholds import LARGEST_VALUE

_EXACT = frozenset(("ordinal", "time", "score"))


def strength(claim: Quantity, source: Quantity) -> float:
    """Return how far the source's number carries the claim's, in [0, 1]; below CARRIED_FROM it does not.

    Rounding goes to the claim's last written digit and at most 5 %; years, dates, ordinals and strict bounds
    never round. "Over x" stands for a little more than x, "under x" for a little less. What is beyond all values
    is carried by the same text only.
    """
    if max(abs(claim.value), abs(source.value), claim.high or 0.0, source.high or 0.0) >= LARGEST_VALUE:
        return float(claim.text == source.text)
    if claim.kind in DATED or source.kind in DATED:
        own = dates.strength(claim, source) if claim.kind in DATED and source.kind in DATED else 0.0
    else:
        own = _own_readings(claim, source)
    return max(own, _other_readings(claim, source))


def agrees(claim: Quantity, source: Quantity) -> bool:
    """Tell whether the source's number carries the claim's."""
    return strength(claim, source) >= CARRIED_FROM


def _other_readings(claim: Quantity, source: Quantity) -> float:
    best = 0.0
    if (claim.alternatives or source.alternatives) and claim.high is None and source.high is None:
        for mine in readings(claim):
            for theirs in readings(source):
                if mine[2] != "date" and theirs[2] != "date" and alike(mine, theirs):
                    best = max(best, 0.95 * _values(claim, source, mine[0], theirs[0]))
    return best


def _own_readings(claim: Quantity, source: Quantity) -> float:
    mine, theirs = reading(claim), reading(source)
    if mine[2] == theirs[2] == "money" and mine[1] != theirs[1] and _any_dollar(claim) and _any_dollar(source):
        theirs = (theirs[0], mine[1], "money")
    if source.kind == "name":
        return 0.9 if "name" in met_by(claim.kind) and claim.value == source.value and not claim.high else 0.0
    if (
        source.kind == "money"
        and "money" in met_by(claim.kind)
        and abs(claim.value) >= CURRENCY_LEFT_OUT_FROM
        and _same_ends(claim, source)
    ):
        return 0.8  # "it cost 26.9 million": the claim leaves the currency to the context
    ages = (mine[2] == "age") + (theirs[2] == "age")
    if ages == 1 and (claim.bound or source.bound) and claim.value != source.value:
        return 0.0  # "people over 60" says nothing of 68 countries
    if not alike(mine, theirs) or (ages == 1 and max(mine[0], theirs[0]) > OLDEST_AGE):
        return 0.0
    weight = 1.0 if mine[2] == theirs[2] else 0.9
    if claim.high is not None:
        return weight * _ranges(claim, source)
    if source.high is not None:
        return weight * _against_range(claim, source, mine[0], theirs[0], source.high * factor(source))
    return weight * _values(claim, source, mine[0], theirs[0])


def _same_ends(a: Quantity, b: Quantity) -> bool:
    return a.value == b.value and a.high == b.high


def _any_dollar(q: Quantity) -> bool:
    return any(unit == "$" for _, unit, _ in q.alternatives)


def _ranges(claim: Quantity, source: Quantity) -> float:
    if source.high is None or claim.high is None:
        return 0.0
    mine, theirs = factor(claim), factor(source)
    low, high = claim.value * mine, claim.high * mine
    ends = _near(claim, low, source.value * theirs), _near(claim, high, source.high * theirs)
    return 1.0 if all(ends) else 0.0


def _against_range(claim: Quantity, source: Quantity, value: float, low: float, high: float) -> float:
    """Hold a single number against a range: its ends only bound, unless the two numbers of a score are named."""
    if source.kind == "score":
        return 0.9 if value in (low, high) else 0.0
    if claim.bound in (">", ">="):
        return 0.9 if low >= value * (1 - FLOAT_ROUNDING) and same_magnitude(low, value) else 0.0
    if claim.bound in ("<", "<="):
        return 0.9 if high <= value * (1 + FLOAT_ROUNDING) and same_magnitude(high, value) else 0.0
    if claim.approximate and low * AROUND_RANGE_LOW <= value <= high * AROUND_RANGE_HIGH:
        return 0.8
    return 0.0


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
    if min(abs(mine), abs(theirs)) >= WRITTEN_OUT_FROM and apart >= 1 and claim.step == 1.0:
        return False  # written to the last digit
    if apart <= FLOAT_ROUNDING * max(abs(mine), abs(theirs)):
        return True
    return apart <= rounding(claim, mine)


def rounding(claim: Quantity, value: float) -> float:
    """Return how far from a claim's value its last written digit lets another lie, in base units; 0 where exact."""
    if claim.kind in _EXACT or claim.kind in DATED:
        return 0.0
    largest = max(abs(value), 1e-300)
    if claim.approximate:
        return (ABOUT_PRECISE_SHARE if claim.digits >= PRECISE_DIGITS else ABOUT_SHARE) * largest * (1 + FLOAT_ROUNDING)
    unit = abs(value / claim.value) if claim.value else 1.0
    step = claim.step or largest * FRACTION_STEP  # a fraction in words: "a third" rounds 33 % and 34 %
    apart = min(0.5 * step * unit, MOST_ROUNDED * largest) * (1 + FLOAT_ROUNDING)
    if claim.kind == "count" and step == 1.0 and largest >= ROUND_COUNTS_FROM:
        # "3,500" may say 3,482: the noughts of a large count are seldom counted
        round_number = 0.5 * 10.0 ** _noughts(claim.value) * unit * (1 + FLOAT_ROUNDING)
        apart = max(apart, min(ROUND_COUNT_SHARE * largest, round_number))
    return apart


def _noughts(value: float) -> int:
    digits = f"{abs(value):.0f}"
    return len(digits) - len(digits.rstrip("0"))


def _bounded(claim: Quantity, source: Quantity, limit: float, value: float) -> float:
    """Hold "more than y" or "less than y" against a value that may itself be a bound."""
    upward = claim.bound in (">", ">=")
    if claim.kind == source.kind == "age" and source.bound and limit != value:
        return 0.0  # "people over 60" are others than "people over 65"
    equal = abs(limit - value) <= FLOAT_ROUNDING * max(abs(limit), abs(value))
    if equal:
        if source.bound:
            return 0.0 if (source.bound[0] == ">") != upward else 1.0
        loose = claim.bound in (">=", "<=") or claim.approximate or source.approximate or claim.kind == "percent"
        return 1.0 if loose else 0.0
    if claim.bound == source.bound == "<=":
        return 0.0  # "up to 50" and "up to 40" are two ends
    e = max(BEYOND_BOUND * abs(value), 1.0 if claim.kind == "count" and abs(value) >= BEYOND_COUNT_FROM else 0.0)
    stands_for = value + (e if source.bound[:1] == ">" else -e if source.bound[:1] == "<" else 0.0)
    if (stands_for > limit) != upward:
        return 1.0 if claim.approximate and _near(claim, limit, value) else 0.0
    if not same_magnitude(limit, value) or limit * value < 0:
        return 0.0
    ratio = max(abs(limit), abs(value)) / max(min(abs(limit), abs(value)), 1e-300)
    if claim.approximate and ratio > NEARLY_TIMES:
        return 0.0  # "nearly 6" is no 4
    return 0.9 if ratio <= BOUND_NEAR_TIMES else 0.85 if ratio <= BOUND_FAR_TIMES else 0.8


def bounds_opposed(q: Quantity, other: Quantity) -> bool:
    """Tell whether two equal numbers are bounded from opposite sides: "over 50" and "under 50"."""
    return bool(q.bound and other.bound) and (q.bound[0] != other.bound[0])


def same_magnitude(a: float, b: float) -> bool:
    """Tell whether two values are of comparable size; a factor of 1e3 or 1e6 is a slip of scale, not a bound."""
    if a == b:
        return True
    if a <= 0 or b <= 0:
        return a * b >= 0
    ratio = max(a, b) / min(a, b)
    return not any(abs(ratio / power - 1) < SLIP_ROUNDING for power in SLIP_POWERS)
