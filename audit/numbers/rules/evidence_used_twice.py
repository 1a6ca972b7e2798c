"""Object to a number whose evidence is what stands in the source in another number's place.

Why: of two numbers that the claim exchanges, the second agrees with what should be the first. A number of the source
cannot stand for two numbers of one sentence.
Example: "Lorn has 29 crews and Skell 71." beside "Lorn has 71 crews and Skell 29."
"""

from __future__ import annotations

from audit.numbers.match import ClaimMatch, ClaimRule, Objection, Objections


def _judge(whole: ClaimMatch) -> Objections:
    if all(v.verdict != "other-fact" for v in whole.verdicts):
        return {}
    sentence_of = dict(zip(whole.claim.mentions, whole.claim.mention_sentence, strict=True))
    taken = {
        (sentence_of[v.quantity], v.evidence): v.quantity.text
        for v in whole.verdicts
        if v.verdict == "other-fact" and v.evidence is not None
    }
    return {
        i: Objection("other-fact", f'"{taken[at]}" stands in the place of {v.quantity.text}')
        for i, v in enumerate(whole.verdicts)
        if v.verdict == "carried" and (at := (sentence_of[v.quantity], v.evidence)) in taken
    }


RULE = ClaimRule("evidence-used-twice", _judge)
