"""Find the terms of a claim in a source, and the window of the source that has most of their weight."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from audit.reading.prepared_texts import ClaimText, SourceText
from audit.reading.term_weights import NUMBER_WORDS, made_of
from audit.thresholds import (
    ACRONYM_SPELLED_LETTERS,
    COMPOUND_LEAST_LETTERS,
    COMPOUND_MOST_LETTERS,
    FAMILY_CREDIT,
    FAMILY_LETTERS,
    FAMILY_SHARE,
    GAIN_ROUNDING,
    HEAD_CREDIT,
    TERM_MOST_PLACES,
    TERM_RARE_PLACES,
    WIDE_WINDOW_MOST_WORDS,
)
from wellsourced_core.text import fold
from wellsourced_core.values import frozen


@frozen
class Hits:
    """The terms of a claim in a source.

    ``at`` holds (position, index of the term), ascending; ``gains`` is what each term adds to a window that
    has it, ``floors`` what it counts anywhere, by the title; ``most`` is the greatest gain that a window can have.
    """

    at: list[tuple[int, int]]
    gains: list[float]
    floors: list[float]
    most: float


@frozen
class Window:
    """The best window: what it gains, and the indexes into ``Hits.at`` of its first and last hit."""

    gain: float
    first: int
    last: int


def find_hits(claim: ClaimText, source: SourceText) -> Hits:
    """Find every term of a claim in a source, or an equivalent of it."""
    positions, head = source.positions, source.head
    places: list[Sequence[int]] = []
    gains = list(claim.weights)
    floors = [0.0] * len(gains)
    begun: dict[str, bool] = {}
    for index, term in enumerate(claim.terms):
        where = positions.get(term)
        if where is None:
            where = _written_otherwise(claim, term, source, begun)
            if not where and term[:4] in source.openings:  # else it has no family there
                where = sorted([at for other in relatives(term, source) for at in positions[other][:TERM_MOST_PLACES]])
                gains[index] *= FAMILY_CREDIT
        places.append(where)
        if term in head:
            floors[index] = HEAD_CREDIT * claim.weights[index]
            gains[index] -= floors[index]
    if max(map(len, places), default=0) > TERM_MOST_PLACES:
        places = _near_the_rare(places)
    at = sorted([(position, index) for index, where in enumerate(places) for position in where])
    return Hits(at, gains, floors, sum([gain for gain, where in zip(gains, places, strict=True) if where]))


def _near_the_rare(places: Sequence[Sequence[int]]) -> list[Sequence[int]]:
    """Drop most places of frequent terms: the first ones stay, and those within a window of a rare term.

    A long text has some words in every sentence; the rare terms of a claim tell where to look.
    """
    rare = sorted(position for where in places if len(where) <= TERM_RARE_PLACES for position in where)
    stretches: list[tuple[int, int]] = []
    for position in rare:
        start = (
            position - WIDE_WINDOW_MOST_WORDS
            if not stretches
            else max(position - WIDE_WINDOW_MOST_WORDS, stretches[-1][1])
        )
        stretches.append((start, position + WIDE_WINDOW_MOST_WORDS))
    return [where if len(where) <= TERM_MOST_PLACES else _kept(where, stretches) for where in places]


def _kept(where: Sequence[int], stretches: Sequence[tuple[int, int]]) -> list[int]:
    kept = list(where[:TERM_MOST_PLACES])
    for start, end in stretches:
        kept += where[bisect_left(where, start, TERM_MOST_PLACES) : bisect_left(where, end, TERM_MOST_PLACES)]
    return kept


def best_window(hits: Hits, size: int) -> Window:
    """Return the window of ``size`` words with the greatest gain; of equals the first.

    Two pointers over the hits: linear in their number, whatever the length of the source.
    """
    at, gains = hits.at, hits.gains
    counts = [0] * len(gains)
    best, first, last = 0.0, 0, -1
    gain = 0.0
    left = 0
    for right, (position, index) in enumerate(at):
        if not counts[index]:
            gain += gains[index]
        counts[index] += 1
        while at[left][0] <= position - size:
            gone = at[left][1]
            counts[gone] -= 1
            if not counts[gone]:
                gain -= gains[gone]
            left += 1
        if gain > best + GAIN_ROUNDING:
            best, first, last = gain, left, right
            if best > hits.most - GAIN_ROUNDING / 2:
                break  # it holds them all
    return Window(best, first, last)


def has_equivalent(claim: ClaimText, term: str, source: SourceText) -> bool:
    """Return whether a term of a claim, or an equivalent of it, is anywhere in text, title or address."""
    if source.has(term) or relatives(term, source):
        return True
    return bool(_written_otherwise(claim, term, source, {}))


def relatives(term: str, source: SourceText) -> list[str]:
    """Return the source's other words of the same derivational family.

    Both have five letters or more, the first five in common, and a common start of half of the longer one.
    """
    return [other for other in source.family(term) if other != term and _common(term, other) >= FAMILY_SHARE]


def _common(a: str, b: str) -> float:
    shorter, longer = sorted((len(a), len(b)))
    same = FAMILY_LETTERS
    while same < shorter and a[same] == b[same]:
        same += 1
    return same / longer


def _written_otherwise(claim: ClaimText, term: str, source: SourceText, begun: dict[str, bool]) -> Sequence[int]:
    """Find a term within a compound, as a compound taken apart, or as the initials of a name.

    ``begun`` remembers, for one claim and one source, what ``may_begin`` says of four letters: a word's compounds begin
    as it does, and each is its neighbour's too.
    """
    for joined in claim.compounds.get(term, ()):
        may = begun.get(joined[:4])
        if may is None:
            may = begun[joined[:4]] = may_begin(joined, source.openings)
        if may and (where := source.positions.get(made_of(joined))):
            return where
    capitals = claim.acronyms.get(term)
    if capitals is None:
        word = claim.written.get(term, term)
        surface = word.lower() if word.isascii() and word.isalpha() else fold(word)
        may = (
            begun.get(surface[:4], True)
            and COMPOUND_LEAST_LETTERS <= len(surface) <= COMPOUND_MOST_LETTERS
            and surface.isalpha()
        )
        return _taken_apart(surface, source) if may else ()
    start = source.initials.find(capitals)
    if start < 0 and len(capitals) >= ACRONYM_SPELLED_LETTERS:
        start = source.initials.lower().find(capitals.lower())
    return [start] if start >= 0 else []


def _taken_apart(surface: str, source: SourceText) -> list[int]:
    positions = source.positions
    if not may_begin(surface, source.openings):
        return []
    for cut in range(3, len(surface) - 2):
        left = positions.get(made_of(surface[:cut]))
        right = positions.get(made_of(surface[cut:])) if left else None
        if left and right:
            ahead = {position - 1 for position in right}
            if where := [position for position in left if position in ahead]:
                return where
    return []


_NUMERIC_OPENINGS = frozenset([word[:3] for word in NUMBER_WORDS])


def may_begin(surface: str, openings: frozenset[str]) -> bool:
    """Tell whether some beginning of a word, from three letters on, may be a term of a text, by its terms' openings.

    Stemming keeps the first four letters, but for stems that are shorter, and for a "y" or "i" among them that may
    become "i" or "e": a look at them spares the stemming of a dozen pieces of nearly every word that a source lacks.
    """
    three, two = surface[:3], surface[:2]
    if surface[:4] in openings or three in openings or two in openings or surface[0] in openings:
        return True
    if three in _NUMERIC_OPENINGS:
        return True
    changed = surface[2:4]
    return ("y" in changed or "i" in changed) and not openings.isdisjoint(
        (f"{two}i", f"{two}e", f"{three}i", f"{three}e")
    )
