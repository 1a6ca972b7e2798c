"""Where a number stands: the words around it, and how well one place fits another."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from math import log

from audit.numbers.clauses import BOUNDARY, FAMILY
from audit.numbers.directions import negations
from audit.numbers.matching import DATED
from audit.wording.language import languages_of
from wellsourced.core.model import Quantity, Span
from wellsourced.core.patterns import compiled
from wellsourced.core.quantities import quantities
from wellsourced.core.text import sentences, terms, words
from wellsourced.core.values import frozen

_CROSSING = 12.0
_SAMPLE = 2000  # characters that tell a language
_TITLE = 40.0  # characters from every number of a text to a word that only its title has


@frozen
class Numbers:
    """A text read once: its numbers, its content terms and its sentences, indexed for many questions.

    ``stems[i]`` stands at ``starts[i]`` in sentence ``term_sentence[i]``. What stands from ``proper`` on is no
    text of the source (its title, its address): it counts, but is never evidence. ``head`` are the stems there:
    they belong to every sentence of the text alike. What only some questions need (the numbers above all) is read
    when the first one is asked.
    """

    __slots__ = ("__dict__",)  # for the cached properties

    text: str
    names: bool  # whether numbers that are part of names are kept
    sentences: tuple[tuple[int, int], ...]
    stems: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    term_sentence: tuple[int, ...]
    sentence_stems: tuple[frozenset[str], ...]
    head: frozenset[str]
    proper: int

    @cached_property
    def mentions(self) -> tuple[Quantity, ...]:
        """The numbers, in order."""
        return quantities(self.text, names=self.names)

    @cached_property
    def mention_sentence(self) -> tuple[int, ...]:
        """The sentence of each number."""
        return _sentences_of([q.start for q in self.mentions], self.sentences)

    @cached_property
    def lists(self) -> tuple[tuple[int, int], ...]:
        """Where the list of years or dates begins and ends that each number is part of: itself, if of none."""
        spans: list[tuple[int, int]] = []
        first = 0
        for i, q in enumerate(self.mentions):
            before = self.mentions[i - 1] if i else None
            if before is None or not (
                before.kind in DATED and q.kind in DATED and _LIST_JOINT.fullmatch(self.text, before.end, q.start)
            ):
                first = i
            spans.append((self.mentions[first].start, q.end))
        for i in range(len(spans) - 2, -1, -1):
            if spans[i][0] == spans[i + 1][0]:
                spans[i] = spans[i + 1]
        return tuple(spans)

    @cached_property
    def places(self) -> Mapping[str, tuple[int, ...]]:
        """Where each stem stands, as indices of terms."""
        places: defaultdict[str, list[int]] = defaultdict(list)
        for i, stem in enumerate(self.stems):
            places[stem].append(i)
        return {stem: tuple(at) for stem, at in places.items()}

    @cached_property
    def boundaries(self) -> tuple[int, ...]:
        """Where clauses end."""
        return tuple([m.start() for m in BOUNDARY.finditer(self.text)])

    @cached_property
    def denials(self) -> frozenset[int]:
        """The sentences that deny something."""
        texts = enumerate(self.text[start:end] for start, end in self.sentences)
        return frozenset([i for i, text in texts if any(one.strong for one in negations(text))])

    @cached_property
    def weights(self) -> Mapping[str, float]:
        """Each stem's idf over the text's own sentences."""
        return _weights(self.sentence_stems)

    @cached_property
    def languages(self) -> frozenset[str]:
        """The languages that the text may be in."""
        return languages_of(words(self.text[:_SAMPLE]).surfaces)

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
    own, proper = terms(text), len(text)
    found, starts, ends = own.stems, own.starts, own.ends
    if more:
        text, title, shift = f"{text}\n\n{more}", terms(more), proper + 2
        found += title.stems
        starts += tuple([shift + start for start in title.starts])
        ends += tuple([shift + end for end in title.ends])
    spans = tuple(sentences(text)) or ((0, len(text)),)
    stems = tuple([stem if stem[0].isdigit() else stem[:FAMILY] for stem in found])
    term_sentence = _sentences_of(starts, spans)
    stems_of: list[set[str]] = [set() for _ in spans]
    for at, stem in zip(term_sentence, stems, strict=True):
        stems_of[at].add(stem)
    head = frozenset(stems[len(own.stems) :])
    sentence_stems = tuple(map(frozenset, stems_of))
    return Numbers(text, names, spans, stems, starts, ends, term_sentence, sentence_stems, head, proper)


def _sentences_of(offsets: Sequence[int], spans: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Return the sentence that each offset lies in, or behind."""
    if len(spans) == 1:
        return (0,) * len(offsets)
    starts = [start for start, _ in spans]
    return tuple([max(0, bisect_right(starts, offset) - 1) for offset in offsets])


def _weights(stems_of: Sequence[frozenset[str]]) -> dict[str, float]:
    """Return idf = ln(1 + (n + 1) / (df + 0.5)) per stem; "" holds the weight of a stem that never occurs."""
    counts: dict[str, int] = {}
    for stems in stems_of:
        for stem in stems:
            counts[stem] = counts.get(stem, 0) + 1
    n = len(stems_of)
    weights = {stem: log(1 + (n + 1) / (count + 0.5)) for stem, count in counts.items()}
    weights[""] = log(1 + (n + 1) / 0.5)
    return weights


def stems_within(text: Numbers, index: int, reach: int) -> frozenset[str]:
    """Return the stems that stand within ``reach`` characters of a number or its list, their own words left out."""
    start, end = text.lists[index]
    low = bisect_left(text.ends, start - reach)
    high = bisect_right(text.starts, end + reach if start >= text.proper else min(end + reach, text.proper))
    return frozenset(text.stems[i] for i in range(low, high) if text.ends[i] <= start or text.starts[i] >= end)


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


@frozen
class Place:
    """A claim's number as looked for: the words of its sentence with their distance, and the words near it."""

    sentence: frozenset[str]
    near: frozenset[str]  # within 60 characters
    close: frozenset[str]  # within 28
    distances: tuple[tuple[str, float], ...]
    follow: str
    baseline: bool | None  # of a date: whether something is compared with it


def place_of(claim: Numbers, index: int) -> Place:
    """Describe where number ``index`` of a claim stands."""
    q = claim.mentions[index]
    own = own_stems(claim, q)
    at = claim.mention_sentence[index]
    words: dict[str, float] = {}
    for i, stem in enumerate(claim.stems):
        if claim.term_sentence[i] == at and not q.start <= claim.starts[i] < q.end:
            words[stem] = min(words.get(stem, 1e9), distance(claim, i, *claim.lists[index]))
    sentence = frozenset(words) - own
    return Place(
        sentence,
        (stems_within(claim, index, 60) & sentence),
        (stems_within(claim, index, 28) & sentence),
        tuple((stem, d) for stem, d in words.items() if stem in sentence),
        follow(claim, q),
        is_baseline(claim, q) if q.kind in DATED else None,
    )


def distance(text: Numbers, term: int, first: int, last: int) -> float:
    """Return the characters between a term and [first, last), plus twelve for every clause boundary crossed."""
    start, end = text.starts[term], text.ends[term]
    if start >= last:
        apart, low, high = start - last, last, start
    else:
        apart, low, high = max(0, first - end), end, first
    crossed = bisect_left(text.boundaries, high) - bisect_left(text.boundaries, low)
    return apart + _CROSSING * max(0, crossed)


_LIST_JOINT = compiled(r"\s?(?:[,;&/]|,?\s?and|or)\s?(?:in\s)?")
_BASELINE = compiled(
    r"\b(?:compared (?:to|with)|versus|vs\.?|than|over|from|against)\s(?:[\w$€£.,%-]{1,20}\s){0,5}"
    r"(?:quarter|half|year|period|month|season)\s(?:(?:of|ended|in|fiscal)\s){0,2}\Z",
    re.IGNORECASE,
)
_BASELINE_REACH = 60


def is_baseline(text: Numbers, q: Quantity) -> bool:
    """Tell whether a date is what something is compared with: "up 5 % over the first quarter of 2019"."""
    return _BASELINE.search(text.text[max(0, q.start - _BASELINE_REACH) : q.start]) is not None


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

    A = .30 own sentence + .25 sentence and neighbours + .25 within 60 characters + .20 within 28. The title counts
    in all but the last.
    """
    at = source.mention_sentence[index]
    around = source.head.union(*source.sentence_stems[max(0, at - 1) : at + 2])
    return (
        0.30 * share(place.sentence, source.sentence_stems[at] | source.head, source)
        + 0.25 * share(place.sentence, around, source)
        + 0.25 * share(place.near, stems_within(source, index, 60) | source.head, source)
        + 0.20 * share(place.close, stems_within(source, index, 28), source)
    )


def binding(place: Place, source: Numbers, index: int) -> float:
    """Return B in [0, 1]: how closely the words that stand by the claim's number stand by the source's."""
    q = source.mentions[index]
    span = source.lists[index]
    total = hit = 0.0
    for stem, dc in place.distances:
        weight = source.weight(stem) * _k(dc, 18)
        total += weight
        at = source.places.get(stem)
        if at is None:
            continue
        i = bisect_left(at, q.start, key=lambda term: source.starts[term])
        nearest = min((distance(source, at[j], *span) for j in (i - 1, i) if 0 <= j < len(at)
                       and not q.start <= source.starts[at[j]] < q.end
                       and (source.starts[at[j]] < source.proper or q.start >= source.proper)),
                      default=1e9)  # fmt: skip
        if stem in source.head:
            nearest = min(nearest, _TITLE)
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
    if place.follow in stems_within(source, index, 28):
        return 0.5
    return -0.5 if mine else 0.0
