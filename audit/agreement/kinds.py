"""What two numbers must have in common to be held against each other: the kind and unit that they measure in."""

from __future__ import annotations

from wellsourced_core.model import Quantity
from wellsourced_core.quantities import FACTORS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from wellsourced_core.model import QuantityKind

    MeasuredKind = QuantityKind | Literal["measure"]  # of any unit that has a base unit

DATED: frozenset[QuantityKind] = frozenset(("year", "date", "decade", "century"))
# Of these kinds besides its own a number may be carried; the alternatives of either side aside.
_ALIKE: dict[MeasuredKind, tuple[MeasuredKind, ...]] = {
    "count": ("count", "age", "score", "money"), "age": ("age", "count"), "score": ("score", "count"),
    "angle": ("angle", "temperature"), "temperature": ("temperature", "angle"),  # bare degrees are of either scale
}  # fmt: skip

Reading = tuple[float, str, "MeasuredKind"]  # value in the base unit, base unit, kind


def readings(q: Quantity) -> tuple[Reading, ...]:
    """Return a quantity's own reading and its alternatives, each in base units (minutes in seconds, km in m)."""
    return tuple(_base(*r) for r in ((q.value, q.unit, q.kind), *q.alternatives))


def reading(q: Quantity) -> Reading:
    """Return a quantity's own reading alone."""
    return _base(q.value, q.unit, q.kind)


def _base(value: float, unit: str, kind: QuantityKind) -> Reading:
    if kind == "age":
        return value, "age", "age"
    if unit in FACTORS:
        base, by = FACTORS[unit]
        return value * by, base, "points" if kind == "points" else "measure"
    return value, unit, "date" if kind in DATED else kind


def factor(q: Quantity) -> float:
    """Return what one of a quantity's unit is in base units."""
    return _base(1.0, q.unit, q.kind)[0]


def measured(q: Quantity) -> MeasuredKind:
    """Return the kind of a quantity in base units: what it is compared by."""
    return reading(q)[2]


def comparable(kind: MeasuredKind) -> tuple[MeasuredKind, ...]:
    """Return the kinds of numbers that may carry one of this kind, or stand in its place."""
    return (*_ALIKE.get(kind, (kind,)), *(("name",) if kind in ("count", "ordinal") else ()))


def same_kind(a: Quantity, b: Quantity) -> bool:
    """Tell whether two quantities measure alike, so that one could stand in the other's place."""
    if a.kind in DATED or b.kind in DATED:
        return a.kind in DATED and b.kind in DATED
    return alike(reading(a), reading(b))


def alike(a: Reading, b: Reading) -> bool:
    """Tell whether two readings are of one base unit and of one kind, or of two kinds that may be one."""
    if a[2] == b[2]:
        return a[1] == b[1]
    pair = {a[2], b[2]}
    return pair <= {"age", "count"} or pair <= {"score", "count"} or pair == {"angle", "temperature"}
