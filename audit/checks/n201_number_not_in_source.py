"""A number in a cited sentence is in none of its sources.

What it does: reads the numbers of the sentence and of its sources as people write them (scales, units, words,
ranges, dates) and reports those that no cited source has. Digits are an error, ranges, places in an order and numbers
in words a warning, a small count in words that a reader may have made a note. What follows from the source's numbers
is accepted; a share, change or span that is worked out wrongly is shown with what they give. "The second-busiest" is
reported if the source has "the third-busiest".

Why it matters: an invented or mistyped number is what readers remember.

Example: `grew by 14 percent [2]` if the source says 12 percent.

Fix: none. The nearest number of the source is shown, or what its numbers give.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check, misnumbered
from wellsourced_core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    yield from misnumbered(case, CHECK, "absent", "derived")


CHECK = Check("N201", "number-not-in-source", Severity.ERROR, find)
