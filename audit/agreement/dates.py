"""How far one date carries another: days, months, years, decades and centuries, whole or in part."""

from __future__ import annotations

from datetime import date

from audit.thresholds import YEARLESS
from wellsourced_core.model import Quantity
from wellsourced_core.values import replace


def strength(claim: Quantity, source: Quantity) -> float:
    """Return how far the source's date carries the claim's, in [0, 1], whichever of the two in 03/05 is the day."""
    return max(_strength(c, s) for c in _either_order(claim) for s in _either_order(source))


def _either_order(q: Quantity) -> tuple[Quantity, ...]:
    """Return a date, and the one that 03/05/2024 says where the day comes first."""
    if not q.alternatives or q.kind != "date":
        return (q,)
    turned = (iso for _, iso, kind in q.alternatives if kind == "date")
    return (q, *(replace(q, date=iso, days=(_day(iso), _day(iso))) for iso in turned))


def _day(iso: str) -> int:
    return date.fromisoformat(iso).toordinal()


def _strength(claim: Quantity, source: Quantity) -> float:
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
        return YEARLESS if same_day or (len(claim) == 7 and claim[5:] == source[2:4]) else 0.0
    return 0.95 if source.startswith(claim) else 0.0
