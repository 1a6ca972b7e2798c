"""Accept a date that the source tells from its own day.

Why: a page of 13 February 2025 that says "on Tuesday" says 11 February 2025, and an article read later has to.
Example: "The council passed it on 4 March 2025." beside "The council passed it on Tuesday.", published on 5 March 2025.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import date

from audit.agreement.kinds import DATED
from audit.numbers.context import sentence_words, share
from audit.numbers.match import Match, Rule, Verdict
from audit.numbers.numbered_text import NumberedText
from audit.thresholds import RELATIVE_DATE_SHARE
from wellsourced_core.relative_dates import RelativeDate, relative_dates


def _told(source: NumberedText) -> tuple[tuple[int, int, RelativeDate], ...]:
    """Return what the source tells from its own day: sentence, where that begins, and the day, month or year it is."""
    day: date | None = None
    with suppress(ValueError):
        day = date.fromisoformat(source.published)
    if day is None:
        return ()
    return tuple(
        (at, start, one)
        for at, (start, end) in enumerate(source.sentences)
        if end <= source.proper
        for one in relative_dates(source.text[start:end], day)
        if one.iso
    )


def _judge(match: Match) -> Verdict | None:
    q, source = match.number, match.source
    said = q.date or (f"{q.value:.0f}" if q.kind == "year" and q.high is None else "")
    if not source.published or q.kind not in DATED or not said:
        return None
    bound = _word_before(match.claim.text, q.start) if q.bound else ""
    told = source.made.get(_told)
    if told is None:
        told = source.made[_told] = _told(source)
    words = sentence_words(match.claim, match.index)
    for at, start, one in told:
        # "Since 5 October 2026" is "since last Monday", and no "by last Monday".
        if bound and bound not in (one.text.split()[0].lower(), _word_before(source.text, start + one.start)):
            continue
        if one.iso == said and share(words, source.sentence_stems[at], source) >= RELATIVE_DATE_SHARE:
            why = f'the source says "{one.text}" and is dated {source.published}'
            return match.says("carried", why, source.span(start + one.start, start + one.end))
    return None


def _word_before(text: str, at: int) -> str:
    return " ".join(text[max(0, at - 24) : at].split()[-1:]).lower()


RULE = Rule("relative-date", "always", _judge)
