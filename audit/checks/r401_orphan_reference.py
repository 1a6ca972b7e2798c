"""An entry of the list is cited by no marker.

What it does: reports entries that no marker would cite once every fix, safe and unsafe, were made. A list that no
marker uses at all is R407 and never pruned.

Why it matters: the everyday fault of machine drafts; a padded list lends weight that the text does not have.

Example: a list of five of which the text cites 1, 2 and 4.

Fix: prune. Safe where nothing cites the entry once the safe fixes are made, unsafe where a misattributed marker
does.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check, safe, unsafe
from audit.editing.rewriting import remove_entry
from wellsourced.core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    draft = case.draft
    for index in case.orphans:
        entry = draft.references[index]
        # A line that holds several labels goes as a whole, with its first one, or stays.
        together = case.entries_at[entry.start]
        whole = all(i in case.orphans for i in together) and index == together[0]
        fix = None
        if draft.certain and whole and not case.positional:
            edit = remove_entry(draft.text, entry)
            fix = unsafe(edit) if any(i in case.cited for i in together) else safe(edit)
        name = f"entry {entry.label}" if entry.label is not None else "this entry"
        message = f"{name} is cited only by misattributed markers" if index in case.cited else f"nothing cites {name}"
        yield CHECK.at(case, entry.start, entry.end, message, fix)


CHECK = Check("R401", "orphan-reference", Severity.WARNING, find)
