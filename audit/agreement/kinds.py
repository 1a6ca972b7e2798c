"""Which kinds of numbers may meet, and what two numbers must have in common to be compared at all."""

from __future__ import annotations

from wellsourced_core.model import Quantity
from wellsourced_core.quantities import DATED, FACTORS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from wellsourced_core.model import QuantityKind

    MeasuredKind = QuantityKind | Literal["measure"]  # of any unit that has a base unit
    Meeting = Literal["either way", "one way"]

__all__ = [
    "DATED",
    "Reading",
    "alike",
    "factor",
    "looked_up_as",
    "measured",
    "met_by",
    "reading",
    "readings",
    "same_kind",
]

# The kinds that may meet besides equal ones: a claim's, a source's, and whether it may be the other way round. Others
# never meet: "six" and "sixth", a percentage and a count.
MEETINGS: tuple[tuple[MeasuredKind, MeasuredKind, Meeting], ...] = (
    ("count", "age", "either way"),  # "aged 41", "41 years", "41"
    ("count", "score", "either way"),  # "won by 3 to 1", "3 goals"
    ("temperature", "angle", "either way"),  # bare degrees are of either scale
    ("count", "name", "one way"),  # a capital beside a number makes it seem a name
    ("ordinal", "name", "one way"),
    ("count", "money", "one way"),  # "it cost 26.9 million": the claim leaves the currency out
)
_EITHER_WAY = frozenset(frozenset((one, other)) for one, other, way in MEETINGS if way == "either way")
_MET_BY: dict[MeasuredKind, tuple[MeasuredKind, ...]] = {}
_GROUP: dict[MeasuredKind, MeasuredKind] = {}  # kinds that are looked up together
for _one, _other, _way in MEETINGS:
    _MET_BY[_one] = (*_MET_BY.get(_one, ()), _other)
    if _way == "either way":
        _MET_BY[_other] = (*_MET_BY.get(_other, ()), _one)
    if _other != "money":
        _GROUP.setdefault(_other, _one)

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


def met_by(kind: MeasuredKind) -> tuple[MeasuredKind, ...]:
    """Return the kinds besides its own that a claim's number of a kind may meet in a source."""
    return _MET_BY.get(kind, ())


def looked_up_as(kind: MeasuredKind) -> MeasuredKind:
    """Return the kind under which a kind is looked up: one for all that may meet each other."""
    return _GROUP.get(kind, kind)


def same_kind(a: Quantity, b: Quantity) -> bool:
    """Tell whether two quantities measure alike, so that one could stand in the other's place."""
    if a.kind in DATED or b.kind in DATED:
        return a.kind in DATED and b.kind in DATED
    return alike(reading(a), reading(b))


def alike(a: Reading, b: Reading) -> bool:
    """Tell whether two readings are of one base unit and of one kind, or of two kinds that may meet either way."""
    if a[2] == b[2]:
        return a[1] == b[1]
    return frozenset((a[2], b[2])) in _EITHER_WAY
