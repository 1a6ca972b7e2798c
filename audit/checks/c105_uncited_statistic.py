"""A statistic is in a paragraph that cites nothing.

What it does: reports amounts, percentages and large counts in paragraphs without any marker, in drafts that cite
elsewhere.

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

_TELLING = ("percent", "points", "money")
_ENDS = ".!?。！？"


def find(case: Case) -> Iterator[Finding]:
    if not case.draft.markers:
        return
    for sentence in case.texts.uncited_sentences:
        start, end = case.draft.sentences[sentence]
        if case.draft.text[end - 1] not in _ENDS:
            continue  # a table's cell, a heading, a key word of a list: no sentence
        for quantity in quantities(case.draft.prose[start:end]):
            if tells(quantity):
                at = start + quantity.start
                yield CHECK.at(case, at, start + quantity.end, f"{quantity.text} has no citation")
                break


def tells(quantity: Quantity) -> bool:
    """Tell a figure that a reader would want to check from a small count or a year."""
    return quantity.kind in _TELLING or (quantity.kind == "count" and abs(quantity.value) >= UNCITED_LEAST_COUNT)


CHECK = Check("C105", "uncited-statistic", Severity.WARNING, find)
