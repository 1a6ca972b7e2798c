"""A number of a claim as it is looked for, and what is found: how it follows, and from which numbers."""

from __future__ import annotations

from audit.numbers.derivations import Result
from audit.numbers.match import Match
from audit.numbers.operands import Operands
from wellsourced_core.model import Quantity
from wellsourced_core.values import frozen

Worked = tuple[Result, Operands]


@frozen
class Asked:
    """A number of a claim as it is looked for, and the words of its sentence besides."""

    match: Match
    q: Quantity
    words: str


def of_one(number: Quantity, i: int) -> Operands:
    """Return a single number of a source, and which of its numbers it is, as what something follows from."""
    return Operands(number, number, at=(i,))
