"""Sentence and source say what cannot both be.

What it does: looks for contradictions in cited sentences without a number (N204 looks at those with one): a negation
on one side only, opposites, for and against; and, in near copies, a word in the place of another that excludes it
("red" and "green", "Tuesday" and "Thursday"), another name, or another denied word. A near copy is a warning; so is a
sentence that denies the very words of a sentence of the source that denies nothing, or three words and more that
those nearest to it all have. Else it is a note: natural text is denied in other words.

Why it matters: nearly every word of the sentence is in the source, yet it says something else.

Example: "smoking is allowed on the terrace" if the source says that it is not.

Fix: none. Both sentences are shown.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.certainty import of_number
from audit.checks import Check, overclaimed
from wellsourced_core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    told = set()
    for finding in overclaimed(case, CHECK):
        told.add(finding.start)
        yield finding
    for backed in case.facts.backed:
        start, end = case.draft.sentences[backed.sentence]
        if start in told or backed.sentence in case.facts.counted:
            continue
        if found := case.facts.contradiction(backed):
            source, against = found
            certainty = of_number(against.certainty, backed.standing)
            yield CHECK.at(case, start, end, against.why, None, against.evidence, case.sources[source].id, certainty)


CHECK = Check("M604", "contradicted-statement", Severity.WARNING, find)
