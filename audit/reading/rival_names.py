"""Find the name that a source has in the place of one that it lacks: exchanged names stand among the same words.

A name that a source merely does not repeat, since it is what all of it is about, has a pronoun, another noun or nothing
in its place. So the sentences of the source that have most of the claim's are looked through for a name that the claim
lacks, next to a word that the missing one stands next to.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from audit.reading.missing_names import is_acronym, is_attribution, name_runs, other_between, partly_known
from audit.reading.prepared_texts import ClaimText, SourceText
from audit.reading.term_weights import TERMS
from audit.thresholds import (
    AKIN_NAME_LETTERS,
    NAME_LEAST_IDF,
    OPENING_NAME_LEAST_IDF,
    RIVAL_AROUND_SHARE,
    RIVAL_AROUND_WORDS,
    RIVAL_NEXT_WORDS,
    RIVAL_SENTENCES,
    RIVAL_SHARE,
    TERM_MOST_PLACES,
    TITLE_CASE_SHARE,
)
from wellsourced_core.lexicon import words as words_of
from wellsourced_core.model import Span
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities.number_words import CARDINALS, MONTHS, NATIONALITIES
from wellsourced_core.text import fold, idf, sentences, words
from wellsourced_core.values import frozen

_ARTICLES = words_of("determiners before a name")
_NOTHING = words_of("capitalised words that name nothing") | MONTHS.keys() | CARDINALS.keys()
_VOWELS, _REPEATED = compiled("[aeiouy]"), compiled(r"(.)\1+")
_JOINT = compiled(r"[\s'’-]{1,3}(?:(?:of|for|and|the|de|von) ){0,2}")  # between two words of one name


@frozen
class _Read:
    """A sentence: its words, as written, their terms ("" where a word is none), and where each starts and ends."""

    text: str
    words: Sequence[str]
    terms: Sequence[str]
    starts: Sequence[int]
    ends: Sequence[int]

    def next_to(self, first: int, last: int) -> tuple[str, str]:
        """Return the words before and behind some of its words, articles left out; "" at its ends."""
        before, behind = first - 1, last + 1
        while before >= 0 and self.words[before].lower() in _ARTICLES:
            before -= 1
        while behind < len(self.words) and self.words[behind].lower() in _ARTICLES:
            behind += 1
        return (
            _bare(self.words[before]) if before >= 0 else "",
            _bare(self.words[behind]) if behind < len(self.words) else "",
        )

    def near(self, first: int, last: int) -> tuple[str, str]:
        """Return the nearest terms before and behind some of its words, within reach; "" where there is none."""
        before, behind = self._sides(first, last)
        return next(filter(None, reversed(before)), ""), next(filter(None, behind), "")

    def around(self, first: int, last: int, reach: int = RIVAL_NEXT_WORDS) -> frozenset[str]:
        """Return the terms within reach of some of its words."""
        return frozenset().union(*self._sides(first, last, reach)) - {""}

    def _sides(self, first: int, last: int, reach: int = RIVAL_NEXT_WORDS) -> tuple[Sequence[str], Sequence[str]]:
        return self.terms[max(0, first - reach) : first], self.terms[last + 1 : last + 1 + reach]


def _bare(word: str) -> str:
    return word.lower().removesuffix("'s").removesuffix("’s")


def exchanged_name(
    missing: Collection[Span], claim: ClaimText, sources: Sequence[SourceText]
) -> tuple[Span, str] | None:
    """Return a name of a claim that none of its sources has, and what one of them has in its place; None without any.

    ``missing`` are the words that all of them lack. Of a name whose last part they know, the other words are looked at
    too: "Cape Brand" beside "Cape Ferro".
    """
    for span in missing:
        for source in sources:
            if other := other_between(span.text, claim.text, source.text):
                return span, other
    parts = [{span.start: span for span in partly_known(claim, source)} for source in sources]
    known = [span for at, span in parts[0].items() if all(at in other for other in parts[1:])]
    if not missing and not known:
        return None
    for source in sources:
        if found := rival_name((*missing, *known), claim, source):
            return found
    return None


def rival_name(missing: Collection[Span], claim: ClaimText, source: SourceText) -> tuple[Span, str] | None:
    """Return a missing name of a claim and the one that a source has in its place; None where it has none."""
    lacking = {TERMS[word] for span in missing for word in words(span.text).surfaces}
    for run in name_runs(missing, claim.text):
        name = Span(run[0].start, run[-1].end, claim.text[run[0].start : run[-1].end])
        if name.text.lower() in MONTHS or is_attribution(name, claim):
            continue  # a date, or who says so
        if rival := _in_place_of(name, lacking, claim, source):
            return name, rival
    return None


def _in_place_of(name: Span, lacking: Collection[str], claim: ClaimText, source: SourceText) -> str | None:
    """Return the name that stands among most of the words that a missing one stands among; the first of equals."""
    mine = _sentence(claim.text, *_around(name.start, sentences(claim.text)))
    within = [i for i, at in enumerate(mine.starts) if name.start <= at < name.end]
    if not within:
        return None
    wanted = {term: idf(term) for term in mine.terms if term and term not in lacking}
    least = RIVAL_SHARE * sum(wanted.values())
    signs = 3 if is_acronym(name.text) else 2 if _is_part(name, lacking, claim) else 1
    best = None
    for held, (start, end) in _nearest(wanted, source):
        theirs = _sentence(source.text, start, end)
        for first, last in _names(theirs, claim) if held >= least else ():
            other = source.text[theirs.starts[first] : theirs.ends[last]]
            found = _signs(mine, within, theirs, first, last)
            if found >= signs and not _akin(name.text, other):
                best, signs = other, found + 1
    return best


def _is_part(name: Span, lacking: Collection[str], claim: ClaimText) -> bool:
    """Tell whether a missing name is part of one of which the source knows the rest: "Justice" of a "Court of ..."."""
    every = name_runs([one.span for one in claim.names], claim.text)
    whole = next((run for run in every if run[0].start <= name.start < run[-1].end), [])
    return any(TERMS[one.text] not in lacking for one in whole)


def _signs(mine: _Read, within: Sequence[int], theirs: _Read, first: int, last: int) -> int:
    """Count the signs that two names stand among the same words.

    These are the words right before and behind both, other near terms on either side, and most of what is around.
    """
    beside = mine.next_to(within[0], within[-1])
    same = [one != "" and one == other for one, other in zip(beside, theirs.next_to(first, last), strict=True)]
    near = theirs.around(first, last)
    told = (
        term in near and not (equal and TERMS[word] == term)
        for term, word, equal in zip(mine.near(within[0], within[-1]), beside, same, strict=True)
    )
    around = mine.around(within[0], within[-1], RIVAL_AROUND_WORDS)
    shared = around & theirs.around(first, last, RIVAL_AROUND_WORDS)
    most = 0 < RIVAL_AROUND_SHARE * sum(map(idf, around)) <= sum(map(idf, shared))
    return sum(same) + sum(told) + most


def _nearest(wanted: dict[str, float], source: SourceText) -> list[tuple[float, tuple[int, int]]]:
    """Return the sentences of a source that have most of the wanted terms' weight, a few, and that weight."""
    spans, starts = _spans(source.text)
    held: dict[int, float] = {}
    for term, weight in wanted.items():
        places = source.positions.get(term, ())[:TERM_MOST_PLACES]
        for at in dict.fromkeys(bisect_right(starts, source.starts[place]) - 1 for place in places):
            held[at] = held.get(at, 0.0) + weight
    best = sorted(held, key=lambda at: (-held[at], at))[:RIVAL_SENTENCES]
    return [(held[at], spans[at]) for at in best]


@lru_cache(maxsize=8)  # a source is asked for each name that it lacks
def _spans(text: str) -> tuple[list[tuple[int, int]], list[int]]:
    spans = sentences(text)
    return spans, [start for start, _ in spans]


def _around(at: int, spans: Sequence[tuple[int, int]]) -> tuple[int, int]:
    return spans[max(0, bisect_right([start for start, _ in spans], at) - 1)]


def _sentence(text: str, start: int, end: int) -> _Read:
    read = words(text[start:end])
    return _Read(
        text,
        read.surfaces,
        [TERMS[word] for word in read.surfaces],
        [start + at for at in read.starts],
        [start + at for at in read.ends],
    )


def _names(read: _Read, claim: ClaimText) -> Iterator[tuple[int, int]]:
    """Yield the names of a sentence that a claim lacks, as their first and last words; none of a heading's."""
    lettered = [word for word in read.words if word[0].isalpha()]
    if sum(word[0].isupper() for word in lettered) > TITLE_CASE_SHARE * len(lettered):
        return
    known, at = set(claim.terms), 0
    while at < len(read.words):
        last = at
        while _is_new(read, at, known) and (behind := _goes_on(read, last, known)):
            last = behind
        if _is_new(read, at, known) and (at or last or _may_open(read.words[0], read.terms[0])):
            yield at, last
        at = last + 1


def _is_new(read: _Read, at: int, known: Collection[str]) -> bool:
    word, term = read.words[at], read.terms[at]
    if not word[0].isupper() or len(word) == 1 or not term or term in known or word.lower() in _NOTHING:
        return False
    return word.isupper() or idf(term) >= NAME_LEAST_IDF


def _may_open(word: str, term: str) -> bool:
    return word.isupper() or idf(term) >= OPENING_NAME_LEAST_IDF


def _goes_on(read: _Read, at: int, known: Collection[str]) -> int:
    """Return the next word of the name that a word of a sentence belongs to, over an "of" between; 0 if it ends."""
    for behind in (at + 1, at + 2, at + 3):
        if behind < len(read.words) and _is_new(read, behind, known):
            joint = read.text[read.ends[at] : read.starts[behind]]
            return behind if _JOINT.fullmatch(joint) else 0
    return 0


def _akin(one: str, other: str) -> bool:
    """Tell whether two names may be one, or are no rivals: forms of one word, an acronym beside a name."""
    if is_acronym(other) and not is_acronym(one):
        return True
    if other.lower() in NATIONALITIES and one.lower() not in NATIONALITIES:
        return True
    pairs = [(a.lower(), b.lower()) for a in words(one).surfaces for b in words(other).surfaces]
    if any(a[:AKIN_NAME_LETTERS] == b[:AKIN_NAME_LETTERS] or _bones(a) == _bones(b) for a, b in pairs):
        return True
    return any(_initials(a) == b.removesuffix("s") for a, b in ((one, other), (other, one)))


def _bones(word: str) -> str:
    """Return how a name begins and its consonants, one of each in a row: "Saurabh" and "Sourabh" have the same."""
    plain = fold(word)
    return plain[:1] + _REPEATED.sub(r"\1", _VOWELS.sub("", plain[1:]))


def _initials(name: str) -> str:
    return "".join(word[0] for word in words(name).surfaces if word[0].isupper())
