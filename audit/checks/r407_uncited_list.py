"""No marker in the text uses this list.

What it does: reports a list of references, once, that nothing in the text cites. A list without addresses is left alone
where the text cites by links, which no such list can answer, and one each of whose works is named by author and year.

Why it matters: a list at the end is no evidence for any sentence; readers cannot tell which source supports what.

Example: an answer without markers above a list of ten links.

Fix: none. An uncited list is never pruned: it may be the only sourcing there is.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check
from audit.parsing.mentions import names_entry
from wellsourced_core.model import Draft, Finding, Reference, Severity


def find(case: Case) -> Iterator[Finding]:
    named = [marker for marker in case.draft.unread if marker.shape == "author-year"]
    by_links = any(ref.label is None for marker in case.draft.markers for ref in marker.refs)
    for entries in _runs(case.draft):
        told = by_links and not any(entry.urls for entry in entries)
        if not told and not all(any(names_entry(one, [entry]) for one in named) for entry in entries):
            yield CHECK.at(case, entries[0].start, entries[0].end, "no marker in the text cites this list")


def _runs(draft: Draft) -> Iterator[list[Reference]]:
    """Yield the lists that nothing cites: entries that follow one another, until a label stands a second time."""
    run: list[Reference] = []
    last = -2
    for index in sorted(draft.uncited):
        entry = draft.references[index]
        if run and (index != last + 1 or entry.label == run[-1].label is not None):
            yield run
            run = []
        run.append(entry)
        last = index
    if run:
        yield run


CHECK = Check("R407", "uncited-list", Severity.WARNING, find)
