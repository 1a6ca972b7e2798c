"""A work exists, and the entry describes it wrongly.

What it does: with `--fetch` (and in `wellsourced references`), compares each entry of scholarship with the records of
its work. An error where the identifier is that of another work, or where title or authors differ; a warning where only
year or venue do. Initials, accents, the order of a name's parts, subtitles, long and short names of venues, and the
years of preprint and publication are no differences. A list shortened with "et al." is none either; authors left out
without it are. A difference counts only if no service records the work as the entry has it.

Why it matters: a real title with other authors, or another work's DOI, is how invented references pass.

Example: an entry that gives a paper to two authors who did not write it.

Fix: none here; `wellsourced references --fix` proposes the record's values in .bib and CSL-JSON files.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check, observed
from wellsourced_core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    yield from observed(case, CHECK)


CHECK = Check("R411", "reference-mismatch", Severity.ERROR, find)
