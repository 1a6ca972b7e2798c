"""Find the numbers that two sources give for the same measure, period and unit with different values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from audit.agreement.kinds import DATED, same_kind
from audit.agreement.strength import strength
from audit.numbers.context import sentence_words, share, stems_within
from audit.numbers.numbered_text import NumberedText
from audit.thresholds import (
    CARRIED_FROM,
    EXACT_DIGITS,
    FEWEST_OF_COUNTS,
    FEWEST_SHARED_WORDS,
    FLOAT_ROUNDING,
    LIKE_MEASURE_SHARE,
    LIKE_SENTENCE_SHARE,
    MOST_MEASURES,
    NEARLY_ALIKE,
    NUMBER_NEAR_CHARACTERS,
    SAME_MEASURE_SHARE,
    SAME_SENTENCE_SHARE,
)
from wellsourced_core.lexicon import either
from wellsourced_core.model import Quantity, Span
from wellsourced_core.patterns import compiled
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import ConflictKind

_UNMEASURED = DATED | {"ordinal", "name", "time", "score", "label"}
_NONE = frozenset[float]()
# Of what stands around a number and of its sentence, by whether that says a year: else nothing is nearly alike.
_LEAST_SHARES = (
    (SAME_MEASURE_SHARE, SAME_SENTENCE_SHARE),
    (min(SAME_MEASURE_SHARE, LIKE_MEASURE_SHARE), min(SAME_SENTENCE_SHARE, LIKE_SENTENCE_SHARE)),
)


@frozen
class Disagreement:
    """Two numbers for what seems to be one measure. ``kind`` is conflict, or spread where one is an estimate.

    ``first`` points into the first source, ``second`` into the second.
    """

    kind: ConflictKind
    first: Span
    second: Span
    why: str


@frozen
class Surroundings:
    """A source's numbers with the stems around each: made once, for any number of comparisons."""

    numbers: NumberedText
    around: dict[int, frozenset[str]]
    holders: dict[str, list[int]]
    years: dict[int, frozenset[float]]  # of each sentence that has any
    at: dict[Span, list[int]]  # the numbers at a stretch that was asked for: it is, for one source after the other
    leading: dict[int, tuple[tuple[str, ...], tuple[str, ...]]]  # what leading_stems returned

    def overlapping(self, within: Span) -> list[int]:
        """Return the numbers that share a character with a stretch."""
        if within not in self.at:
            read = self.numbers.mentions
            self.at[within] = [i for i in self.around if read[i].start < within.end and within.start < read[i].end]
        return self.at[within]

    def leading_stems(self, i: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the stems around a number, and of its sentence, of which another that measures the same has one.

        They are those that weigh most: all the others together weigh less than the least share asked for.
        """
        if i not in self.leading:
            at = self.numbers.mention_sentence[i]
            measure, sentence = _LEAST_SHARES[at in self.years]
            mine, whole = self.around[i], self.numbers.sentence_stems[at]
            self.leading[i] = _heaviest(mine, measure, self.numbers), _heaviest(whole, sentence, self.numbers)
        return self.leading[i]


def _heaviest(stems: frozenset[str], share_asked: float, text: NumberedText) -> tuple[str, ...]:
    """Return as many stems, the heaviest first, as leave less than a share of all their weight to the others."""
    known, most = text.weights, text.weights[""]
    ordered = sorted([(-known.get(stem, most), stem) for stem in stems])
    total = left = -sum([weight for weight, _ in ordered])
    for count, (weight, _) in enumerate(ordered):
        if left < total * (share_asked - FLOAT_ROUNDING):
            return tuple([stem for _, stem in ordered[:count]])
        left += weight
    return tuple([stem for _, stem in ordered])


def surroundings(numbers: NumberedText) -> Surroundings:
    """Read what stands around each number that may be a measure."""
    measures = enumerate(numbers.mentions[:MOST_MEASURES])
    around = {i: _around(numbers, i) for i, q in measures if _is_measure(q)}
    holders: dict[str, list[int]] = {}
    for i, stems in around.items():
        for stem in sorted(stems):
            holders.setdefault(stem, []).append(i)
    years: dict[int, set[float]] = {}
    for at, q in zip(numbers.mention_sentence, numbers.mentions, strict=True):
        if q.kind in DATED and q.value:
            years.setdefault(at, set()).add(q.value)
    return Surroundings(numbers, around, holders, {at: frozenset(said) for at, said in years.items()}, {}, {})


# "Six pounds more": what a price rose by, none itself.
_BY_SO_MUCH = compiled(rf" (?:{either('more of something', 'comparatives that point up', language='en')})\b")
# "Costs 95 now", "at present": with the price of another day it disagrees about nothing.
_OF_ITS_DAY = compiled(rf"\b(?:{either('words of the present', language='en', gap=' ')})\b", re.IGNORECASE)


def _is_measure(q: Quantity) -> bool:
    """Tell whether a number may be that of a measure: "one after months" is a word for somebody."""
    return q.kind not in _UNMEASURED and q.text.lower() != "one"


def _is_difference(text: NumberedText, i: int) -> bool:
    return _BY_SO_MUCH.match(text.text, text.mentions[i].end) is not None


def _tells_of_its_day(text: NumberedText, i: int) -> bool:
    return _OF_ITS_DAY.search(text.text, *text.sentences[text.mention_sentence[i]]) is not None


def conflicts(first: NumberedText, second: NumberedText) -> tuple[Disagreement, ...]:
    """Return where two sources disagree, in order of the first one's numbers.

    Same kind and unit, the same words around both numbers, no differing year in the two sentences, and
    neither sentence says the other's value. A differing year is another period, hence no disagreement at all.
    """
    return tuple(compared(surroundings(first), surroundings(second)))


def compared(first: Surroundings, second: Surroundings, within: Span | None = None) -> Iterator[Disagreement]:
    """Yield the disagreements of two sources, those on numbers of first[within] alone where it is given."""
    ours, theirs = first.numbers, second.numbers
    for i in first.around if within is None else first.overlapping(within):
        q = ours.mentions[i]
        best = next((j for j in _most_alike(first, i, second) if _same_measure(first, i, second, j)), None)
        if best is not None and not _said(q, theirs, best) and not _said(theirs.mentions[best], ours, i):
            yield _disagreement(q, theirs.mentions[best])


def _most_alike(first: Surroundings, i: int, second: Surroundings) -> list[int]:
    """Return the numbers that may measure what number i does, those first around which most of its words stand."""
    theirs = second.numbers
    measure, sentence = first.leading_stems(i)
    numbers = [second.holders[stem] for stem in measure if stem in second.holders]
    sentences = [theirs.holders[stem] for stem in sentence if stem in theirs.holders] if numbers else []
    if sum(map(len, sentences)) < sum(map(len, numbers)):
        likely = {j for at in {*chain.from_iterable(sentences)} for j in theirs.numbers_in(at) if j in second.around}
    else:
        likely = set(chain.from_iterable(numbers))
    mine, years, at = first.around[i], first.years.get(first.numbers.mention_sentence[i]), theirs.mention_sentence
    if years:
        likely = {j for j in likely if not (others := second.years.get(at[j])) or not years.isdisjoint(others)}
    shared = [(-len(mine & second.around[j]), j) for j in likely]
    return [j for count, j in sorted(shared) if -count >= FEWEST_SHARED_WORDS]


def _around(text: NumberedText, i: int) -> frozenset[str]:
    near = stems_within(text, text.within(i, NUMBER_NEAR_CHARACTERS)) & sentence_words(text, i)
    return frozenset([stem for stem in near if not stem[0].isdigit()])


def _same_measure(first: Surroundings, i: int, second: Surroundings, j: int) -> bool:
    ours, theirs = first.numbers, second.numbers
    if not same_kind(ours.mentions[i], theirs.mentions[j]):
        return False
    if not ours.mentions[i].unit and len(first.around[i] & second.around[j]) < FEWEST_OF_COUNTS:
        return False
    if (
        _tells_of_its_day(ours, i)
        or _tells_of_its_day(theirs, j)
        or _is_difference(ours, i) != _is_difference(theirs, j)
    ):
        return False
    near = _nearly_alike(ours.mentions[i], theirs.mentions[j])
    a, b = ours.mention_sentence[i], theirs.mention_sentence[j]
    years, others = first.years.get(a, _NONE), second.years.get(b, _NONE)
    if years.isdisjoint(others) and (near or (years and others)):
        return False
    least = LIKE_MEASURE_SHARE if near else SAME_MEASURE_SHARE
    mine, their = first.around[i], second.around[j]
    if share(mine, their, ours) < least or share(their, mine, theirs) < least:
        return False
    one, other = ours.sentence_stems[a], theirs.sentence_stems[b]
    least = LIKE_SENTENCE_SHARE if near else SAME_SENTENCE_SHARE
    return share(one, other, ours) >= least and share(other, one, theirs) >= least


def _nearly_alike(a: Quantity, b: Quantity) -> bool:
    """Tell whether two exact numbers are within a tenth of each other: 1,870 and 1,807 homes of one year."""
    exact = not (a.bound or b.bound or a.approximate or b.approximate) and a.high is None and b.high is None
    apart, greater = abs(a.value - b.value), max(abs(a.value), abs(b.value))
    return exact and min(a.digits, b.digits) >= EXACT_DIGITS and apart <= NEARLY_ALIKE * greater


def _said(q: Quantity, text: NumberedText, near: int) -> bool:
    """Tell whether the sentence of number ``near`` says q's value too, with a unit or without: "until now from 49"."""
    at = text.mention_sentence[near]
    beside = [text.mentions[i] for i in text.numbers_in(at)]
    same = any(one.value == q.value for one in beside)
    return same or any(strength(q, one) >= CARRIED_FROM or strength(one, q) >= CARRIED_FROM for one in beside)


def _disagreement(a: Quantity, b: Quantity) -> Disagreement:
    loose = a.approximate or b.approximate or bool(a.bound or b.bound) or a.high is not None or b.high is not None
    kind: ConflictKind = "spread" if loose else "conflict"
    return Disagreement(kind, Span(a.start, a.end, a.text), Span(b.start, b.end, b.text), f"{a.text} against {b.text}")
