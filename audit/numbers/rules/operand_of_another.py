"""Accept a number, told of another in the source, from which and from that other a third of the claim follows.

Why: a claim that says what a thing cost and by how much that is more than planned has the words of both figures.
Example: "It cost 23 million, 3 million more than planned." beside "It cost 23 million. 20 million were planned."
"""

from __future__ import annotations

from audit.numbers.match import ClaimMatch, ClaimRule, Objection, Objections


def _judge(whole: ClaimMatch) -> Objections:
    worked_out = [one.evidence for one in whole.verdicts if one.verdict == "derived" and one.evidence is not None]
    found: dict[int, Objection] = {}
    for i, (match, one) in enumerate(zip(whole.matches, whole.verdicts, strict=False)):
        if not worked_out or one.verdict != "other-fact" or one.evidence is None or match.candidate < 0:
            continue
        own, other = whole.source.mentions[match.candidate], one.evidence
        if any(max(own.end, other.end) <= of.end and of.start <= min(own.start, other.start) for of in worked_out):
            found[i] = Objection("carried", f"the source has {whole.source.shown(match.candidate)}", "likely")
    return found


RULE = ClaimRule("operand-of-another", _judge)
