"""Choose the sentences of an article: those that answer the question, those that sources agree on, nothing twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from wellsourced_core.text import content, idf
from writer.figures import figures
from writer.quotable_sentences import Place, Sentence
from writer.thresholds import (
    FEW_WORDS_OF_OWN,
    FILLED_ENOUGH,
    SAID_TWICE_OVERLAP,
    SOURCE_ON_TOPIC_SHARE,
    WORTH_AGAINST_LIKENESS,
    WORTH_OF_COMMON_WORDS,
    WORTH_OF_QUESTION,
    WORTH_OF_STRENGTH,
    WORTH_OF_VALIDATED,
)

# What a sentence is worth: the share of the question it covers, how common its terms are among the sources,
# how strong its passage is. Diversity as in maximal marginal relevance (Carbonell and Goldstein 1998).


class Bundles:
    """Each sentence with those that it needs, in order of reading."""

    def __init__(self, found: Sequence[Sentence]) -> None:
        self._at = {s.place: s for s in found}

    def of(self, sentence: Sentence) -> list[Sentence]:
        """Return a sentence's bundle, itself last."""
        return [*(self._at[place] for place in sentence.needs), sentence]


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
        + (WORTH_OF_VALIDATED if s.kind == "statistic" else 0.0)
        for s in found
    }


def relevance(sentence: Sentence, asked: frozenset[str]) -> float:
    """Return the share of the question's stems, weighed by idf, that a sentence holds."""
    return _held(frozenset(sentence.stems), asked)


def _held(stems: frozenset[str], asked: frozenset[str]) -> float:
    held = sum(idf(stem) for stem in sorted(asked & stems))
    return held / (sum(idf(stem) for stem in sorted(asked)) or 1.0)


def on_topic(found: Sequence[Sentence], question: str, texts: dict[int, str]) -> list[Sentence]:
    """Return the sentences of sources that are about the question's subject; all where none is.

    A source that shares only a name with the question - the city's trees, where its noise is asked for - is not:
    it must hold half the weight of the words that the question writes small.
    """
    small = content(" ".join(word for word in question.split() if word[:1].islower()))
    held = {n: _held(content(text), small) for n, text in texts.items()}
    fits = {n for n, share in held.items() if share >= SOURCE_ON_TOPIC_SHARE} if small else set(held)
    kept = [s for s in found if not fits.isdisjoint(s.numbers) or not texts]
    return kept or list(found)


def chosen(
    found: Sequence[Sentence],
    worth: dict[Place, float],
    question: str,
    words: int,
    opening: Sequence[Sentence] = (),
    barred: Iterable[str] = (),
) -> list[Sentence]:
    """Choose sentences for about ``words`` words, the opening's first, each with what it needs before it.

    A sentence is taken as long as it brings the length nearer to the target. Sentences without a term of the question
    come last, and only up to nine tenths of the target. No figure is told twice, nor one of the ``barred`` texts.
    """
    asked, bundles = content(question), Bundles(found)
    stems = {s.place: frozenset(s.stems) for s in found}
    likeness = dict.fromkeys(stems, 0.0)
    taken: dict[Place, Sentence] = {}
    told = {figure for text in barred for figure in figures(text)}
    rest = {s.place: s for s in found if s.offered}
    length = 0

    def take(sentences: Iterable[Sentence]) -> int:
        added = 0
        for one in sentences:
            if one.place in taken:
                continue
            taken[one.place] = one
            rest.pop(one.place, None)
            told.update(figures(one.text))
            added += one.words
            for place in rest:
                likeness[place] = max(likeness[place], _overlap(stems[place], stems[one.place]))
        for place in [p for p in rest if any(_repeats(stems[p], stems[s.place]) for s in taken.values())]:
            del rest[place]
        return added

    length += take(opening)
    off_topic = {s.place for s in rest.values() if not s.needs and asked.isdisjoint(s.stems)}
    for left_out, target in ((off_topic, words), (frozenset[Place](), int(FILLED_ENOUGH * words))):
        while True:
            free: list[tuple[float, Place, list[Sentence]]] = []
            for s in rest.values():
                bundle = [one for one in bundles.of(s) if one.place not in taken]
                more = sum(one.words for one in bundle)
                if s.place in left_out or (taken and abs(target - length - more) >= abs(target - length)):
                    continue
                if not _has_told(bundle, told):
                    mean = sum(worth[one.place] * one.words for one in bundle) / (more or 1)
                    free.append((_regret(mean, likeness[s.place]), s.place, bundle))
            if not free:
                break
            length += take(min(free, key=lambda one: one[:2])[2])
    return list(taken.values())


def told_twice(bundle: Sequence[Sentence], taken: Iterable[Sentence]) -> bool:
    """Tell whether sentences repeat what others say, or a figure of theirs."""
    others = list(taken)
    if _has_told(bundle, {figure for s in others for figure in figures(s.text)}):
        return True
    return any(_repeats(frozenset(s.stems), frozenset(o.stems)) for s in bundle for o in others)


def _has_told(bundle: Sequence[Sentence], told: set[tuple[float, float | None, str]]) -> bool:
    known = set(told)
    for one in bundle:
        stated = figures(one.text)
        if not known.isdisjoint(stated):
            return True
        known |= stated
    return False


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
