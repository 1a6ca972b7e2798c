"""A word of the claim has its opposite in its place in the source's sentence.

Why: "opened" beside "closed" among the same words is another statement. In sentences that are nearly the same, the
opposite may also stand elsewhere in the same clause.
Example: "The mill stands north of the weir." beside "The mill stands south of the weir."
"""

from __future__ import annotations

from audit.meaning.opposites import antonym
from audit.meaning.sentence_pair import Rule, SentencePair
from audit.meaning.words import against


def _judge(pair: SentencePair) -> str | None:
    found = antonym(pair.claim, pair.source, loose=pair.overlap >= pair.limits.denied)
    return against(*found) if found else None


RULE = Rule("opposite-word", "reversed", _judge)
