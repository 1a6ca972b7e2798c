"""A quotation is in none of the cited sources.

What it does: looks for the words of the quotation in order. An ellipsis is a gap, brackets are inserted words, and
typographic variants are equal.

Why it matters: a quotation is a claim about somebody's very words.

Example: “It was never built,” with a source that has no such words.

Fix: none.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check, misquoted
from wellsourced_core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    yield from misquoted(case, CHECK, "not-found")


CHECK = Check("Q301", "quote-not-found", Severity.ERROR, find)
