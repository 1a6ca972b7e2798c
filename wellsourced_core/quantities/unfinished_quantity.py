"""A quantity under construction: each reader fills in its part."""

from __future__ import annotations

from wellsourced_core.quantities.numerals import Number
from wellsourced_core.values import mutable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import Bound, QuantityKind

DATED: frozenset[QuantityKind] = frozenset(("year", "date", "decade", "century"))


@mutable
class Mention:
    """A quantity while it is being read: the tokens it takes, and what is known of it."""

    first: int
    last: int  # one past
    value: float
    unit: str
    kind: QuantityKind
    high: float | None = None
    bound: Bound = ""
    approximate: bool = False
    digits: int = 0
    step: float = 0.0
    iso: str | None = None
    days: tuple[int, int] | None = None
    alternatives: tuple[tuple[float, str, QuantityKind], ...] = ()
    plain: bool = False
    bare: bool = False  # no unit of its own: may borrow one from the other end of a range
    number: Number | None = None
