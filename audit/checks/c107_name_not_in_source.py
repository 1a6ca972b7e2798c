"""A name in the sentence is in none of its sources.

What it does: reports capitalised names in a cited sentence that no cited source has in its text, title, address or
list entry; acronyms, compounds and other forms count as the name. It warns of a name in whose place the source has
another, and, where the sentence's only marker ends it, of two names or more of which the source knows no part, one of
them no initials ("IFN"); any other name gives a note: a source seldom repeats what it is about.

Why it matters: the right event with the wrong person, place or company is a classic slip.

Example: `said Mayor Lind [2]` where the source only names Mayor Haugen.

Fix: none.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.certainty import of_names
from audit.checks import Check
from audit.facts import Backed
from audit.reading.missing_names import initials, unknown_names, whole_names
from audit.reading.prepared_texts import ClaimText, read_claim_again
from audit.reading.rival_names import exchanged_name
from audit.thresholds import ADDRESS_NAME_LETTERS
from wellsourced_core.model import Finding, Severity, Span
from wellsourced_core.quantities.number_words import MONTHS
from wellsourced_core.text import words


def find(case: Case) -> Iterator[Finding]:
    misspoken = {backed.sentence for backed, _, one in case.facts.quotations if one.verdict == "misattributed"}
    for backed in case.facts.backed:
        if backed.sentence in misspoken:
            continue  # Q303 tells who spoke
        read = read_claim_again(case.texts.claim(backed.sentence))
        missing = _missing(case, backed, read.text)
        exchanged = _exchanged(case, backed, missing, read)
        if not missing and exchanged is None:
            continue
        first = missing[0].text if missing else words(exchanged[0].text).surfaces[0] if exchanged else ""
        names = whole_names(missing, read.text) or ((exchanged[0].text,) if exchanged else ())
        beside = f' (it has "{exchanged[1]}" there)' if exchanged and names == (exchanged[0].text,) else ""
        certainty = of_names(backed.standing, unknown_names(missing, read), exchanged=exchanged is not None)
        start, end = case.texts.locate(backed.sentence, first)
        message = f"{', '.join(names)}: not in the source{beside}"
        yield CHECK.at(case, start, end, message, None, None, case.sources[backed.sources[0]].id, certainty)


def _missing(case: Case, backed: Backed, claim: str) -> list[Span]:
    """Return the words of names that all sources of a sentence lack, and that nothing beside them has."""
    if not all(backed.missing_names):
        return []
    spelled = initials(claim)
    missing = [
        {span.text: span for span in names if not _named_beside(case, span, spelled, source)}
        for source, names in zip(backed.sources, backed.missing_names, strict=True)
    ]
    return [span for name, span in missing[0].items() if all(name in other for other in missing[1:])]


def _exchanged(case: Case, backed: Backed, missing: list[Span], claim: ClaimText) -> tuple[Span, str] | None:
    """Return a name in whose place a source has another, and that one."""
    found = exchanged_name(missing, claim, [case.texts.source(source) for source in backed.sources])
    if found is None or any(_named_beside(case, found[0], {}, source) for source in backed.sources):
        return None
    return found


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
