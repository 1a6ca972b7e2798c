"""Accept a span of years whose beginning and end the source tells in two sentences.

Why: a history says when something began and, a sentence or two later, when "it" ended. Each of the two sentences has a
word of the claim's, the later one at least an "it".
Example: "The tunnel was dug from 1904 to 1911." beside "Work on the tunnel began in 1904. It was completed in 1911."
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from audit.agreement.kinds import DATED
from audit.meaning.words import lowered_words
from audit.numbers.candidates import find_candidates
from audit.numbers.context import clause_of
from audit.numbers.match import Match, Rule, Verdict
from audit.numbers.numbered_text import NumberedText
from audit.thresholds import CARRIED_FROM, END_SENTENCES, OTHERWISE_AFFINITY
from wellsourced_core.lexicon import words
from wellsourced_core.values import replace

_IT = words("subjects named before")  # what began a sentence or more before
_BEGUN, _ENDED = words("beginnings in time"), words("ends in time")


def _judge(match: Match) -> Verdict | None:
    both = _from_to(match)
    if both is None:
        return None
    source, (first, last) = match.source, both
    span = source.span(source.mentions[first].start, source.mentions[last].end)
    return match.says("carried", f"the source says it differently: {source.shown(first)}", span)


def _from_to(match: Match) -> tuple[int, int] | None:
    q, source, context = match.number, match.source, match.context
    if q.kind not in DATED or q.high is None:
        return None
    low, high = (replace(q, value=end, high=None, days=None) for end in (q.value, q.high or q.value))
    numbers, at = source.mentions, source.mention_sentence
    words = context.context.sentence
    begun, ended = (
        [
            i
            for i, v in find_candidates(one, source, words).strengths.items()
            if v >= CARRIED_FROM and _says(source, i, verbs)
        ]
        for one, verbs in ((low, _BEGUN), (high, _ENDED))
    )
    for i in begun:
        last = source.numbers_in(min(at[i] + END_SENTENCES, at[-1])).stop
        for j in ended[bisect_right(ended, i) : bisect_left(ended, last)]:
            near = at[j] > at[i] and numbers[j].end <= source.proper
            told = near and _names(match, at[i]) and (_names(match, at[j]) or _says(source, j, _IT))
            if told and max(context.affinity(i), context.affinity(j)) >= OTHERWISE_AFFINITY:
                return i, j
    return None


def _names(match: Match, sentence: int) -> bool:
    """Tell whether a sentence of the source, or its title, has a word of the claim's sentence."""
    source = match.source
    return not match.context.context.sentence.isdisjoint(source.sentence_stems[sentence] | source.head)


def _says(source: NumberedText, i: int, words: frozenset[str]) -> bool:
    return not words.isdisjoint(lowered_words(clause_of(source, i)))


RULE = Rule("begun-and-ended", "no candidate", _judge)
