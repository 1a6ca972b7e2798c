"""A name of the sentence stands in none of its sources.

What it does: reports capitalised names of a cited sentence that no cited source has in its text, title or address;
acronyms, compounds and other forms count as the name.

Why it matters: the right event with the wrong person, place or company is a classic slip.

Example: `said Mayor Lind [2]` where the source only names Mayor Haugen.

Fix: none.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check
from audit.support import missing_names, read_claim
from wellsourced.core.model import Claim, Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    for backed in case.backed:
        claim = read_claim(Claim(backed.text))
        missing = [{span.text: span for span in missing_names(claim, case.text_of(s))} for s in backed.sources]
        everywhere = [name for name in missing[0] if all(name in other for other in missing[1:])]
        if everywhere:
            start, end = case.locate(backed.sentence, everywhere[0])
            names = ", ".join(everywhere)
            yield CHECK.at(
                case, start, end, f"{names}: not in the source", None, None, case.sources[backed.sources[0]].id
            )


CHECK = Check("C107", "name-not-in-source", Severity.WARNING, find)
