"""A quotation is in a sentence that cites nothing.

What it does: reports quotations in sentences without any marker, in drafts that cite elsewhere. The only group of
markers of a paragraph, at its end, is about all of it. In a paragraph that cites something else it is a note: the
sentence may go on from the one before.

Why it matters: nobody can check who said it, and whether it was said.

Example: The harbour master said: "We have never seen such a tide before." in a paragraph of its own without a marker.

Fix: none. Cite the source, or leave the quotation out.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.case import Case
from audit.checks import Check
from audit.checks.c105_uncited_statistic import certainty_of
from audit.quotes import quotes
from wellsourced_core.model import Finding, Severity


def find(case: Case) -> Iterator[Finding]:
    if not case.draft.markers:
        return
    for sentence, alone in case.texts.uncited_sentences.items():
        claim = case.texts.claim(sentence)
        for quoted in [one for one in quotes(claim) if claim[one.quote.end : one.quote.end + 2].strip()][:1]:
            start, end = case.texts.locate(sentence, quoted.quote.text)
            yield CHECK.at(case, start, end, "the quotation has no citation", certainty=certainty_of(alone))


CHECK = Check("C108", "uncited-quotation", Severity.WARNING, find)
