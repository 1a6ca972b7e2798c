"""Find the name that a source has in the place of one that it lacks: exchanged names stand among the same words.

A name that a source merely does not repeat, since it is what all of it is about, has a pronoun, another noun or nothing
in its place. So the sentences of the source that have most of the claim's are looked through for a name that the claim
lacks, next to a word that the missing one stands next to.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence

from audit.reading.missing_names import is_attribution, name_runs
from audit.reading.prepared_texts import ClaimText, SourceText
from audit.reading.term_weights import TERMS
from audit.thresholds import (
    AKIN_NAME_LETTERS,
    OPENING_NAME_LEAST_IDF,
    RIVAL_LEAST_IDF,
    RIVAL_NEXT_WORDS,
    RIVAL_SENTENCES,
    RIVAL_SHARE,
    TERM_MOST_PLACES,
    TITLE_CASE_SHARE,
)
from wellsourced_core.lexicon import words as words_of
from wellsourced_core.model import Span
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities.number_words import MONTHS
from wellsourced_core.text import idf, sentences, words
from wellsourced_core.values import frozen

_ARTICLES = words_of("determiners before a name")
_NAME_ENDS = compiled(r"[^.!?:;,()\"“”|\n]{0,3}")  # between two words of one name
_OPENS = _CLOSES = ""  # what stands next to a name at the end of its sentence


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
            _bare(self.words[before]) if before >= 0 else _OPENS,
            _bare(self.words[behind]) if behind < len(self.words) else _CLOSES,
        )

    def near(self, first: int, last: int) -> tuple[str, str]:
        """Return the nearest terms before and behind some of its words, within reach; "" where there is none."""
        before = self.terms[max(0, first - RIVAL_NEXT_WORDS) : first]
        behind = self.terms[last + 1 : last + 1 + RIVAL_NEXT_WORDS]
        return next(filter(None, reversed(before)), ""), next(filter(None, behind), "")


def _bare(word: str) -> str:
    return word.lower().removesuffix("'s").removesuffix("’s")


def rival_name(missing: Collection[Span], claim: ClaimText, source: SourceText) -> tuple[str, str] | None:
    """Return a missing name of a claim and the one that the source has in its place; None where it has none."""
    lacking = {TERMS[word] for span in missing for word in words(span.text).surfaces}
    for run in name_runs(missing, claim.text):
        name = Span(run[0].start, run[-1].end, claim.text[run[0].start : run[-1].end])
        if _may_be_exchanged(name, claim) and (rival := _in_place_of(name, lacking, claim, source)):
            return name.text, rival
    return None


def _may_be_exchanged(name: Span, claim: ClaimText) -> bool:
    """Tell whether a name is one of the statement, and no date."""
    return name.text.lower() not in MONTHS and not is_attribution(name, claim)


def _in_place_of(name: Span, lacking: Collection[str], claim: ClaimText, source: SourceText) -> str | None:
    mine = _sentence(claim.text, *_around(name.start, sentences(claim.text)))
    within = [i for i, at in enumerate(mine.starts) if name.start <= at < name.end]
    if not within:
        return None
    known = {term for term in claim.terms if term not in lacking}
    wanted = {term: idf(term) for term in mine.terms if term in known}
    least = RIVAL_SHARE * sum(wanted.values())
    for share, (start, end) in _nearest(wanted, source):
        if share < least:
            return None
        theirs = _sentence(source.text, start, end)
        for first, last in _names(theirs, claim):
            other = source.text[theirs.starts[first] : theirs.ends[last]]
            if _same_place(mine, within, theirs, first, last, name.text) and not _akin(name.text, other):
                return other
    return None


def _same_place(mine: _Read, within: Sequence[int], theirs: _Read, first: int, last: int, name: str) -> bool:
    """Tell whether two names stand next to the same words: an acronym on both sides, or by two signs of them."""
    here, there = mine.next_to(within[0], within[-1]), theirs.next_to(first, last)
    near = mine.near(within[0], within[-1])
    around = (
        theirs.terms[max(0, first - RIVAL_NEXT_WORDS) : first] , theirs.terms[last + 1 : last + 1 + RIVAL_NEXT_WORDS]
    )
    signs = sum(one == other for one, other in zip(here, there, strict=True))
    signs += sum(bool(term) and any(term in side for side in around) for term in near)
    return signs >= (2 if _is_acronym(name) else 1)


def _is_acronym(name: str) -> bool:
    return sum(map(str.isupper, name)) > 1 and " " not in name


def _nearest(wanted: dict[str, float], source: SourceText) -> list[tuple[float, tuple[int, int]]]:
    """Return the sentences of a source that have most of the wanted terms' weight, a few, and that weight."""
    spans = sentences(source.text)
    starts = [start for start, _ in spans]
    held: dict[int, float] = {}
    for term, weight in wanted.items():
        places = source.positions.get(term, ())[:TERM_MOST_PLACES]
        for at in dict.fromkeys(bisect_right(starts, source.starts[place]) - 1 for place in places):
            held[at] = held.get(at, 0.0) + weight
    best = sorted(held, key=lambda at: (-held[at], at))[:RIVAL_SENTENCES]
    return [(held[at], spans[at]) for at in best]


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
        while _goes_on(read, last, known):
            last += 1
        if _is_new(read, at, known) and any(_tells(read.words[i], read.terms[i]) for i in range(at, last + 1)):
            if at or last > at or idf(read.terms[at]) >= OPENING_NAME_LEAST_IDF or read.words[at].isupper():
                yield at, last
        at = last + 1


def _is_new(read: _Read, at: int, known: Collection[str]) -> bool:
    word, term = read.words[at], read.terms[at]
    return word[0].isupper() and len(word) > 1 and bool(term) and term not in known


def _goes_on(read: _Read, at: int, known: Collection[str]) -> bool:
    """Tell whether the next word of a sentence belongs to the name that this one does."""
    if not _is_new(read, at, known) or at + 1 == len(read.words) or not _is_new(read, at + 1, known):
        return False
    return _NAME_ENDS.fullmatch(read.text, read.ends[at], read.starts[at + 1]) is not None


def _tells(word: str, term: str) -> bool:
    """Tell whether a capitalised word is a name for sure: "Office" and "State" may be parts of a title."""
    return word.isupper() or idf(term) >= RIVAL_LEAST_IDF


def _akin(one: str, other: str) -> bool:
    """Tell whether two names may be one: a form of the same word, or the initials of the other."""
    pairs = [(a.lower(), b.lower()) for a in words(one).surfaces for b in words(other).surfaces]
    if any(a[:AKIN_NAME_LETTERS] == b[:AKIN_NAME_LETTERS] for a, b in pairs):
        return True
    return any(_initials(a) == b.removesuffix("s") for a, b in ((one, other), (other, one)))


def _initials(name: str) -> str:
    return "".join(word[0] for word in words(name).surfaces if word[0].isupper())
