"""Two entries of the list are one source.

What it does: compares the entries' canonical addresses (tracking parameters, mobile hosts and DOI forms count as
one); entries without an address are compared by their text.

Why it matters: one source cited under two numbers looks like two witnesses.

Example: `[2] https://www.example.org/a?utm_source=x` and `[5] http://example.org/a`.

Fix: safe. Markers of the later entry get the earlier one's label, the later entry goes.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check, safe
from audit.rewriting import relabel, remove_entry, without
from wellsourced.core.model import Edit, Finding, Label, Severity

_RELABELLED = ("bracket", "full-width", "escaped", "superscript", "sup", "footnote", "glued", "named")


def find(case: Case) -> Iterator[Finding]:
    draft = case.draft
    for index, first in case.duplicates.items():
        entry, kept = draft.references[index], draft.references[first]
        name = f"entry {entry.label}" if entry.label is not None else "this entry"
        other = f"entry {kept.label}" if kept.label is not None else f"the entry in line {kept.line}"
        edits = _merge(case, index, first)
        fix = safe(*edits) if draft.certain and edits and not case.positional else None
        yield CHECK.at(case, entry.start, entry.end, f"{name} is the same source as {other}", fix)


def _merge(case: Case, index: int, first: int) -> tuple[Edit, ...]:
    """Return the edits that move all markers to the first entry and remove the other; () if one cannot move."""
    draft = case.draft
    old, new = draft.references[index].label, draft.references[first].label
    if len(case.entries_at[draft.references[index].start]) > 1:
        return ()
    edits: list[Edit] = []
    for at, marker in enumerate(draft.markers):
        if not any(c.reference == index for c in case.citations_of.get(at, ())):
            continue
        if old is None:
            continue  # joined by address: both entries have the same one
        if new is None or marker.shape not in _RELABELLED:
            return ()
        if _stands_beside(case, at, new):
            edits.append(without(draft.text, marker, {i for i, ref in enumerate(marker.refs) if ref.label == old}))
        else:
            edits.append(relabel(marker, lambda label: new if label == old else label))
    return (*edits, remove_entry(draft.text, draft.references[index]))


def _stands_beside(case: Case, at: int, label: Label) -> bool:
    """Tell whether another marker of the same group already cites a label."""
    marker = case.draft.markers[at]
    group = case.groups[marker.group]
    return any(ref.label == label for i in group if i != at for ref in case.draft.markers[i].refs) or any(
        ref.label == label for ref in marker.refs
    )


CHECK = Check("R402", "duplicate-reference", Severity.WARNING, find)
