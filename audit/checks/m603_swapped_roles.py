"""The sentence has who does what to whom the other way round.

What it does: reads who stands on each side of a verb ("bought", "sued", "beat", active or passive), of a comparison
("more than") or of a place ("ahead of", "north of") and reports where claim and source have the two sides exchanged; so
too lists that are paired with others by "respectively", two clauses with each other's subjects, and what the source's
sentence says of another name.

Why it matters: the words are the same, so that no overlap of words can tell.

Example: "Nordlast bought Kerr Maritime [4]" if the source says that Kerr Maritime bought Nordlast.

Fix: none. Both sentences are shown.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check, overclaimed
from wellsourced_core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    yield from overclaimed(case, CHECK)


CHECK = Check("M603", "swapped-roles", Severity.WARNING, find)
