"""Settle a date by the entry of a timeline that it heads, or object where another entry has the claim's words.

Why: "1962: The last barge leaves." is the place of 1962, and of no other year.
Example: "The canal closed in 1962." beside "1958: The locks fail.\\n1962: The canal closes."
"""

from __future__ import annotations

from audit.agreement.kinds import DATED
from audit.numbers.context import sentence_words, share
from audit.numbers.match import SETTLED, Match, Rule, Settled, Verdict
from audit.numbers.numbered_text import NumberedText
from audit.thresholds import ENTRY_CHARACTERS, ENTRY_SHARE_MORE, MOST_RUN_NUMBERS


def heads_entry(source: NumberedText, i: int) -> bool:
    """Tell whether a date heads an entry: "1962: The last barge leaves the canal."."""
    q, start = source.mentions[i], source.sentences[source.mention_sentence[i]][0]
    heads = q.kind in DATED and q.start - start <= ENTRY_CHARACTERS
    return heads and source.text[q.end : q.end + 2].lstrip(" ")[:1] == ":"


def _judge(match: Match) -> Verdict | Settled | None:
    source, best = match.source, match.candidate
    if match.number.kind not in DATED or not heads_entry(source, best):
        return None
    words, at = sentence_words(match.claim, match.index), source.mention_sentence
    near = range(max(0, best - MOST_RUN_NUMBERS), min(len(source.mentions), best + MOST_RUN_NUMBERS))
    shares = {i: share(words, source.sentence_stems[at[i]], source) for i in near if heads_entry(source, i)}
    first = max(shares, key=lambda i: (shares[i], i == best))
    if first == best:
        return SETTLED
    if shares[first] - shares[best] <= ENTRY_SHARE_MORE:
        return None
    return match.says("other-fact", f"the source has {source.shown(first)} for this entry", first)


RULE = Rule("timeline-entry", "place", _judge)
