"""No registry knows the work that an entry describes.

What it does: with `--fetch` (and in `wellsourced references`), looks entries of scholarship up by their identifiers and
titles in doi.org, Crossref, OpenAlex, DBLP and arXiv. An error where the identifier is proven not to exist (its own
agency never registered it); a warning where no service knows the title: a real work that is absent looks like an
invented one. Books, standards, pages, software and reports are never accused of being absent.

Why it matters: invented references are the commonest fabrication of language models.

Example: an entry whose DOI doi.org does not know.

Fix: none. Find the work and correct the entry, or remove what it is cited for.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check, observed
from wellsourced_core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    yield from observed(case, CHECK)


CHECK = Check("R410", "reference-not-found", Severity.ERROR, find)
