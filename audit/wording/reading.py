"""Read claims and sources once, into the shape in which support is measured."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import pairwise
from urllib.parse import unquote

from audit.wording.language import language_of
from audit.wording.weights import is_number, term_of, weight_of
from wellsourced.core.model import Claim, Span
from wellsourced.core.text import Words, fold, idf, sentences, stem_of, words

_MOST = 64  # words of a family, acronyms of a claim: more are no language, and would cost their product

# ------------------------------------------------------------------------------------------------- sources


@dataclass(frozen=True, slots=True)
class SourceText:
    """A source, tokenised once. Positions count all words, stop words too.

    ``positions`` lists where each term stands, ascending; ``families`` groups the words of five letters and
    more by their first five; ``initials`` is the first letter of every word; ``head`` holds the terms of title
    and address.
    """

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    positions: dict[str, list[int]]
    families: dict[str, list[str]]
    initials: str
    head: frozenset[str]
    language: str

    def has(self, term: str) -> bool:
        """Return whether a term stands in the text, the title or the address."""
        return term in self.positions or term in self.head


def prepare(text: str, title: str = "", url: str = "") -> SourceText:
    """Tokenise a source once, for any number of claims."""
    read = words(text)
    found: defaultdict[str, list[int]] = defaultdict(list)
    for position, term in enumerate(map(term_of, read.surfaces)):
        found[term].append(position)
    found.pop("", None)
    positions = dict(found)
    families: dict[str, list[str]] = {}
    for term in positions:
        if len(term) >= 5 and not is_number(term):
            family = families.setdefault(term[:5], [])
            if len(family) < _MOST:
                family.append(term)
    initials = "".join([word[0] for word in read.surfaces])
    language = language_of(read.surfaces)
    return SourceText(text, read.starts, read.ends, positions, families, initials, _head(title, url), language)


def _head(title: str, url: str) -> frozenset[str]:
    if not title and not url:
        return frozenset()
    address = unquote(url.partition("://")[2])
    return frozenset(term for term in map(term_of, words(f"{title} \n {address}").surfaces) if term)


# ------------------------------------------------------------------------------------------------- claims


@dataclass(frozen=True, slots=True)
class Name:
    """A capitalised word of a claim that is not so merely because it opens a sentence.

    ``last`` is the term of the last word of the name it belongs to ("Barack Obama" -> "obama").
    """

    span: Span
    term: str
    last: str


@dataclass(frozen=True, slots=True)
class ClaimText:
    """A claim, read: its distinct terms in order of appearance, what each weighs, and what must be matched.

    ``length`` is the number of words. Of a term ``surfaces`` knows how it was first written (folded),
    ``compounds`` what it makes with its neighbours ("game" beside "boy": "gameboy"), ``acronyms`` its capitals.
    Offsets are those of ``Claim.text``.
    """

    text: str
    terms: tuple[str, ...]
    weights: tuple[float, ...]
    length: int
    surfaces: dict[str, str]
    compounds: dict[str, list[str]]
    acronyms: dict[str, str]
    names: tuple[Name, ...]
    numbers: tuple[str, ...]
    language: str


# A marker (also "[[1], 2]"), an empty bracket, emphasis. Bounded and possessive: a run of brackets stays linear.
_INSIDE = r"[0-9,;\s^†–-]"
_NOISE = re.compile(rf"\[(?:{_INSIDE}{{1,40}}+|\[{_INSIDE}{{0,40}}+\]){{0,8}}+\]|[【［]{_INSIDE}{{0,40}}+[】］]|\*\*")
_OPENING = re.compile(r"[.!?:;\n•#>]")  # between two words: the second opens a sentence or an item
_NAME_JOINT = re.compile(r"(?:[A-Z]\.|of|the|-)?")  # between two words: the name goes on
_RARE = 8.0  # idf from which even the first word of a sentence is taken for a name
_SHORT = 3  # terms up to which a claim borrows those of its context
_BORROWED_SHARE = 0.35
_CONTEXT_WORDS = 40


def read_claim(claim: Claim) -> ClaimText:
    """Read a claim; markers and emphasis in it count for nothing.

    A claim of up to three terms says little alone: the terms of its context (a heading, a question, the
    sentence before) are added at a third of their weight.
    """
    own = _read(_NOISE.sub(lambda noise: " " * len(noise[0]), claim.text))
    if len(own.terms) > _SHORT or not claim.context:
        return own
    around = _read(_NOISE.sub(" ", _nearest(claim)))
    borrowed = [i for i, term in enumerate(around.terms) if term not in own.terms]
    return replace(
        own,
        terms=own.terms + tuple(around.terms[i] for i in borrowed),
        weights=own.weights + tuple(_BORROWED_SHARE * around.weights[i] for i in borrowed),
        length=own.length + around.length,
        surfaces={**around.surfaces, **own.surfaces},
        language=own.language or around.language,
    )


def _nearest(claim: Claim) -> str:
    """Return the context, or of a long one the sentence right before the claim."""
    if not claim.text.strip():
        return claim.context
    before, found, _ = claim.context.partition(claim.text.strip())
    if not found and len(before.split()) <= _CONTEXT_WORDS:
        return before
    spans = sentences(before)
    return before[spans[-1][0] : spans[-1][1]] if spans else ""


def _read(text: str) -> ClaimText:
    read = words(text)
    # A stop word that is a number word ("two") counts in a source only: in a claim it is too common.
    found = [term_of(word) if stem_of(word) else "" for word in read.surfaces]
    surfaces: dict[str, str] = {}
    acronyms: dict[str, str] = {}
    for word, term in zip(read.surfaces, found, strict=True):
        if term and term not in surfaces:
            surfaces[term] = fold(word)
            if 3 <= len(word) <= 6 and word.isupper() and len(acronyms) < _MOST:
                acronyms[term] = word
    return ClaimText(
        text,
        tuple(surfaces),
        tuple(map(weight_of, surfaces)),
        len(read.surfaces),
        surfaces,
        _compounds(read.surfaces, found),
        acronyms,
        tuple(_names(text, read, found)),
        tuple(filter(is_number, surfaces)),
        language_of(read.surfaces),
    )


def _compounds(written: tuple[str, ...], found: list[str]) -> dict[str, list[str]]:
    compounds: dict[str, list[str]] = {}
    for (left, one), (right, other) in pairwise(zip(written, found, strict=True)):
        if one and other and left.isalpha() and right.isalpha():
            joined = term_of(fold(left) + fold(right))
            compounds.setdefault(one, []).append(joined)
            compounds.setdefault(other, []).append(joined)
    return compounds


def _names(text: str, read: Words, found: list[str]) -> list[Name]:
    names: list[Name] = []
    run: list[Name] = []
    before = 0
    for word, term, start, end in zip(read.surfaces, found, read.starts, read.ends, strict=True):
        gap, before = text[before:start], end
        if not term or not word[0].isupper():
            continue
        opens = start == read.starts[0] or _OPENING.search(gap)
        if opens and idf(term) < _RARE and not (len(word) > 1 and word.isupper()):
            continue
        if run and not _NAME_JOINT.fullmatch(" ".join(text[run[-1].span.end : start].split())):
            names += [replace(name, last=run[-1].term) for name in run]
            run = []
        run.append(Name(Span(start, end, text[start:end]), term, term))
    return names + [replace(name, last=run[-1].term) for name in run]


def hard_part(claim: ClaimText) -> ClaimText:
    """Return what of a claim any language writes alike: numbers, names and acronyms."""
    kept = {name.term for name in claim.names} | set(claim.numbers) | set(claim.acronyms)
    indexes = [i for i, term in enumerate(claim.terms) if term in kept]
    return replace(
        claim,
        terms=tuple(claim.terms[i] for i in indexes),
        weights=tuple(claim.weights[i] for i in indexes),
        compounds={},
        names=(),
        numbers=(),
    )
