"""Relevance: how much of the question is in the source, by the weight of its words.

raw = .20 soft + .60 bm25 + .10 best sentence + .10 bigrams, relevance = raw^0.66, in [0, 1], where
- soft: share of the query's idf mass found in the text; half credit for another word of the same five first
  letters;
- bm25: sum idf * tf / (tf + 2 (.25 + .75 dl / 240)) / sum idf (Robertson and Zaragoza 2009), dl in words, with a
  fixed average length, so that no source's score depends on another source;
- best sentence: the largest share of the mass that one sentence holds;
- bigrams: share of the mass of neighbouring query terms that are neighbours in the text.
The exponent puts the border between on-topic and off-topic at .30. A source that holds fewer than a third of the
question's words (or a third, where it has 40 words and more in which to say the others) is .35 at most, however rare
those it holds: a town's name alone makes no page relevant. Three words are enough for any question.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from quality.axis_input import Page, Query
from quality.options import Options
from quality.question import without_years
from quality.question_terms import END, KIN, Question, question_of
from quality.term_search import lines
from quality.thresholds import (
    AVERAGE_WORDS,
    BIGRAM_WEIGHT,
    BM25_WEIGHT,
    RELEVANCE_EXPONENT,
    RELEVANCE_OF_FEW,
    SENTENCE_WEIGHT,
    SHARE_HELD_PARTS,
    SOFT_WEIGHT,
    TERM_SATURATION,
    WORDS_HELD_ENOUGH,
    WORDS_WITH_ROOM,
)
from wellsourced_core.message_numbers import plural
from wellsourced_core.model import AxisScore, Source
from wellsourced_core.values import frozen

NAME = "relevance"


@frozen
class _Found:
    """What a line holds: all of raw but for bm25, and the terms found with their weight and count.

    ``terms`` has a term's place in the question, its share of the question's mass, and how often it stands there.
    """

    raw: float
    terms: tuple[tuple[int, float, int], ...]


def score(query: Query, pages: Sequence[Page], options: Options) -> list[AxisScore]:
    """Score how much of the question each page holds."""
    question, weight = question_of(without_years(query.text)), options.weight(NAME)
    known = bool(question.mass)
    none = AxisScore(
        NAME, 0.0, weight, "none of the question's words" if known else "the question has no content words", known
    )
    rated = _rated(question, [page.source for page in pages])
    return [
        AxisScore(NAME, value, weight, _said(question, tuple([i for i, _, _ in found.terms]))) if found else none
        for value, found in rated
    ]


def rates(question: str, sources: Iterable[Source]) -> list[float]:
    """Return the relevance of sources, in their order."""
    return [value for value, _ in _rated(question_of(without_years(question)), sources)]


def _rated(question: Question, sources: Iterable[Source]) -> list[tuple[float, _Found | None]]:
    return [
        (_value(question, found := _found(question, line), length), found) if line else (0.0, None)
        for line, length in lines(question, sources)
    ]


def _value(question: Question, found: _Found, length: int) -> float:
    damping = TERM_SATURATION * (0.25 + 0.75 * length / AVERAGE_WORDS)
    raw = found.raw
    for _, share, count in found.terms:
        raw += BM25_WEIGHT * share * count / (count + damping)
    value: float = min(1.0, raw) ** RELEVANCE_EXPONENT
    return min(value, RELEVANCE_OF_FEW) if _few(len(found.terms), len(question.words), length) else value


def _few(found: int, asked: int, length: int) -> bool:
    """Return whether a source has too little of the question to be about it."""
    return found < WORDS_HELD_ENOUGH and (
        SHARE_HELD_PARTS * found < asked or (SHARE_HELD_PARTS * found == asked and length >= WORDS_WITH_ROOM)
    )


@lru_cache(maxsize=10_000)
def _found(question: Question, line: str) -> _Found:
    """Weigh a line; lines are short, so most have been seen before."""
    counts = [*map(line.count, question.letters)]
    held = [(i, weight, count) for i, (weight, count) in enumerate(zip(question.weights, counts, strict=True)) if count]
    soft = sentence = sum([weight for _, weight, _ in held])
    near = sentence / question.mass if not question.pairs else 0.0
    if len(held) > 1:
        sentence = max([sum([w for i, w, _ in held if question.letters[i] in part]) for part in line.split(END)])
        near = sum([weight for pair, weight in question.pairs.items() if pair in line]) / question.paired
    if len(held) < len(counts):
        missed = [(kin, weight) for kin, weight, count in zip(KIN, question.weights, counts, strict=False) if not count]
        soft += sum([weight / 2 for kin, weight in missed if kin in line])
    raw = (SOFT_WEIGHT * soft + SENTENCE_WEIGHT * sentence) / question.mass + BIGRAM_WEIGHT * near
    return _Found(raw, tuple([(i, weight / question.mass, count) for i, weight, count in held]))


@lru_cache(maxsize=1000)
def _said(question: Question, found: tuple[int, ...]) -> str:
    words = question.words
    missing = [word for i, word in enumerate(words) if i not in found]
    why = f"{len(found)} of {plural(len(words), 'word')} of the question: {_some([words[i] for i in found])}"
    return f"{why} (not {_some(missing)})" if missing else why


def _some(words: list[str], most: int = 4) -> str:
    shown = ", ".join(words[:most]) or "-"
    return f"{shown} …" if len(words) > most else shown
