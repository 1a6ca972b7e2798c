"""Object to a rise or fall since a year that a run of years and values contradicts.

Why: a run has no verb, only its values say which way they went.
Example: "Thefts have fallen since 2019." beside "19 in 2019, 22 in 2020, 31 in 2024"
"""

from __future__ import annotations

from audit.meaning.direction import direction_said
from audit.numbers.match import Match, Rule, Verdict
from audit.numbers.rules.yearly_series import run


def _judge(match: Match) -> Verdict | None:
    q, source, claim = match.number, match.source, match.claim
    if q.kind != "year" or q.bound != ">=" or q.high is not None:
        return None
    said = direction_said(claim.sentence_span(claim.mention_sentence[match.index]).text)
    pairs = run(source, match.candidate)
    values = {source.mentions[year].value: source.mentions[value].value for value, year in pairs.items()}
    if not said or q.value not in values or max(values) == q.value:
        return None
    if said * (values[max(values)] - values[q.value]) >= 0:
        return None
    why = f"the source has {values[q.value]:g}, then {values[max(values)]:g}"
    return match.says("direction", why, match.candidate)


RULE = Rule("yearly-change", "words", _judge)
