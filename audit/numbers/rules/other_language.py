"""Accept a number without shared words where claim and source are in different languages.

Why: the words of another language say nothing about a number's place; opposite directions are still told.
Example: "The bridge is 340 metres long." beside "Die Brücke ist 340 Meter lang."
"""

from __future__ import annotations

from audit.meaning.words import against
from audit.numbers.match import Match, Rule, Verdict
from audit.reading.language import differ


def _judge(match: Match) -> Verdict | None:
    if not (match.out_of_context and differ(match.claim.languages, match.source.languages)):
        return None
    if match.opposites:
        return match.says("direction", against(*match.opposites), match.candidate)
    shown = match.source.shown(match.candidate)
    return match.says("carried", f"the source has {shown}, in another language", match.candidate)


RULE = Rule("other-language", "place", _judge)
