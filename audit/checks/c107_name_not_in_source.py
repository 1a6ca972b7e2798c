"""A name in the sentence is in none of its sources.

What it does: reports capitalised names in a cited sentence that no cited source has in its text, title, address or
list entry; acronyms, compounds and other forms count as the name.

Why it matters: the right event with the wrong person, place or company is a classic slip.

Example: `said Mayor Lind [2]` where the source only names Mayor Haugen.

Fix: none.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check
from audit.support import missing_names
from audit.thresholds import ADDRESS_NAME_LETTERS
from audit.wording.names import initials
from audit.wording.reading import read_claim_again
from wellsourced_core.model import Finding, Severity, Span
from wellsourced_core.quantities.number_words import MONTHS


def find(case: Case) -> Iterator[Finding]:
    for backed in case.lacking:
        claim = read_claim_again(backed.text)
        spelled = initials(claim.text)
        missing = [
            {
                span.text: span
                for span in missing_names(claim, case.text_of(s))
                if not _named_beside(case, span, spelled, s)
            }
            for s in backed.sources
        ]
        everywhere = [name for name in missing[0] if all(name in other for other in missing[1:])]
        if everywhere:
            start, end = case.locate(backed.sentence, everywhere[0])
            names = ", ".join(everywhere)
            yield CHECK.at(
                case, start, end, f"{names}: not in the source", None, None, case.sources[backed.sources[0]].id
            )


def _named_beside(case: Case, name: Span, spelled: dict[tuple[int, int], str], source: int) -> bool:
    """Tell whether the draft's own entry or the address names it, or it is the month of the source."""
    low = name.text.lower().removesuffix("'s").removesuffix("’s")
    entry = case.entries_of(source)
    short = next((one for (start, end), one in spelled.items() if start <= name.start < end), "")
    if short and short in entry.replace(",", " ").split():
        return True  # "World Health Organization" beside "WHO, Guidelines"
    day = case.sources[source].published
    if day is not None and MONTHS.get(low) == day.month:
        return True
    return len(low) >= ADDRESS_NAME_LETTERS and low in f"{entry} {case.sources[source].url}".lower()


CHECK = Check("C107", "name-not-in-source", Severity.WARNING, find)
