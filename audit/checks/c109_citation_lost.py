"""A fix took the last citation of a sentence away.

What it does: compares the repaired draft with what it was, and reports each sentence that something cited and nothing
cites now. Only the run that made the fix can tell; later ones see C105 and C108.

Why it matters: a fabricated citation is gone, but the sentence that rested on it still stands, and looks clean.

Example: "The ferry carries 410 guests [9]." in a list of two entries: `--fix` takes `[9]` out.

Fix: none. Cite a source that says it, or leave the sentence out.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check
from wellsourced_core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    for sentence in case.texts.uncited_sentences if case.cited_before else ():
        if case.texts.words(sentence) in case.cited_before and not case.texts.states_nothing(sentence):
            yield CHECK.at(case, *case.draft.sentences[sentence], "its only citation was taken out")


CHECK = Check("C109", "citation-lost", Severity.ERROR, find)
