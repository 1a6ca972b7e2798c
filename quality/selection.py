"""Choose the passages for the writer: relevant, dissimilar, within a token budget."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import nlargest
from math import ceil, sqrt

from quality.axes import relevance
from quality.options import Options
from quality.thresholds import (
    MOST_SOURCES_READ,
    PASSAGE_CHARACTERS,
    PASSAGES_PER_SOURCE,
    SENTENCE_CHARACTERS,
    SOURCE_MOST_SENTENCES,
)
from wellsourced_core.lexicon import words
from wellsourced_core.model import Passage, ScoredSource, Source
from wellsourced_core.prompt_injection import before_orders
from wellsourced_core.text import content, sentences
from wellsourced_core.values import frozen

_LEANING = words("openings that lean")


@frozen
class _Candidate:
    n: int
    start: int
    end: int
    score: float
    stems: frozenset[str]
    tie: int


def select(question: str, kept: Sequence[ScoredSource], options: Options) -> tuple[Passage, ...]:
    """Return at most ``options.passages`` passages of one to three neighbouring sentences, for the prompt.

    ``n`` is a source's place in ``kept``, from 1. Copies of an origin speak once, through the first of them.
    Chosen by maximal marginal relevance, lambda * relevance - (1 - lambda) * largest likeness to a chosen one
    (Carbonell and Goldstein 1998; likeness is the cosine of the sets of stems). Where there are as many origins
    as passages, each speaks once, and ties go to sources scattered over the whole list; else ties go to the lower
    number, then the earlier passage. The sum of ``tokens`` never passes ``options.passage_tokens``. The strongest
    stand at both ends: first, last, second, last but one... Nothing is taken from the line of a page's first order to a
    model on.
    """
    pool = list(_candidates(question, kept, options))
    # A passage that shares no word with the question is used only if none does.
    chosen = _choose([c for c in pool if c.score] or pool, options, kept)
    return tuple(_ends_first([_passage(c, kept[c.n - 1]) for c in chosen]))


def tokens(text: str) -> int:
    """Return an upper estimate of a text's tokens: a third of its UTF-8 bytes, rounded up."""
    return ceil(len(text.encode("utf-8", "replace")) / 3)


def _candidates(question: str, kept: Sequence[ScoredSource], options: Options) -> Iterator[_Candidate]:
    firsts: dict[str, int] = {}
    for i, scored in enumerate(kept):
        firsts.setdefault(scored.origin, i)
    # The fewer the sources, the more passages of each.
    many = len(firsts) >= options.passages
    most = 1 if many else max(PASSAGES_PER_SOURCE, ceil(options.passages / max(1, len(firsts))))
    width = len(kept).bit_length() if many else 0
    tie = {i: _scattered(i, width) for i in firsts.values()}
    for i in nlargest(MOST_SOURCES_READ, tie, key=lambda i: (kept[i].composite, -tie[i])):
        yield from _passages(question, i + 1, before_orders(kept[i].source.text), most, tie[i])


def _scattered(i: int, width: int) -> int:
    """Return a number's place in van der Corput's order, which covers all stretches evenly: its bits reversed."""
    return int(f"{i:0{width}b}"[::-1], 2) if width else i


def _passages(question: str, n: int, text: str, most: int, tie: int) -> Iterator[_Candidate]:
    """Yield the passages of a source around its best sentences, best first; no sentence stands in two."""
    spans = sentences(text[: SOURCE_MOST_SENTENCES * SENTENCE_CHARACTERS])[:SOURCE_MOST_SENTENCES]
    scores = _relevance(question, [text[start:end] for start, end in spans])
    taken: set[int] = set()
    for i in sorted(range(len(spans)), key=lambda i: (-scores[i], i)):
        if most == 0:
            return
        if i in taken:
            continue
        most -= 1
        first, last = _widen(i, spans, scores, text, taken)
        taken.update(range(first, last + 1))
        start, end = spans[first][0], min(spans[last][1], spans[first][0] + PASSAGE_CHARACTERS)
        piece = text[start:end]
        yield _Candidate(n, start, end, max(scores[i], *_relevance(question, [piece])), content(piece), tie)


def _widen(
    i: int, spans: Sequence[tuple[int, int]], scores: Sequence[float], text: str, taken: set[int]
) -> tuple[int, int]:
    """Return the first and last sentence of the passage around sentence i.

    A free neighbour comes along when it is half as relevant, or when the later of the two leans on the other.
    """
    first, last = i, i
    for j in (i - 1, i + 1):
        if not 0 <= j < len(spans) or j in taken:
            continue
        if not (_leans(text, spans[max(i, j)]) or (scores[j] and scores[j] >= scores[i] / 2)):
            continue
        low, high = min(first, j), max(last, j)
        if spans[high][1] - spans[low][0] <= PASSAGE_CHARACTERS:
            first, last = low, high
    return first, last


def _leans(text: str, span: tuple[int, int]) -> bool:
    return text[span[0] : span[1]].split(maxsplit=1)[0].strip(",").lower() in _LEANING


def _relevance(question: str, texts: Sequence[str]) -> list[float]:
    return relevance.rates(question, [Source("", "", "", text) for text in texts])


def _choose(pool: list[_Candidate], options: Options, kept: Sequence[ScoredSource]) -> list[_Candidate]:
    pool.sort(key=lambda c: (-c.score, c.tie, c.start))
    budget = options.passage_tokens
    likeness = [0.0] * len(pool)
    chosen: list[_Candidate] = []
    free = list(range(len(pool)))
    trade = options.mmr_lambda
    while free and len(chosen) < options.passages:
        best = max(free, key=lambda i: (trade * pool[i].score - (1 - trade) * likeness[i], -i))
        free.remove(best)
        picked = pool[best]
        cost = tokens(kept[picked.n - 1].source.text[picked.start : picked.end])
        if cost > budget:
            continue
        budget -= cost
        chosen.append(picked)
        for i in free:
            likeness[i] = max(likeness[i], _cosine(picked.stems, pool[i].stems))
    return chosen


def _cosine(a: frozenset[str], b: frozenset[str]) -> float:
    return len(a & b) / sqrt(len(a) * len(b)) if a and b else 0.0


def _passage(candidate: _Candidate, scored: ScoredSource) -> Passage:
    text = scored.source.text[candidate.start : candidate.end]
    return Passage(candidate.n, scored, text, candidate.score)


def _ends_first(passages: list[Passage]) -> list[Passage]:
    """Order the strongest first and last, the weakest in the middle, where a model reads least."""
    ranked = sorted(passages, key=lambda p: -p.score)
    return ranked[::2] + ranked[1::2][::-1]
