"""Where a number stands: the words around it, and how well one place fits another."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

from audit.numbers.clauses import BOUNDARY, family
from wellsourced.core.model import Quantity, Span
from wellsourced.core.quantities import quantities
from wellsourced.core.text import sentences, terms

_CROSSING = 12.0


@dataclass(frozen=True, slots=True)
class Numbers:
    """A text read once: its numbers, its content terms and its sentences, indexed for many questions.

    ``stems[i]`` stands at ``starts[i]`` in sentence ``term_sentence[i]``; ``places[stem]`` are indices of
    terms; ``weights`` holds each stem's idf over the text's own sentences. What stands from ``proper`` on is no
    text of the source (its title, its address): it counts, but is never evidence.
    """

    text: str
    mentions: tuple[Quantity, ...]
    mention_sentence: tuple[int, ...]
    sentences: tuple[tuple[int, int], ...]
    stems: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    term_sentence: tuple[int, ...]
    sentence_stems: tuple[frozenset[str], ...]
    places: Mapping[str, tuple[int, ...]]
    boundaries: tuple[int, ...]
    weights: Mapping[str, float]
    proper: int

    def weight(self, stem: str) -> float:
        """Return the idf of a stem over the sentences of this text; a word it lacks weighs most."""
        return self.weights.get(stem, self.weights[""])

    def span(self, start: int, end: int) -> Span | None:
        """Return a stretch as evidence, None where it is not the source's own text."""
        return Span(start, end, self.text[start:end]) if end <= self.proper else None

    def sentence_span(self, index: int) -> Span:
        start, end = self.sentences[index]
        return Span(start, end, self.text[start:end])


def read(text: str, *, names: bool = False, more: str = "") -> Numbers:
    """Tokenise a text and index its numbers, terms and clause boundaries: once, in linear time.

    ``names`` keeps numbers that are part of names; ``more`` counts as a last paragraph that is no evidence.
    """
    proper = len(text)
    text = f"{text}\n\n{more}" if more else text
    spans = tuple(sentences(text)) or ((0, len(text)),)
    found = terms(text)
    stems = tuple(family(stem) for stem in found.stems)
    sentence_starts = [start for start, _ in spans]
    term_sentence = tuple(max(0, bisect_right(sentence_starts, s) - 1) for s in found.starts)
    mentions = quantities(text, names=names)
    stems_of: list[set[str]] = [set() for _ in spans]
    places: dict[str, list[int]] = {}
    for i, stem in enumerate(stems):
        stems_of[term_sentence[i]].add(stem)
        places.setdefault(stem, []).append(i)
    return Numbers(
        text, mentions,
        tuple(max(0, bisect_right(sentence_starts, q.start) - 1) for q in mentions),
        spans, stems, found.starts, found.ends, term_sentence,
        tuple(frozenset(s) for s in stems_of),
        {stem: tuple(at) for stem, at in places.items()},
        tuple(m.start() for m in BOUNDARY.finditer(text)),
        _weights(stems_of),
        proper,
    )  # fmt: skip


def _weights(stems_of: Sequence[set[str]]) -> dict[str, float]:
    """Return idf = ln(1 + (n + 1) / (df + 0.5)) per stem; "" holds the weight of a stem that never occurs."""
    counts: dict[str, int] = {}
    for stems in stems_of:
        for stem in stems:
            counts[stem] = counts.get(stem, 0) + 1
    n = len(stems_of)
    weights = {stem: log(1 + (n + 1) / (count + 0.5)) for stem, count in counts.items()}
    weights[""] = log(1 + (n + 1) / 0.5)
    return weights


def stems_within(text: Numbers, q: Quantity, reach: int) -> frozenset[str]:
    """Return the stems that stand within ``reach`` characters of a number, its own words left out."""
    low = bisect_left(text.ends, q.start - reach)
    high = bisect_right(text.starts, q.end + reach)
    return frozenset(text.stems[i] for i in range(low, high) if text.ends[i] <= q.start or text.starts[i] >= q.end)


def own_stems(text: Numbers, q: Quantity) -> frozenset[str]:
    """Return the stems that are part of the number itself ("2", "million", "may")."""
    low, high = bisect_left(text.starts, q.start), bisect_left(text.starts, q.end)
    return frozenset(text.stems[low:high])


def share(wanted: frozenset[str], there: frozenset[str], weights: Numbers) -> float:
    """Return the share of the wanted stems' idf mass that is there; 0 where nothing is wanted."""
    total = hit = 0.0
    for stem in sorted(wanted):
        weight = weights.weight(stem)
        total += weight
        if stem in there:
            hit += weight
    return hit / total if total else 0.0


@dataclass(frozen=True, slots=True)
class Place:
    """A claim's number as looked for: the words of its sentence with their distance, and the words near it."""

    sentence: frozenset[str]
    near: frozenset[str]  # within 60 characters
    close: frozenset[str]  # within 28
    distances: tuple[tuple[str, float], ...]
    follow: str


def place_of(claim: Numbers, index: int) -> Place:
    """Describe where number ``index`` of a claim stands."""
    q = claim.mentions[index]
    own = own_stems(claim, q)
    at = claim.mention_sentence[index]
    words: dict[str, float] = {}
    for i, stem in enumerate(claim.stems):
        if claim.term_sentence[i] == at and not q.start <= claim.starts[i] < q.end:
            words[stem] = min(words.get(stem, 1e9), distance(claim, i, q))
    sentence = frozenset(words) - own
    return Place(
        sentence,
        (stems_within(claim, q, 60) & sentence),
        (stems_within(claim, q, 28) & sentence),
        tuple((stem, d) for stem, d in words.items() if stem in sentence),
        follow(claim, q),
    )


def distance(text: Numbers, term: int, q: Quantity) -> float:
    """Return the characters between a term and a number, plus twelve for every clause boundary crossed."""
    start, end = text.starts[term], text.ends[term]
    if start >= q.end:
        apart, low, high = start - q.end, q.end, start
    else:
        apart, low, high = max(0, q.start - end), end, q.start
    crossed = bisect_left(text.boundaries, high) - bisect_left(text.boundaries, low)
    return apart + _CROSSING * max(0, crossed)


def follow(text: Numbers, q: Quantity) -> str:
    """Return the stem of the word right after a number, "" where there is none."""
    i = bisect_left(text.starts, q.end)
    if i < len(text.stems) and text.starts[i] - q.end <= 14 and "." not in text.text[q.end : text.starts[i]]:
        return text.stems[i]
    return ""


def _k(d: float, half: float) -> float:
    return 1.0 / (1.0 + d / half)


def affinity(place: Place, source: Numbers, index: int) -> float:
    """Return A in [0, 1]: the share of the claim's words in the sentence, around it, and near the number.

    A = .30 own sentence + .25 sentence and neighbours + .25 within 60 characters + .20 within 28.
    """
    q = source.mentions[index]
    at = source.mention_sentence[index]
    around = frozenset().union(*source.sentence_stems[max(0, at - 1) : at + 2])
    return (
        0.30 * share(place.sentence, source.sentence_stems[at], source)
        + 0.25 * share(place.sentence, around, source)
        + 0.25 * share(place.near, stems_within(source, q, 60), source)
        + 0.20 * share(place.close, stems_within(source, q, 28), source)
    )


def binding(place: Place, source: Numbers, index: int) -> float:
    """Return B in [0, 1]: how closely the words that stand by the claim's number stand by the source's."""
    q = source.mentions[index]
    total = hit = 0.0
    for stem, dc in place.distances:
        weight = source.weight(stem) * _k(dc, 18)
        total += weight
        at = source.places.get(stem)
        if at is None:
            continue
        i = bisect_left(at, q.start, key=lambda term: source.starts[term])
        nearest = min((distance(source, at[j], q) for j in (i - 1, i) if 0 <= j < len(at)
                       and not q.start <= source.starts[at[j]] < q.end), default=1e9)  # fmt: skip
        hit += weight * _k(max(0.0, nearest - dc - 6), 27)
    return hit / total if total else 0.0


def headword(place: Place, source: Numbers, index: int) -> float:
    """Return H: 1 if the same word follows both numbers, .5 if it is within 28 characters, -.5 if another does."""
    q = source.mentions[index]
    if not place.follow:
        return 0.0
    mine = follow(source, q)
    if mine == place.follow:
        return 1.0
    if place.follow in stems_within(source, q, 28):
        return 0.5
    return -0.5 if mine else 0.0
