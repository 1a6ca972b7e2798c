"""A reference implementation of S2-lite, the published formula that our support started from.

Score = .5 w2 + .5 w3 - .10 [a name has no equivalent in the source] - .05 [a number has none], where w2 and w3 are
the best shares of the claim's weight in windows of clamp(2n, 20, 80) and clamp(3n, 40, 120) words, n the claim's
length. Each occurrence of a stem counts; idf is not dampened; qualifiers weigh 3, generic words .6, numbers three
times their idf. It stands here to be compared with, in plain loops, and shares only the reading of words.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from audit.reading.term_weights import _GENERIC, _QUALIFIER_STEMS, is_number, term_of
from wellsourced_core.text import idf, words

_MARKS = re.compile(r"\[[0-9,;\s^-]{0,40}\]|\*\*")
_FAMILY = 0.8
_HEAD = 0.5


@dataclass(frozen=True, slots=True)
class Read:
    """The words of a text: as written, and their terms ("" for a stop word)."""

    surfaces: tuple[str, ...]
    terms: tuple[str, ...]


def read(text: str) -> Read:
    surfaces = words(text).surfaces
    return Read(surfaces, tuple(map(term_of, surfaces)))


def weight(term: str) -> float:
    if term in _QUALIFIER_STEMS:
        return 3.0
    if is_number(term):
        return 3.0 * max(6.0, idf(term))
    return idf(term) * (0.6 if term in _GENERIC else 1.0)


def score(claim_text: str, source_text: str, title: str = "", url: str = "") -> float:
    """Return S2-lite of a claim and a source."""
    claim, source = read(_MARKS.sub(" ", claim_text)), read(source_text)
    head = set(read(f"{title}\n{url.partition('://')[2]}").terms)
    counts = Counter(term for term in claim.terms if term)
    total = sum(weight(term) * k for term, k in counts.items())
    if not total:
        return 0.0
    hits = {term: _hits(term, claim, source) for term in counts}
    n = len(claim.surfaces)
    shares = [_best(counts, hits, head, size) / total for size in (_clamp(2 * n, 20, 80), _clamp(3 * n, 40, 120))]
    names = [t for i, t in enumerate(claim.terms) if t and i and claim.surfaces[i][0].isupper()]
    lost_name = any(not hits[t][0] and t not in head for t in names)
    lost_number = any(is_number(t) and not hits[t][0] and t not in head for t in counts)
    return sum(shares) / 2 - 0.10 * lost_name - 0.05 * lost_number


def _clamp(value: int, low: int, high: int) -> int:
    return min(max(value, low), high)


def _hits(term: str, claim: Read, source: Read) -> tuple[list[int], float]:
    """Return where a term or its equivalent stands in the source, and what it is credited with there."""
    same = [i for i, other in enumerate(source.terms) if other == term]
    if same:
        return same, 1.0
    compound = _compound(term, claim, source)
    if compound:
        return compound, 1.0
    acronym = _acronym(term, claim, source)
    if acronym:
        return acronym, 1.0
    return [i for i, other in enumerate(source.terms) if _related(term, other)], _FAMILY


def _compound(term: str, claim: Read, source: Read) -> list[int]:
    joined = {term_of(a.lower() + b.lower()) for a, b in _pairs(claim) if term in (term_of(a), term_of(b))}
    found = [i for i, other in enumerate(source.terms) if other and other in joined]
    own = {s.lower() for s, t in zip(claim.surfaces, claim.terms, strict=True) if t == term}
    return found or [i for i, (a, b) in enumerate(_pairs(source)) if (a + b).lower() in own]


def _pairs(text: Read) -> list[tuple[str, str]]:
    return list(zip(text.surfaces, text.surfaces[1:], strict=False))


def _acronym(term: str, claim: Read, source: Read) -> list[int]:
    for surface, own in zip(claim.surfaces, claim.terms, strict=True):
        if own == term and 3 <= len(surface) <= 6 and surface.isupper():
            at = "".join(word[0] for word in source.surfaces).find(surface)
            return [at] if at >= 0 else []
    return []


def _related(a: str, b: str) -> bool:
    if min(len(a), len(b)) < 5 or a[:5] != b[:5]:
        return False
    same = 5
    while same < min(len(a), len(b)) and a[same] == b[same]:
        same += 1
    return same >= 0.6 * max(len(a), len(b))


def _best(counts: Counter[str], hits: dict[str, tuple[list[int], float]], head: set[str], size: int) -> float:
    """Return the greatest weight that a window of ``size`` words holds, terms of the title at half at least."""
    at = sorted((position, term) for term, (positions, _) in hits.items() for position in positions)
    floor = {term: _HEAD * weight(term) * k if term in head else 0.0 for term, k in counts.items()}
    full = {term: max(floor[term], hits[term][1] * weight(term) * k) for term, k in counts.items()}
    best = gained = sum(floor.values())
    inside: Counter[str] = Counter()
    left = 0
    for position, term in at:
        gained += full[term] - floor[term] if not inside[term] else 0.0
        inside[term] += 1
        while at[left][0] <= position - size:
            gone = at[left][1]
            inside[gone] -= 1
            gained -= full[gone] - floor[gone] if not inside[gone] else 0.0
            left += 1
        best = max(best, gained)
    return best
