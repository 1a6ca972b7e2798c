"""Object to all numbers of a claim that has a sentence which the source's nearest one contradicts.

Why: a number in a negated or reversed sentence is not said by the source. A negation only in the source refuses no
number. How two sentences contradict is the business of audit.meaning.rules.
Example: "The ferry never carried 60 guests." beside "The ferry carried 60 guests."
"""

from __future__ import annotations

from audit.numbers.match import ClaimMatch, ClaimRule, Objection, Objections
from audit.numbers.nearest_sentence import sentence_mismatch


def _judge(whole: ClaimMatch) -> Objections:
    against = sentence_mismatch(whole.claim, whole.source, whole.limits, whole.left_out)
    if against is None or against.kind == "denied":
        return {}
    return whole.withdraw(Objection("direction", against.why, against.certainty))


RULE = ClaimRule("contradicted", _judge)
