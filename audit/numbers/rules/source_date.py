"""Accept a date that says when the source said it.

Why: a page gives its day at its head, not in its text.
Example: "The mayor warned in June 2025 that ..." of a source that was published on 15 June 2025.
"""

from __future__ import annotations

from audit.numbers.match import Match, Rule, Verdict
from audit.reading.speakers import SPEECH_VERBS
from audit.thresholds import DATED_SPEECH_CHARACTERS, DATED_SPEECH_WORDS, REPORTER_CHARACTERS


def _judge(match: Match) -> Verdict | None:
    q, source = match.number, match.source
    day = q.date or (f"{q.value:.0f}" if q.kind == "year" and q.high is None else "")
    if not day or q.bound or not source.published.startswith(day):
        return None
    before = match.claim.text[max(0, q.start - DATED_SPEECH_CHARACTERS) : q.start].split()[-DATED_SPEECH_WORDS:]
    if not match.claim.text[: q.start].removeprefix("On ").strip():  # "On 5 March 2025, the Ledger reported: ..."
        behind = match.claim.text[q.end : q.end + REPORTER_CHARACTERS].split()[:DATED_SPEECH_WORDS]
        before = [*(word.strip(",:").lower() for word in behind), "on"]
    told = before[-1:] in (["in"], ["on"], ["im"], ["am"]) and not SPEECH_VERBS.isdisjoint(map(str.lower, before))
    return match.says("carried", f"the source is dated {source.published}") if told else None


RULE = Rule("source-date", "no candidate", _judge)
