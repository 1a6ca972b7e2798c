"""Choose the sentences of an article: those that answer the question, those that sources agree on, none twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from wellsourced_core.text import content, idf
from writer.quotable_sentences import Place, Sentence
from writer.thresholds import (
    FEW_WORDS_OF_OWN,
    FILLED_ENOUGH,
    SAID_TWICE_OVERLAP,
    WORTH_AGAINST_LIKENESS,
    WORTH_OF_COMMON_WORDS,
    WORTH_OF_QUESTION,
    WORTH_OF_STRENGTH,
    WORTH_OF_VALIDATED,
)

# What a sentence is worth: the share of the question it covers, how common its terms are among the sources,
# how strong its passage is. Diversity as in maximal marginal relevance (Carbonell and Goldstein 1998).


def scores(found: Sequence[Sentence], question: str) -> dict[Place, float]:
    """Return the value of each sentence for the question, in [0, 1.15], by its place.

    A validated statistic or quote gets .15 more: readers look for it, and it was checked.
    """
    asked = content(question)
    share = _shares(found)
    return {
        s.place: WORTH_OF_QUESTION * relevance(s, asked)
        + WORTH_OF_COMMON_WORDS * _commonness(s, share)
        + WORTH_OF_STRENGTH * s.strength
        + (WORTH_OF_VALIDATED if s.kind != "statement" else 0.0)
        for s in found
    }


def relevance(sentence: Sentence, asked: frozenset[str]) -> float:
    """Return the share of the question's stems, weighed by idf, that a sentence holds."""
    held = sum(idf(stem) for stem in sorted(asked.intersection(sentence.stems)))
    return held / (sum(idf(stem) for stem in sorted(asked)) or 1.0)


def chosen(found: Sequence[Sentence], worth: dict[Place, float], question: str, words: int) -> list[Sentence]:
    """Choose sentences for about ``words`` words, best first, each after the one it leans on.

    A sentence is taken as long as it brings the length nearer to the target. Sentences without a term of the question
    come last, and only up to nine tenths of the target.
    """
    asked = content(question)
    stems = {s.place: frozenset(s.stems) for s in found}
    off_topic = {s.place for s in found if s.after is None and asked.isdisjoint(s.stems)}
    likeness = dict.fromkeys(stems, 0.0)
    rest = {s.place: s for s in found}
    taken: dict[Place, Sentence] = {}
    length = 0
    for barred, target in ((off_topic, words), (frozenset[Place](), int(FILLED_ENOUGH * words))):
        while free := [
            s
            for s in rest.values()
            if s.place not in barred
            and (s.after is None or s.after in taken)
            and (not taken or abs(target - length - s.words) < abs(target - length))
        ]:
            best = min(free, key=lambda s: (_regret(worth[s.place], likeness[s.place]), s.place, s.text))
            taken[best.place] = rest.pop(best.place)
            length += best.words
            for place in rest:
                likeness[place] = max(likeness[place], _overlap(stems[place], stems[best.place]))
            rest = {p: s for p, s in rest.items() if not _repeats(stems[p], stems[best.place])}
    return list(taken.values())


def _regret(worth: float, likeness: float) -> float:
    return -(WORTH_AGAINST_LIKENESS * worth - (1 - WORTH_AGAINST_LIKENESS) * likeness)


def _shares(found: Sequence[Sentence]) -> dict[str, float]:
    """Return for each stem the share of the sources that use it."""
    pairs = {(n, stem) for s in found for n in s.numbers for stem in s.stems}
    sources = max(1, len({n for s in found for n in s.numbers}))
    return {stem: count / sources for stem, count in Counter(stem for _, stem in pairs).items()}


def _commonness(sentence: Sentence, share: dict[str, float]) -> float:
    own = sorted(frozenset(sentence.stems))
    weights = [idf(stem) for stem in own]
    common = sum(w * share[stem] for w, stem in zip(weights, own, strict=True)) / (sum(weights) or 1.0)
    # A handful of words is easily common to all and says little.
    return common * min(1.0, len(own) / FEW_WORDS_OF_OWN)


def _repeats(new: frozenset[str], old: frozenset[str]) -> bool:
    """Return whether a sentence adds hardly anything to another one; a number of its own does."""
    return _overlap(new, old) >= SAID_TWICE_OVERLAP and not any(stem[0] in "0123456789" for stem in new - old)


def _overlap(a: frozenset[str], b: frozenset[str]) -> float:
    """Return the share of the smaller set of stems that the other one holds too (overlap coefficient)."""
    return len(a & b) / (min(len(a), len(b)) or 1)
