"""The numbering has gaps, or does not follow the order of first use.

What it does: notes, once per list, that the cited numbers do not run 1, 2, 3 ... in order of first use.

Why it matters: readers and style guides expect this order, and a gap may mean a lost entry.

Example: a text that cites `[2]` before `[1]`, or a list of 1, 2 and 5.

Fix: `--renumber`; the policy `publish` always renumbers. Numbers stay if a source is tied to its entry by number
alone, or as long as a marker is out of bounds. Footnotes are numbered by whatever shows them.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check
from wellsourced_core.model import Draft, Finding, Reference, Severity


def find(case: Case) -> Iterator[Finding]:
    if case.draft.collided or case.draft.truncated:
        return  # that fault comes first: numbers mean nothing before it is mended
    for scope in case.draft.scopes:
        listed = [i for i in scope.references if _shows_number(case.draft, case.draft.references[i])]
        if not listed or any(len(case.references.entries_at[case.draft.references[i].start]) > 1 for i in listed):
            continue  # lines that hold several labels are numbered by where they were used
        used = case.references.first_use(scope)
        if not used:
            continue
        numbers = list(dict.fromkeys(case.draft.references[i].label for i in listed))
        wanted = list(range(1, len(numbers) + 1))
        entry = case.draft.references[listed[0]]
        if sorted(numbers, key=str) != sorted(wanted, key=str):
            problem = "the numbers of the list have gaps (--renumber closes them)"
        elif numbers != wanted:
            problem = "the list is not in order (--renumber sorts it)"
        elif [n for n in used if n in numbers] != sorted(n for n in used if n in numbers):
            problem = "the numbers do not follow the order of first use (--renumber corrects them)"
        else:
            continue
        yield CHECK.at(case, entry.start, entry.end, problem)


def _shows_number(draft: Draft, entry: Reference) -> bool:
    """Tell whether readers see an entry's number; footnotes are numbered anew wherever they are shown."""
    return isinstance(entry.label, int) and not draft.text.startswith("[^", entry.start)


CHECK = Check("R403", "reference-numbering", Severity.NOTE, find)
