"""Read claims and sources once, into the shape in which support is measured."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from urllib.parse import unquote

from audit.language import language_of
from wellsourced.core.model import Claim, Span
from wellsourced.core.text import QUALIFIERS, fold, idf, stem_of, words

# ------------------------------------------------------------------------------------------------- terms

_NUMBER_WORDS = {
    word: str(value)
    for value, word in enumerate(
        "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
        " eighteen nineteen twenty".split(),
        start=2,
    )
} | {
    word: str(10 * value)
    for value, word in enumerate("thirty forty fifty sixty seventy eighty ninety".split(), start=3)
}
_ROMAN = {
    numeral: str(value)
    for value, numeral in enumerate(
        "II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI".split(), start=2
    )
    if len(numeral) > 1
}

# Words that fit nearly every claim of a research text: they say little about this one.
_GENERIC = frozenset(
    stem_of(word)
    for word in (
        "ability able account achieve address affect aim allow approach area aspect associated available based"
        " basis benefit case cause certain change characteristic commonly concept condition consider contain"
        " context contribute create current development different difficult effect effective ensure example"
        " experience factor feature finally find focus form general goal good group help high identify impact"
        " implement important improve include increase individual influence information involve issue key know"
        " known large lead level likely long main major make mean method need new number occur offer overall part"
        " particular people play point popular positive possible potential practice present problem process"
        " produce provide purpose range reason reduce refer relate report require research result role several"
        " show significant similar situation specific strategy study suggest support term time type typically"
        " understand use used user usually value variety various way well work world year"
    ).split()
)
_GENERIC_SHARE = 0.6
_QUALIFIER_WEIGHT = 3.0
_NUMBER_FACTOR = 3.0


@lru_cache(maxsize=1 << 16)
def term_of(word: str) -> str:
    """Return the term of a word as support compares it: its stem, or digits for number words and II to XXI."""
    digits = _ROMAN.get(word) or _NUMBER_WORDS.get(word.lower())
    return digits or stem_of(word)


@lru_cache(maxsize=1 << 16)
def weight_of(term: str) -> float:
    """Return how much a term of a claim weighs."""
    if term in QUALIFIER_STEMS:
        return _QUALIFIER_WEIGHT
    weight = idf(term)
    if "0" <= term[0] <= "9":
        return _NUMBER_FACTOR * max(6.0, weight)
    return _GENERIC_SHARE * weight if term in _GENERIC else weight


QUALIFIER_STEMS = frozenset(stem_of(word) for word in QUALIFIERS)

# ------------------------------------------------------------------------------------------------- sources


@dataclass(frozen=True, slots=True)
class SourceText:
    """A source, tokenised once. Positions count all words, stop words too.

    ``positions`` lists where each term stands, ascending; ``families`` groups the terms of five letters and
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
    positions: dict[str, list[int]] = {}
    for position, word in enumerate(read.surfaces):
        term = term_of(word)
        if term:
            if term in positions:
                positions[term].append(position)
            else:
                positions[term] = [position]
    families: dict[str, list[str]] = {}
    for term in positions:
        if len(term) >= 5:
            families.setdefault(term[:5], []).append(term)
    initials = "".join([word[0] for word in read.surfaces])
    return SourceText(
        text,
        read.starts,
        read.ends,
        positions,
        families,
        initials,
        _head(title, url),
        language_of(read.surfaces),
    )


def _head(title: str, url: str) -> frozenset[str]:
    if not title and not url:
        return frozenset()
    address = unquote(url.partition("://")[2])
    terms = {term_of(word) for word in words(f"{title} \n {address}").surfaces}
    return frozenset(terms - {""})


# ------------------------------------------------------------------------------------------------- claims


@dataclass(frozen=True, slots=True)
class Name:
    """A capitalised word of a claim that does not open its sentence."""

    span: Span
    term: str


@dataclass(frozen=True, slots=True)
class ClaimText:
    """A claim, read: its distinct terms in order of appearance, what each weighs, and what must be matched.

    ``weights`` counts every occurrence; ``length`` is the number of words; ``surfaces`` are the terms as
    written (folded); ``pairs`` are neighbouring words written together ("Game Boy" -> "gameboy") with the
    indexes of the terms they cover; ``acronyms`` maps a term's index to its capitals.
    """

    text: str
    terms: tuple[str, ...]
    weights: tuple[float, ...]
    surfaces: tuple[str, ...]
    length: int
    pairs: tuple[tuple[str, int, int], ...]
    acronyms: tuple[tuple[int, str], ...]
    names: tuple[Name, ...]
    numbers: tuple[str, ...]
    language: str


# A marker, an empty bracket, emphasis: bounded, so that a run of brackets stays linear.
_NOISE = re.compile(r"[\[【［][0-9,;\s^†\[\]–-]{0,60}[\]】］]|\*\*")
_SENTENCE_START = re.compile(r"(?:^|[.!?:;\n][\"'”’)\]»]*)[\s\"'“‘(\[«*#>-]*\Z")


def read_claim(claim: Claim) -> ClaimText:
    """Read a claim; markers and emphasis in it count for nothing, offsets stay those of ``claim.text``."""
    text = _NOISE.sub(lambda m: " " * len(m[0]), claim.text)
    read = words(text)
    order: dict[str, int] = {}
    weights: list[float] = []
    surfaces: list[str] = []
    acronyms: list[tuple[int, str]] = []
    names: list[Name] = []
    for word, start, end in zip(read.surfaces, read.starts, read.ends, strict=True):
        term = stem_of(word) and term_of(word)
        if not term:
            continue
        if term in order:
            weights[order[term]] += weight_of(term)
        else:
            order[term] = len(order)
            weights.append(weight_of(term))
            surfaces.append(fold(word))
            if word.isupper() and 3 <= len(word) <= 6:
                acronyms.append((order[term], word))
        if word[0].isupper() and not _SENTENCE_START.search(text[max(0, start - 12) : start]):
            names.append(Name(Span(start, end, claim.text[start:end]), term))
    folded = [fold(word) for word in read.surfaces]
    pairs = tuple(
        (term_of(left + right), order[term_of(left)], order[term_of(right)])
        for left, right in pairwise(folded)
        if term_of(left) in order and term_of(right) in order and left.isalpha() and right.isalpha()
    )
    numbers = tuple(term for term in order if "0" <= term[0] <= "9")
    return ClaimText(
        text,
        tuple(order),
        tuple(weights),
        tuple(surfaces),
        len(read.surfaces),
        pairs,
        tuple(acronyms),
        tuple(names),
        numbers,
        language_of(read.surfaces),
    )


def hard_part(claim: ClaimText) -> ClaimText:
    """Return what of a claim any language writes alike: numbers, names, acronyms."""
    kept = {name.term for name in claim.names} | set(claim.numbers) | {claim.terms[i] for i, _ in claim.acronyms}
    indexes = [i for i, term in enumerate(claim.terms) if term in kept]
    return replace(
        claim,
        terms=tuple(claim.terms[i] for i in indexes),
        weights=tuple(claim.weights[i] for i in indexes),
        surfaces=tuple(claim.surfaces[i] for i in indexes),
        pairs=(),
        acronyms=tuple((indexes.index(i), capitals) for i, capitals in claim.acronyms),
        names=(),
        numbers=(),
    )
