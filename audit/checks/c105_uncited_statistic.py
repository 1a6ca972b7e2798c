"""A statistic is in a sentence that cites nothing.

What it does: reports amounts, percentages and large counts in sentences without any marker, in drafts that cite
elsewhere. The only group of markers of a paragraph, at its end, is about all of it. In a paragraph that cites something
else it is a note: the sentence may go on from the one before.

Why it matters: a number without a source is the first thing a reader asks about.

Example: "Sales fell by 31 percent." in a paragraph of its own without a marker.

Fix: none. Cite the source, or leave the number out.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check
from audit.thresholds import UNCITED_LEAST_COUNT
from wellsourced_core.model import Finding, Quantity, Severity
from wellsourced_core.quantities import quantities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import Certainty

_TELLING = ("percent", "points", "money")
_ENDS = ".!?。！？"


def find(case: Case) -> Iterator[Finding]:
    if not case.draft.markers:
        return
    for sentence, alone in case.texts.uncited_sentences.items():
        start, end = case.draft.sentences[sentence]
        if case.draft.text[end - 1] not in _ENDS:
            continue  # a table's cell, a heading, a key word of a list: no sentence
        for quantity in quantities(case.draft.prose[start:end]):
            if tells(quantity):
                at = start + quantity.start
                message, certainty = f"{quantity.text} has no citation", certainty_of(alone)
                yield CHECK.at(case, at, start + quantity.end, message, certainty=certainty)
                break


def certainty_of(alone: bool) -> Certainty:
    """Return how certain it is that a sentence wants a citation of its own; ``alone``: its paragraph cites nothing."""
    return "likely" if alone else "possible"


def tells(quantity: Quantity) -> bool:
    """Tell a figure that a reader would want to check from a small count or a year."""
    return quantity.kind in _TELLING or (quantity.kind == "count" and abs(quantity.value) >= UNCITED_LEAST_COUNT)


CHECK = Check("C105", "uncited-statistic", Severity.WARNING, find)
