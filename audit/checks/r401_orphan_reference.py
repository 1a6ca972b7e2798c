"""No marker cites an entry of the list.

What it does: reports entries that no marker would cite after every fix, safe and unsafe, is applied. An entry that only
misattributed markers cite gives a note: these are reported themselves. A list that no marker uses at all is R407 and
never pruned.

Why it matters: it is a common fault of machine drafts; a padded list lends weight that the text does not have.

Example: a list of five entries, of which the text cites 1, 2 and 4.

Fix: prune. Safe if nothing cites the entry after the safe fixes, unsafe if a misattributed marker does. None if a
bracket that is no marker has the entry's number, in a comment, in code within a line or in the name of an image too, or
if the number lies between two that a bracket makes a range (`[1, …, 5]`).
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check, safe, unsafe
from audit.editing.marker_rewriting import remove_entry
from wellsourced_core.model import Finding, Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import Certainty


def find(case: Case) -> Iterator[Finding]:
    draft = case.draft
    if not case.citations.orphans:
        return
    from audit.parsing.protected_entries import protected_labels

    kept = protected_labels(draft, {draft.references[index].label for index in case.citations.orphans})
    for index in case.citations.orphans:
        entry = draft.references[index]
        # A line that holds several labels goes as a whole, with its first one, or stays.
        together = case.references.entries_at[entry.start]
        whole = all(i in case.citations.orphans for i in together) and index == together[0]
        fix = None
        meant = any(draft.references[i].label in kept for i in together)
        if draft.certain and whole and not meant and not case.references.positional:
            edit = remove_entry(draft.text, entry)
            fix = unsafe(edit) if any(i in case.citations.cited for i in together) else safe(edit)
        name = f"entry {entry.label}" if entry.label is not None else "this entry"
        cited = index in case.citations.cited  # what is wrong is told of its markers
        message = f"{name} is cited only by misattributed markers" if cited else f"nothing cites {name}"
        if entry.label in kept:
            message += ", but a bracket that is no marker has its number"
        certainty: Certainty = "possible" if cited else "proven"
        yield CHECK.at(case, entry.start, entry.end, message, fix, certainty=certainty)


CHECK = Check("R401", "orphan-reference", Severity.WARNING, find)
