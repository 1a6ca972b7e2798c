"""How certain a finding is, from how its sentence is cited.

The conditions were measured by reading findings beside their sources (docs/accuracy.md has the shares); the rules on
numbers say for themselves how certain they are at most.
"""

from __future__ import annotations

from audit.thresholds import BALANCED, CERTAIN_SUPPORT, NAMED_ELSEWHERE_SUPPORT
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from wellsourced_core.model import Certainty

_ORDER: tuple[Certainty, ...] = ("proven", "likely", "possible")


@frozen
class Standing:
    """How a sentence is cited.

    ``closing``: one group of markers cites it, at its end, so that the group is about all of it. ``complete``: every
    citation of it leads to a text that could be read. ``support``: of all its sources together, in [0, 1].
    """

    closing: bool = True
    complete: bool = True
    support: float = 0.0


def of_citation(standing: Standing, *, better: bool) -> Certainty:
    """Return how certain it is that a citation is misattributed; ``better``: another source fits clearly better."""
    if not standing.complete:
        return "possible"
    if standing.closing:
        return "proven" if standing.support < CERTAIN_SUPPORT else "likely"
    return "likely" if better and standing.support < CERTAIN_SUPPORT else "possible"


def of_names(standing: Standing, names: int, *, exchanged: bool) -> Certainty:
    """Return how certain it is that so many names of a sentence are missing from what is cited, and ought not to be.

    ``exchanged``: where the sentence has one of them, the source has another name among the same words.
    """
    if not standing.complete:
        return "possible"
    return "likely" if exchanged or names > 1 or standing.support < NAMED_ELSEWHERE_SUPPORT else "possible"


def of_number(certainty: Certainty, standing: Standing, *, absent: bool = False) -> Certainty:
    """Return what is left of the certainty of a rule on numbers, in a sentence so cited.

    A cited text that could not be read may have what is missed. Where the source has all else of a sentence, an absent
    number is mostly written or worked out otherwise.
    """
    if not standing.complete:
        return "possible"
    return "likely" if absent and certainty == "proven" and standing.support >= BALANCED else certainty


def most(certainties: Iterable[Certainty]) -> Certainty:
    """Return the most certain of some; ValueError for none."""
    return min(certainties, key=_ORDER.index)
