"""Sentence and source point in opposite directions.

What it does: looks for contradictions in every cited sentence that has a number (M604 looks at the others): rose or
fell, before or after, allowed or not allowed, for or against, what was then and what is now. A negation is a warning
where the sentence denies the very words that a sentence of the source says without any denial, or three words and
more that those nearest to it all have, or the source denies a near copy; else it is a note: natural text is denied in
other words.

Why it matters: every word of the sentence is in the source, yet it says the opposite.

Example: "sales rose by 4 %" if the source says that they fell by 4 %.

Fix: none. Both passages are shown.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit import statistics
from audit.case import Case
from audit.certainty import of_number
from audit.checks import Check, on_number
from wellsourced_core.model import Finding, Severity, StatisticVerdict


def find(case: Case) -> Iterator[Finding]:
    turned: dict[int, dict[str, tuple[int, StatisticVerdict]]] = {}
    for cited, source, verdict in case.facts.statistics:
        if verdict.verdict == "direction":
            # What turns a sentence round turns all its numbers: it is told once, at the first.
            turned.setdefault(cited.sentence, {}).setdefault(verdict.why, (source, verdict))
    for backed in case.facts.backed:
        if backed.sentence not in case.facts.counted or case.facts.is_repeated(backed):
            continue  # M604 looks at those without a number
        told = turned.get(backed.sentence, {})
        claim = case.texts.claim(backed.sentence)
        against = [(s, statistics.direction_mismatch(claim, case.numbers[s])) for s in backed.sources]
        apart = not told and all(one is not None for _, one in against)
        for source, whole in against:
            if whole is not None and (apart or whole.why in told):
                start, end = case.draft.sentences[backed.sentence]
                certainty = of_number(whole.certainty, backed.standing)
                yield CHECK.at(case, start, end, whole.why, None, whole.evidence, case.sources[source].id, certainty)
                told.pop(whole.why, None)
                break
        for source, verdict in told.values():
            yield on_number(case, CHECK, backed, source, verdict)


CHECK = Check("N204", "direction-or-negation-mismatch", Severity.WARNING, find)
