"""A quotation was changed.

What it does: reports a quotation if most of its words are in the source in order, but not all: a word is replaced,
dropped or added. However similar it is, an altered quotation never passes.

Why it matters: "will" for "won't" is one word.

Example: “we will build it” if the source has “we won't build it”.

Fix: none. The nearest passage is shown.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check, misquoted
from wellsourced_core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    yield from misquoted(case, CHECK, "altered")


CHECK = Check("Q302", "altered-quote", Severity.ERROR, find)
