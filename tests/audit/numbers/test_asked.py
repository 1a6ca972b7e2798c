"""A number as it is looked for, and what it follows from."""

from __future__ import annotations

from audit.numbers.asked import of_one
from wellsourced_core.quantities import quantities


def test_a_single_number_is_its_own_passage() -> None:
    (number,) = quantities("The tower has 57 rooms.")
    found = of_one(number, 3)
    assert (found.at, found.start, found.end, found.is_far) == ((3,), number.start, number.end, False)
