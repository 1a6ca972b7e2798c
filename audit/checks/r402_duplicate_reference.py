"""Two entries of the list are the same source.

What it does: compares the entries' canonical addresses (tracking parameters, mobile hosts and DOI forms count as
one); entries without an address are compared by their text.

Why it matters: one source under two numbers looks like two witnesses.

Example: `[2] https://www.example.org/a?utm_source=x` and `[5] http://example.org/a`.

Fix: safe. Markers of the later entry get the earlier one's label; the later entry is removed. None if a bracket that
is no marker has the later entry's number, or if each of the two has a source text of its own: a passage of the page,
which its markers cite by its number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from audit.case import Case
from audit.checks import Check, safe
from audit.editing.marker_rewriting import RELABELLED, relabel, remove_entry, thin
from audit.parsing.dialects import WORDED
from wellsourced_core.model import Edit, Finding, Label, Severity
from wellsourced_core.values import field, frozen


def find(case: Case) -> Iterator[Finding]:
    draft = case.draft
    if not case.references.duplicates:
        return
    from audit.parsing.protected_entries import protected_labels

    uses = _uses(case)
    meant = protected_labels(draft, {draft.references[index].label for index in case.references.duplicates})
    for index, first in case.references.duplicates.items():
        entry, kept = draft.references[index], draft.references[first]
        name = f"entry {entry.label}" if entry.label is not None else "this entry"
        other = f"entry {kept.label}" if kept.label is not None else f"the entry in line {kept.line}"
        edits = _merge(case, uses, index, first)
        of, to = (case.references.source_of_reference[at] for at in (index, first))
        free = draft.certain and not case.references.positional and entry.label not in meant and of in (None, to)
        fix = safe(*edits) if edits and free else None
        yield CHECK.at(case, entry.start, entry.end, f"{name} is the same source as {other}", fix)


@frozen
class _Uses:
    """Which markers cite a reference; and where in a group a source (all its repetitions as one) is cited first."""

    groups: dict[int, tuple[int, ...]]  # the markers of each group
    markers: dict[int, list[int]] = field(default_factory=dict)
    cited: set[tuple[int, int]] = field(default_factory=set)
    earliest: dict[tuple[int, int], int] = field(default_factory=dict)


def _uses(case: Case) -> _Uses:
    uses = _Uses({case.draft.markers[members[0]].group: members for members in case.references.groups})
    for citation in case.citations:
        if citation.reference is None:
            continue
        group = case.draft.markers[citation.marker].group
        at = uses.markers.setdefault(citation.reference, [])
        if not at or at[-1] != citation.marker:
            at.append(citation.marker)
        uses.cited.add((group, citation.reference))
        uses.earliest.setdefault(
            (group, case.references.duplicates.get(citation.reference, citation.reference)), citation.marker
        )
    return uses


def _merge(case: Case, uses: _Uses, index: int, first: int) -> tuple[Edit, ...]:
    """Return the edits that move all markers to the first entry and remove the other; () if one cannot move."""
    draft = case.draft
    old, new = draft.references[index].label, draft.references[first].label
    if len(case.references.entries_at[draft.references[index].start]) > 1:
        return ()
    citing = uses.markers.get(index, []) if old is not None else []  # by address both entries are cited alike
    shapes = {draft.markers[at].shape for at in citing}
    if (citing and new is None) or WORDED in shapes or not shapes <= {*RELABELLED, "footnote"}:
        return ()
    edits: list[Edit] = []
    leaving: dict[int, list[int]] = {}
    for at in citing:
        group = draft.markers[at].group
        if (group, first) in uses.cited or uses.earliest[group, first] < at:
            leaving.setdefault(group, []).append(at)
        else:
            edits.append(relabel(draft.markers[at], lambda label: new if label == old else label))
    for group, markers in leaving.items():
        edits += _leave(case, uses.groups[group], set(markers), old)
    return (*edits, remove_entry(draft.text, draft.references[index]))


def _leave(case: Case, members: Sequence[int], leaving: set[int], label: Label) -> Iterator[Edit]:
    """Take a label out of markers whose group cites the same source besides."""
    group = [case.draft.markers[i] for i in members]
    drop = {
        at: {i for i, ref in enumerate(group[at].refs) if ref.label == label}
        for at, index in enumerate(members)
        if index in leaving
    }
    yield from thin(case.draft.text, group, drop).values()


CHECK = Check("R402", "duplicate-reference", Severity.WARNING, find)
