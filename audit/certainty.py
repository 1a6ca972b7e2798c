"""How certain a finding is, from how its sentence is cited.

The conditions were measured by reading findings beside their sources (docs/accuracy.md has the shares); the rules on
numbers say for themselves how certain they are at most.
"""

from __future__ import annotations

from audit.thresholds import (
    BALANCED,
    CERTAIN_BESIDE_BETTER,
    CERTAIN_SUPPORT,
    CERTAIN_WORDS,
    LACKING_LOSS,
    LACKING_MOST,
    TELLING_DIGITS,
)
from wellsourced_core.values import frozen, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from wellsourced_core.model import Certainty, StatisticVerdict

_ORDER: tuple[Certainty, ...] = ("proven", "likely", "possible")


@frozen
class Standing:
    """How a sentence is cited.

    ``closing``: one group of markers cites it, at its end, so that the group is about all of it. ``complete``: every
    citation of it leads to a text that could be read. ``support``: of all its sources together, in [0, 1].
    Of a sentence of which its sources have little, ``numbered`` tells whether they have a number of it that tells
    something, ``quoted`` whether they have the words of a quotation of it, ``unnumbered`` whether they lack a number,
    and ``lacking`` how many of its names they lack. ``words`` is how many it has: of few words, as of an entry of a
    list or a lead-in, support means little.
    """

    closing: bool = True
    complete: bool = True
    support: float = 0.0
    numbered: bool = False
    quoted: bool = False
    unnumbered: bool = False
    lacking: int = 0
    words: int = CERTAIN_WORDS

    @property
    def anchored(self) -> bool:
        """Whether the sources have what hardly any other would: a telling number, the words of a quotation."""
        return self.numbered or self.quoted


def carried(support: float, lacking: int, loss: float = LACKING_LOSS) -> float:
    """Return a support as it counts for a verdict: less for each name, two at most, that no source of it has."""
    return support - loss * min(lacking, LACKING_MOST)


def of_citation(standing: Standing, *, better: bool) -> Certainty:
    """Return how certain it is that a citation is misattributed; ``better``: another source fits clearly better.

    What a source says in other words has few words in common with a sentence, but its names and numbers: a low support
    alone is an error only where it is very low.
    """
    if not standing.complete or standing.anchored:
        return "possible"
    below = CERTAIN_BESIDE_BETTER if better else CERTAIN_SUPPORT
    lacking = max(standing.lacking, standing.unnumbered)
    sure = carried(standing.support, lacking) < below and standing.words >= CERTAIN_WORDS
    if standing.closing:
        return "proven" if sure else "likely"
    return "likely" if better and sure else "possible"


def of_names(standing: Standing, unknown: int, *, exchanged: bool) -> Certainty:
    """Return how certain it is that names of a sentence are missing from what is cited, and ought not to be.

    ``unknown``: of so many the source knows no part. ``exchanged``: where the sentence has one, the source has another
    name among the same words. A single name is mostly what the source is about, and does not repeat.
    """
    if not standing.complete:
        return "possible"
    return "likely" if exchanged or (unknown > 1 and standing.closing) else "possible"


def of_number(certainty: Certainty, standing: Standing, *, absent: bool = False) -> Certainty:
    """Return what is left of the certainty of a rule on numbers, in a sentence so cited.

    A cited text that could not be read may have what is missed, and a marker inside a sentence may not be about it.
    Where the source has all else of a sentence, an absent number is mostly written or worked out otherwise.
    """
    if not standing.complete:
        return "possible"
    doubtful = not standing.closing or (absent and standing.support >= BALANCED)
    return "likely" if doubtful and certainty == "proven" else certainty


def within(verdict: StatisticVerdict, cited: int) -> StatisticVerdict:
    """Return a verdict on a number; a number behind the last marker of its sentence is not told to be cited by it."""
    return replace(verdict, certainty="possible") if verdict.quantity.start >= cited else verdict


def of_cell(verdict: StatisticVerdict) -> StatisticVerdict:
    """Return a verdict on a figure of a table's cell: few words tell what it is of; one digit is a small count."""
    small = verdict.verdict == "absent" and sum(map(str.isdigit, verdict.quantity.text)) < TELLING_DIGITS
    return replace(verdict, certainty="possible" if small else max(verdict.certainty, "likely", key=_ORDER.index))


def most(certainties: Iterable[Certainty]) -> Certainty:
    """Return the most certain of some; ValueError for none."""
    return min(certainties, key=_ORDER.index)
