"""Find a number that a source says in other words: an end of a range as the least, a time by how it began and ended."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from audit.agreement.kinds import DATED
from audit.agreement.matching import strength
from audit.assertions.words import lowered_words
from audit.numbers.carriers import carriers
from audit.numbers.fitting import Sought
from audit.numbers.places import clause_of
from audit.numbers.reading import Numbers
from audit.thresholds import CARRIED_FROM, END_SENTENCES, MOST_NEAR_VALUE, OTHERWISE_AFFINITY
from wellsourced_core.lexicon import words
from wellsourced_core.model import Quantity
from wellsourced_core.values import replace

_LEAST, _GREATEST = words("least"), words("greatest")
_EITHER = words("best and worst")  # the best rate may be the lowest
_IT = words("subjects named before")  # what began a sentence or more before
_BEGUN, _ENDED = words("beginnings in time"), words("ends in time")


def said_otherwise(claim: Numbers, index: int, sought: Sought) -> tuple[int, int] | None:
    """Return the first and the last number of the source that say number ``index`` of a claim; None where none do."""
    q, source = claim.mentions[index], sought.source
    if q.kind in DATED:
        return _from_to(q, sought) if q.high is not None else None
    if q.high is not None:
        return None
    return _end_of_range(clause_of(claim, index), q, source, sought)


def _end_of_range(clause: str, q: Quantity, source: Numbers, sought: Sought) -> tuple[int, int] | None:
    """Return the range of which a claim's number is said to be the least or the greatest: "1.9 to 4.6".

    The best of prices is neither: the best hotel is not known to be the dearest or the cheapest.
    """
    words = frozenset(lowered_words(clause))
    least, greatest, either = (not words.isdisjoint(side) for side in (_LEAST, _GREATEST, _EITHER))
    either = either and q.kind != "money"
    if not (least or greatest or either) or (least and greatest):
        return None
    near = source.lookup.near(q, MOST_NEAR_VALUE)
    for i in range(min(MOST_NEAR_VALUE, len(source.mentions))) if near is None else near:
        other = source.mentions[i]
        if other.high is None or other.kind in DATED or other.end > source.proper:
            continue
        ends = [other.value] * (least or either) + [other.high] * (greatest or either)
        says = any(strength(q, replace(other, value=end, high=None)) >= CARRIED_FROM for end in ends)
        if says and sought.a(i) >= OTHERWISE_AFFINITY:
            return i, i
    return None


def _from_to(q: Quantity, sought: Sought) -> tuple[int, int] | None:
    """Return a beginning and the end that a later sentence tells: "began in 1871. ... It was completed in 1878".

    Each sentence has a word of the claim's, the later one at least an "it".
    """
    source = sought.source
    low, high = (replace(q, value=end, high=None, days=None) for end in (q.value, q.high or q.value))
    numbers, at = source.mentions, source.mention_sentence
    words = sought.place.sentence
    begun, ended = (
        [i for i, v in carriers(one, source, words).strengths.items() if v >= CARRIED_FROM and _says(source, i, verbs)]
        for one, verbs in ((low, _BEGUN), (high, _ENDED))
    )
    for i in begun:
        last = source.numbers_in(min(at[i] + END_SENTENCES, at[-1])).stop
        for j in ended[bisect_right(ended, i) : bisect_left(ended, last)]:
            near = at[j] > at[i] and numbers[j].end <= source.proper
            told = near and _names(sought, at[i]) and (_names(sought, at[j]) or _says(source, j, _IT))
            if told and max(sought.a(i), sought.a(j)) >= OTHERWISE_AFFINITY:
                return i, j
    return None


def _names(sought: Sought, sentence: int) -> bool:
    """Tell whether a sentence of the source, or its title, has a word of the claim's sentence."""
    source = sought.source
    return not sought.place.sentence.isdisjoint(source.sentence_stems[sentence] | source.head)


def _says(source: Numbers, i: int, words: frozenset[str]) -> bool:
    return not words.isdisjoint(lowered_words(clause_of(source, i)))
