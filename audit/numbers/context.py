"""Describe the context of a number: the words of its sentence, those near it, and how far each is."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

from audit.agreement.kinds import DATED, same_kind
from audit.numbers.numbered_text import NumberedText, Spot
from audit.thresholds import (
    BASELINE_CHARACTERS,
    CLAUSE_CROSSING_CHARACTERS,
    FOLLOWING_WORD_CHARACTERS,
    NEIGHBOURING_NUMBERS,
)
from wellsourced_core.lexicon import either, listed
from wellsourced_core.model import Quantity
from wellsourced_core.patterns import compiled
from wellsourced_core.values import frozen

_BASELINE = compiled(
    rf"\b(?:{either('before a compared period', gap=' ')})\s(?:[\w$€£.,%-]{{1,20}}\s){{0,5}}"
    rf"(?:{either('periods of accounts')})\s(?:(?:of|ended|in|fiscal)\s){{0,2}}\Z",
    re.IGNORECASE,
)
_PERIODS = listed("periods of accounts")


@frozen
class Context:
    """The context of a claim's number: the words of its sentence with their distances, and those near it."""

    sentence: frozenset[str]
    ordered: tuple[str, ...]  # the same, sorted: sums of weights come out alike whatever the order of a set
    near: frozenset[str]  # within 60 characters
    close: frozenset[str]  # within 28
    distances: tuple[tuple[str, float], ...]
    follow: str
    baseline: bool | None  # of a date: whether something is compared with it


def context_of(claim: NumberedText, index: int) -> Context:
    """Return the context of number ``index`` of a claim."""
    known: dict[int, Context] = claim.made.setdefault(context_of, {})
    found = known.get(index)
    if found is None:
        found = known[index] = _context(claim, index)
    return found


def _context(claim: NumberedText, index: int) -> Context:
    q, spot = claim.mentions[index], claim.spot(index)
    sentence = sentence_words(claim, index)
    at = claim.mention_sentence[index]
    words: dict[str, float] = {}
    for i in range(bisect_left(claim.term_sentence, at), bisect_right(claim.term_sentence, at)):
        stem = claim.stems[i]
        if stem in sentence:
            words[stem] = min(words.get(stem, 1e9), distance(claim, i, spot))
    return Context(
        sentence,
        tuple(sorted(sentence)),
        stems_within(claim, spot.near) & sentence,
        stems_within(claim, spot.close) & sentence,
        tuple(words.items()),
        follow(claim, index),
        is_baseline(claim, q) if q.kind in DATED else None,
    )


def stems_within(text: NumberedText, sides: tuple[tuple[int, int], tuple[int, int]]) -> frozenset[str]:
    """Return the stems of the terms on both sides of a number."""
    (low, left), (right, high) = sides
    return frozenset(text.stems[low:left] + text.stems[right:high])


def _own_stems(text: NumberedText, index: int) -> frozenset[str]:
    """Return the stems that are part of a number itself ("2", "million", "may")."""
    q = text.mentions[index]
    return frozenset(text.stems[bisect_left(text.starts, q.start) : bisect_left(text.starts, q.end)])


def sentence_words(text: NumberedText, index: int) -> frozenset[str]:
    """Return the stems of a number's sentence, its own left out."""
    return text.sentence_stems[text.mention_sentence[index]] - _own_stems(text, index)


def share(wanted: frozenset[str], there: frozenset[str], weights: NumberedText) -> float:
    """Return the share of the wanted stems' idf mass that is there; 0 where nothing is wanted."""
    known, most = weights.weights, weights.weights[""]
    found = total = 0.0
    for stem in sorted(wanted):
        total += (weight := known.get(stem, most))
        if stem in there:
            found += weight
    return found / total if wanted else 0.0


def distance(text: NumberedText, term: int, spot: Spot) -> float:
    """Return the characters between a term and a number, plus twelve for every clause boundary crossed."""
    if text.starts[term] >= spot.end:
        return text.starts[term] - spot.end + CLAUSE_CROSSING_CHARACTERS * max(0, text.crossed[0][term] - spot.ended[1])
    apart, crossed = spot.start - text.ends[term], spot.ended[0] - text.crossed[1][term]
    return max(0, apart) + CLAUSE_CROSSING_CHARACTERS * max(0, crossed)


def follow(text: NumberedText, index: int) -> str:
    """Return the stem of the word right after a number, "" where there is none."""
    q, i = text.mentions[index], text.spot(index).own[1]
    near = i < len(text.stems) and text.starts[i] - q.end <= FOLLOWING_WORD_CHARACTERS
    if near and "." not in text.text[q.end : text.starts[i]]:
        return text.stems[i]
    return ""


def clause_of(text: NumberedText, at: int) -> str:
    """Return the clause of a number: its sentence, cut at the nearest boundaries around the number."""
    q, (start, end) = text.mentions[at], text.sentences[text.mention_sentence[at]]
    after = bisect_left(text.boundaries, q.end)
    before = bisect_left(text.boundaries, q.start)
    left = text.boundaries[before - 1] if before else start
    right = text.boundaries[after] if after < len(text.boundaries) else end
    return text.text[max(start, left) : min(end, right)]


def up_to(text: NumberedText, i: int) -> str:
    """Return what a sentence says up to a number, from the number of its kind before it on."""
    q, (start, _) = text.mentions[i], text.sentences[text.mention_sentence[i]]
    before = [one.end for one in text.mentions[max(0, i - NEIGHBOURING_NUMBERS) : i] if same_kind(one, q)]
    return text.text[max([start, *before]) : q.end]


def stretch(text: NumberedText, i: int) -> frozenset[str]:
    """Return the stems around a number: of its clause, up to the numbers of its kind on either side."""
    known: dict[int, frozenset[str]] = text.made.setdefault(stretch, {})
    found = known.get(i)
    if found is None:
        found = known[i] = _stretch(text, i)
    return found


def _stretch(text: NumberedText, i: int) -> frozenset[str]:
    q, (start, end) = text.mentions[i], text.sentences[text.mention_sentence[i]]
    k = bisect_left(text.boundaries, q.start)
    start = max(start, text.boundaries[k - 1] if k else 0)
    k = bisect_left(text.boundaries, q.end)
    end = min(end, text.boundaries[k] if k < len(text.boundaries) else len(text.text))
    for one in text.mentions[max(0, i - NEIGHBOURING_NUMBERS) : i + NEIGHBOURING_NUMBERS + 1]:
        if one is not q and same_kind(one, q):
            start = max(start, one.end if one.end <= q.start else 0)
            end = min(end, one.start if one.start >= q.end else end)
    found = text.stems[bisect_left(text.starts, start) : bisect_left(text.starts, end)]
    return frozenset(stem for stem in found if not stem[0].isdigit())


def is_baseline(text: NumberedText, q: Quantity) -> bool:
    """Tell whether a date is what something is compared with: "up 5 % over the first quarter of 2019"."""
    before = text.text[max(0, q.start - BASELINE_CHARACTERS) : q.start]
    return any(period in before.lower() for period in _PERIODS) and _BASELINE.search(before) is not None
