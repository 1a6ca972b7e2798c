"""Tell what sentences are worth: how much of their words an answer is expected to have, and nothing told before has.

Nobody knows the answer. But of the words that no other source on the subject has one in ten stands in an answer, of
those that half of them have every second does. A choice that takes what adds most of such words covers them without
saying the same again (budgeted maximum coverage: Lin and Bilmes 2011, "A class of submodular functions for document
summarization").
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence, Set

from wellsourced_core.text import idf
from wellsourced_core.values import frozen
from writer.asked import asked
from writer.quoted_sentence import Place, Sentence
from writer.thresholds import (
    WHOLE_PAGE_SHARE,
    WORTH_OF_AGREED_WORDS,
    WORTH_OF_NEARNESS,
    WORTH_OF_NEWEST,
    WORTH_OF_PIECES,
    WORTH_OF_QUESTION,
    WORTH_OF_SHARED_WORDS,
    WORTH_OF_VALIDATED,
    WORTH_OF_WANTED,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from writer.asked import Asked
    from writer.shared_subject import Shelf


@frozen
class Worth:
    """What each sentence is worth, by its place: what each of its stems adds where it is new, and what it has beside.

    ``near`` is how near each source is to the subject.
    Together they are in [0, 1.7], mostly about the share of its words' weight that stands in an answer.
    """

    adds: Mapping[Place, Mapping[str, float]]
    beside: Mapping[Place, float]
    near: Mapping[int, float]

    def of(self, place: Place, told: Set[str] = frozenset()) -> float:
        """Return what a sentence is worth where the stems ``told`` are told already."""
        return self.beside[place] + sum(value for stem, value in self.adds[place].items() if stem not in told)

    def of_bundle(self, bundle: Sequence[Sentence], told: Set[str]) -> float:
        """Return what sentences are worth in the mean of their words, one behind another."""
        known, total = set(told), 0.0
        for one in bundle:
            total += self.of(one.place, known) * one.words
            known.update(one.stems)
        return total / (sum(one.words for one in bundle) or 1)


def worth_of(found: Sequence[Sentence], question: str, shelf: Shelf) -> Worth:
    """Return the worth of sentences as parts of an article on a question.

    A validated statistic is worth more: readers look for it, and it was checked. The farther a source is from the
    subject, the less its sentences are worth, and those of the newest a little more. Of a page that can be told only in
    pieces they are worth less: cutting takes the sense from much of it.
    """
    want, agreed = asked(question), agreed_stems(found, shelf.near)
    adds, beside = {}, {}
    for s in found:
        own = sorted(frozenset(s.stems) - want.stems)
        weights = {stem: idf(stem) for stem in own}
        total = sum(weights.values()) or 1.0
        sense = 1.0 if s.of_page >= WHOLE_PAGE_SHARE else WORTH_OF_PIECES
        adds[s.place] = {
            stem: sense * WORTH_OF_AGREED_WORDS * weight / total * agreed[s.source].get(stem, 0.0)
            + sense * WORTH_OF_SHARED_WORDS * shelf.shared.get(stem, 0.0)
            for stem, weight in weights.items()
        }
        beside[s.place] = sense * _beside(s, want, shelf)
    return Worth(adds, beside, shelf.near)


def _beside(sentence: Sentence, want: Asked, shelf: Shelf) -> float:
    value = WORTH_OF_QUESTION * held(frozenset(sentence.stems), want.stems)
    value += WORTH_OF_WANTED * len(want.said_by([sentence.text])) / (len(want.kinds) or 1)
    value += WORTH_OF_NEWEST * max((shelf.newness.get(n, 0.0) for n in sentence.numbers), default=0.0)
    value += WORTH_OF_NEARNESS * max((shelf.near.get(n, 1.0) for n in sentence.numbers), default=1.0)
    return value + (WORTH_OF_VALIDATED if sentence.kind == "statistic" else 0.0)


def agreed_stems(found: Sequence[Sentence], near: Mapping[int, float]) -> dict[int, dict[str, float]]:
    """Return for each source and stem of it the share of the other sources that have it, each by how near it is."""
    stems: defaultdict[int, set[str]] = defaultdict(set)
    for sentence in found:
        for n in sentence.numbers:
            stems[n].update(sentence.stems)
    weight = {n: near.get(n, 1.0) for n in sorted(stems)}
    holding: defaultdict[str, float] = defaultdict(float)
    for n, share in weight.items():
        for stem in stems[n]:
            holding[stem] += share
    every = sum(weight.values())
    return {
        n: {stem: (holding[stem] - share) / (every - share or 1.0) for stem in stems[n]} for n, share in weight.items()
    }


def relevance(sentence: Sentence, asked: frozenset[str]) -> float:
    """Return the share of the question's stems, weighed by idf, that a sentence holds."""
    return held(frozenset(sentence.stems), asked)


def held(stems: frozenset[str], asked: frozenset[str]) -> float:
    """Return the share of the weight of some stems that others hold."""
    found = sum(idf(stem) for stem in sorted(asked & stems))
    return found / (sum(idf(stem) for stem in sorted(asked)) or 1.0)
