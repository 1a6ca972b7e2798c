"""A name in the sentence is in none of its sources.

What it does: reports capitalised names in a cited sentence that no cited source has in its text, title, address or
list entry; acronyms, compounds and other forms count as the name. It warns of a name in whose place the source has
another, and, where the sentence's only marker ends it, of two names or more of which the source knows no part; any
other name gives a note: a source seldom repeats what it is about.

Why it matters: the right event with the wrong person, place or company is a classic slip.

Example: `said Mayor Lind [2]` where the source only names Mayor Haugen.

Fix: none.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.certainty import of_names
from audit.checks import Check
from audit.reading.missing_names import initials, is_exchanged, unknown_names, whole_names
from audit.reading.prepared_texts import read_claim_again
from audit.reading.rival_names import rival_name
from audit.thresholds import ADDRESS_NAME_LETTERS
from wellsourced_core.model import Finding, Severity, Span
from wellsourced_core.quantities.number_words import MONTHS


def find(case: Case) -> Iterator[Finding]:
    for backed in case.facts.backed:
        if not all(backed.missing_names):
            continue
        spelled = initials(case.texts.claim(backed.sentence))
        missing = [
            {span.text: span for span in names if not _named_beside(case, span, spelled, source)}
            for source, names in zip(backed.sources, backed.missing_names, strict=True)
        ]
        everywhere = [name for name in missing[0] if all(name in other for other in missing[1:])]
        if everywhere:
            source = case.sources[backed.sources[0]].id
            claim = case.texts.claim(backed.sentence)
            words = [missing[0][name] for name in everywhere]
            exchanged = any(is_exchanged(n, claim, case.sources[s].text) for n in everywhere for s in backed.sources)
            read = read_claim_again(claim)
            exchanged = exchanged or any(rival_name(words, read, case.texts.source(s)) for s in backed.sources)
            unknown = unknown_names(words, read)
            certainty = of_names(backed.standing, unknown, exchanged=exchanged)
            start, end = case.texts.locate(backed.sentence, everywhere[0])
            message = f"{', '.join(whole_names(words, claim))}: not in the source"
            yield CHECK.at(case, start, end, message, None, None, source, certainty)


def _named_beside(case: Case, name: Span, spelled: dict[tuple[int, int], str], source: int) -> bool:
    """Tell whether the draft's own entry or the address names it, or it is the month of the source."""
    low = name.text.lower().removesuffix("'s").removesuffix("’s")
    entry = case.references.entries_of(source)
    short = next((one for (start, end), one in spelled.items() if start <= name.start < end), "")
    if short and short in entry.replace(",", " ").split():
        return True  # "World Health Organization" beside "WHO, Guidelines"
    day = case.sources[source].published
    if day is not None and MONTHS.get(low) == day.month:
        return True
    return len(low) >= ADDRESS_NAME_LETTERS and low in f"{entry} {case.sources[source].url}".lower()


CHECK = Check("C107", "name-not-in-source", Severity.WARNING, find)
