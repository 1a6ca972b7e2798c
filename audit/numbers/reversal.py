"""Tell whether what surrounds two equal numbers says the opposite: a rise beside a fall, a birth beside a death."""

from __future__ import annotations

from audit.agreement.kinds import DATED
from audit.assertions.opposites import antonym, may_oppose
from audit.numbers.changes import trend
from audit.numbers.places import clause_of
from audit.numbers.reading import Numbers


def number_reversed(claim: Numbers, at: int, source: Numbers, there: int) -> tuple[str, str] | None:
    """Return the opposite words around two numbers, claim's first, unless a bound has decided already."""
    q, other = claim.mentions[at], source.mentions[there]
    if q.bound or other.bound:
        return None
    mine_span, their_span = claim.mention_sentence[at], source.mention_sentence[there]
    mine, my_word = trend(claim.text, q, claim.sentences[mine_span])
    theirs, their_word = trend(source.text, other, source.sentences[their_span]) if mine else (0, "")
    if mine * theirs < 0:
        return my_word, their_word
    if q.kind in DATED and _measures(claim, mine_span):
        return None  # it says when: what is said then is judged by the sentence's other numbers
    sentences = claim.sentence_span(mine_span).text, source.sentence_span(their_span).text
    if not may_oppose(*sentences):
        return None
    return antonym(*sentences) or antonym(clause_of(claim, at), clause_of(source, there))


def _measures(text: Numbers, sentence: int) -> bool:
    """Tell whether a sentence has a number that is no date."""
    return any(text.mentions[i].kind not in DATED for i in text.numbers_in(sentence))
