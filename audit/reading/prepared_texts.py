"""Tokenise claims and sources, once each, into the form in which support is measured."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import islice, pairwise
from sys import intern
from urllib.parse import unquote

from audit.agreement.value_index import ValueIndex
from audit.reading.language import SMALL_WORDS, is_german, languages_of
from audit.reading.term_weights import COMMON_NUMBERS, TERMS, WEIGHTS, is_number
from audit.thresholds import (
    ACRONYM_LEAST_LETTERS,
    ACRONYM_MOST_LETTERS,
    BORROWED_TERM_SHARE,
    CLAIM_MOST_ACRONYMS,
    CLAIM_SHORT_TERMS,
    CONTEXT_MOST_WORDS,
    FAMILY_LETTERS,
    FAMILY_MOST_WORDS,
    OPENING_NAME_LEAST_IDF,
    ORDINARY_LEAST_LETTERS,
)
from wellsourced_core.lexicon import listed
from wellsourced_core.model import Claim, Quantity, Span
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities import quantities, without_names
from wellsourced_core.quantities.foreign_number_words import FRACTIONS
from wellsourced_core.quantities.number_words import CURRENCY_WORDS, MONTHS, PERCENT_WORDS, SCALES, UNIT_WORDS
from wellsourced_core.text import fold, idf, sentences, stem_of, surfaces, words, words_again
from wellsourced_core.values import frozen, replace

_LAST = "\U0010ffff"  # sorts after every letter

# ------------------------------------------------------------------------------------------------- sources


@frozen
class SourceText:
    """A source, tokenised once. Positions count all words, stop words too.

    ``starts`` and ``ends`` are where each of ``words`` stands, in code points; ``positions`` lists where each term
    stands, ascending; ``head`` holds the terms of title and address. What only some claims ask for (initials, numbers)
    is made when the first one does.
    """

    __slots__ = ("__dict__",)  # for the cached properties

    text: str
    words: tuple[str, ...]
    starts: Sequence[int]
    ends: Sequence[int]
    positions: dict[str, Sequence[int]]
    head: frozenset[str]
    languages: frozenset[str]

    def has(self, term: str) -> bool:
        """Return whether a term stands in the text, the title or the address."""
        return term in self.positions or term in self.head

    def family(self, term: str) -> list[str]:
        """Return the words of five letters and more that begin with a term's first five."""
        opening = term[:FAMILY_LETTERS]
        if len(opening) < FAMILY_LETTERS or opening[:4] not in self.openings or is_number(opening):
            return []
        at = bisect_left(self._ordered, opening)
        end = bisect_left(self._ordered, opening + _LAST, at)
        return list(self._ordered[at:end]) if end - at <= FAMILY_MOST_WORDS else self._first(opening, at, end)

    def _first(self, opening: str, at: int, end: int) -> list[str]:
        """Return the first words of a large family; cached, as every claim on such a text would sort them again."""
        known = self._large.get(opening)
        if known is None:
            found = sorted(self._ordered[at:end], key=lambda one: self.positions[one][0])
            known = self._large[opening] = found[:FAMILY_MOST_WORDS]
        return known

    @cached_property
    def _large(self) -> dict[str, list[str]]:
        return {}

    @cached_property
    def openings(self) -> frozenset[str]:
        """The first four letters of every term (shorter terms whole): a compound found here begins with one of them."""
        return frozenset({term[:4] for term in self.positions})  # a copy takes half the room

    @cached_property
    def _ordered(self) -> tuple[str, ...]:
        return tuple(sorted(self.positions))

    @cached_property
    def numbers(self) -> tuple[Quantity, ...]:
        """The numbers of the text, those that are part of names too."""
        return quantities(self.text, names=True)

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        """The numbers of the text that are no part of names."""
        return without_names(self.numbers)

    @cached_property
    def lookup(self) -> ValueIndex:
        """The same numbers, indexed by value."""
        return ValueIndex(self.quantities)

    @cached_property
    def initials(self) -> str:
        """The first letter of every word."""
        return "".join([word[0] for word in self.words])


def prepare(text: str, title: str = "", url: str = "") -> SourceText:
    """Tokenise a source once, for any number of claims."""
    read = words_again(text)
    seen = tuple(map(intern, read.surfaces))  # kept: a word that stands often, or in several sources, lies there once
    found: defaultdict[str, list[int]] = defaultdict(list)
    for position, term in enumerate(map(TERMS.__getitem__, seen)):
        found[term].append(position)
    found.pop("", None)
    positions: dict[str, Sequence[int]] = {term: tuple(at) for term, at in found.items()}
    return SourceText(text, seen, read.starts, read.ends, positions, _head(title, url), languages_of(seen))


def _head(title: str, url: str) -> frozenset[str]:
    if not title and not url:
        return frozenset()
    address = unquote(url.partition("://")[2])
    return frozenset(filter(None, map(TERMS.__getitem__, surfaces(f"{title} \n {address}"))))


# ------------------------------------------------------------------------------------------------- claims


@frozen
class Name:
    """A word of a claim whose capital is not due to its place at the start of a sentence.

    ``last`` is the term of the last word of the name it belongs to ("Barack Obama" -> "obama").
    """

    span: Span
    term: str
    last: str


@frozen
class ClaimText:
    """A claim, read: its distinct terms in order of appearance, what each weighs, and what must be matched.

    ``length`` is the number of words. Of a term ``written`` knows how it first stood in the claim, ``acronyms`` its
    capitals; ``words`` and ``found`` are all words and their terms, "" where a word is none. Offsets are those of
    ``Claim.text``.
    """

    __slots__ = ("__dict__",)  # for the cached properties

    text: str
    terms: tuple[str, ...]
    weights: tuple[float, ...]
    length: int
    written: dict[str, str]
    words: list[str]
    found: list[str]
    acronyms: dict[str, str]
    names: tuple[Name, ...]
    numbers: tuple[str, ...]
    languages: frozenset[str]

    @property
    def short(self) -> bool:
        """Whether it has so few terms that it needs its context."""
        return len(self.terms) <= CLAIM_SHORT_TERMS

    @cached_property
    def total(self) -> float:
        return sum(self.weights)

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        return quantities(self.text)

    @cached_property
    def compounds(self) -> dict[str, list[str]]:
        """What each term makes with its neighbours ("game" beside "boy": "gameboy"): asked where one is missing."""
        compounds: defaultdict[str, list[str]] = defaultdict(list)
        both = list(zip(self.words, self.found, strict=True))
        plain = self.text.isascii()  # then a word of letters needs no more than lower case
        folded = [
            ((word.lower() if plain else fold(word)) if term and word.isalpha() else "", term) for word, term in both
        ]
        for (left, one), (right, other) in pairwise(folded):
            if left and right:
                compounds[one].append(left + right)
                compounds[other].append(left + right)
        return dict(compounds)


# A marker (also "[[1], 2]"), an empty bracket, emphasis. Bounded and possessive: a run of brackets stays linear.
_INSIDE = r"[0-9,;\s^†–-]"
_NOISE = compiled(rf"\[(?:{_INSIDE}{{1,40}}+|\[{_INSIDE}{{0,40}}+\]){{0,8}}+\]|[【［]{_INSIDE}{{0,40}}+[】］]|\*\*")
_OPENING = compiled(r"[.!?:;\n•#>]")  # between two words: the second opens a sentence or an item
_NAME_JOINT = compiled(r"(?:[A-Z]\.|of|the|-)?")  # between two words: the name goes on
_MEASURING = frozenset(MONTHS) | frozenset(SCALES) | frozenset(UNIT_WORDS) | frozenset(CURRENCY_WORDS) | PERCENT_WORDS
_NO_GERMAN_NAMES = _MEASURING | FRACTIONS.keys() | SMALL_WORDS["de"]
# A word with such an ending is an ordinary word, however rare: "Attrition", "Ridership".
_ORDINARY = tuple(f"{ending}{plural}" for ending in listed("endings of ordinary words") for plural in ("", "s"))


def read_claim(claim: Claim) -> ClaimText:
    """Read a claim; markers and emphasis in it count for nothing.

    A claim of up to three terms says little alone: the terms of its context (a heading, a question, the
    sentence before) are added at a third of their weight.
    """
    noisy = "[" in claim.text or "*" in claim.text or not claim.text.isascii()
    own = _read(_NOISE.sub(lambda noise: " " * len(noise[0]), claim.text) if noisy else claim.text)
    if not own.short or not claim.context:
        return own
    around = _read(_NOISE.sub(" ", _nearest(claim)))
    borrowed = [i for i, term in enumerate(around.terms) if term not in own.terms]
    return replace(
        own,
        terms=own.terms + tuple(around.terms[i] for i in borrowed),
        weights=own.weights + tuple(BORROWED_TERM_SHARE * around.weights[i] for i in borrowed),
        length=own.length + around.length,
        written={**around.written, **own.written},
        languages=own.languages or around.languages,
    )


@lru_cache(maxsize=128)
def read_claim_again(text: str) -> ClaimText:
    """Read a sentence without its context; several rules ask for the same ones."""
    return read_claim(Claim(text))


def _nearest(claim: Claim) -> str:
    """Return the context, or of a long one the sentence right before the claim."""
    if not claim.text.strip():
        return claim.context
    before, found, _ = claim.context.partition(claim.text.strip())
    if not found and len(before.split()) <= CONTEXT_MOST_WORDS:
        return before
    spans = sentences(before)
    return before[spans[-1][0] : spans[-1][1]] if spans else ""


def _read(text: str) -> ClaimText:
    read = surfaces(text)
    found = list(map(TERMS.__getitem__, read))
    if not COMMON_NUMBERS.isdisjoint(found):
        # A stop word that is a number word ("two") counts in a source only: in a claim it is too common.
        found = [term if stem_of(word) else "" for word, term in zip(read, found, strict=True)]
    written = dict(zip(reversed(found), reversed(read), strict=True))
    terms = tuple(filter(None, dict.fromkeys(found)))
    languages = languages_of(read)
    names = _names(text, read, found)
    shouted = terms if any(map(str.isupper, read)) else ()
    capitals = ((term, written[term]) for term in shouted if _may_be_acronym(written[term]))
    return ClaimText(
        text,
        terms,
        tuple(map(WEIGHTS.__getitem__, terms)),
        len(read),
        written,
        read,
        found,
        dict(islice(capitals, CLAIM_MOST_ACRONYMS)),
        tuple(_proper(names) if names and is_german(read) else names),
        tuple([term for term in terms if "0" <= term[0] <= "9"]),
        languages,
    )


def _may_be_acronym(word: str) -> bool:
    return ACRONYM_LEAST_LETTERS <= len(word) <= ACRONYM_MOST_LETTERS and word.isupper()


def _names(text: str, read: list[str], found: list[str]) -> list[Name]:
    capitalised = [i for i, word in enumerate(read) if found[i] and word[0].isupper()]
    if not capitalised or (capitalised == [0] and not _may_open(read[0], found[0])):
        return []
    starts, ends = _places(text, read[: capitalised[-1] + 1])
    names: list[Name] = []
    run: list[Name] = []
    for i in capitalised:
        start, end = starts[i], ends[i]
        opens = i == 0 or _OPENING.search(text, ends[i - 1], start)
        if opens and not _may_open(read[i], found[i]):
            continue
        if run and not _NAME_JOINT.fullmatch(" ".join(text[run[-1].span.end : start].split())):
            names += _named(run)
            run = []
        run.append(Name(Span(start, end, text[start:end]), found[i], found[i]))
    return names + _named(run)


def _named(run: list[Name]) -> list[Name]:
    """Return the words of one name, each with the last one's term."""
    return [Name(word.span, word.term, run[-1].term) for word in run]


def _places(text: str, read: list[str]) -> tuple[Sequence[int], Sequence[int]]:
    """Return where the first words of a text start and end."""
    if not text.isascii():
        found = words(text)
        return found.starts, found.ends
    starts: list[int] = []
    ends = [0]
    for word in read:  # as they stand in the text, and no letter stands between two of them
        starts.append(text.find(word, ends[-1]))
        ends.append(starts[-1] + len(word))
    return starts, ends[1:]


def _proper(names: list[Name]) -> list[Name]:
    """Return the names of a text in which every noun has a capital: acronyms, and two capitalised words in a row."""
    nouns = [name for name in names if name.span.text.lower() not in _NO_GERMAN_NAMES]
    together = Counter(name.last for name in nouns)
    return [name for name in nouns if together[name.last] > 1 or name.span.text.isupper()]


def _may_open(word: str, term: str) -> bool:
    """Tell whether a word that opens a sentence is taken for a name."""
    if len(word) > 1 and word.isupper():
        return True
    return idf(term) >= OPENING_NAME_LEAST_IDF and not (
        len(word) >= ORDINARY_LEAST_LETTERS and word.endswith(_ORDINARY)
    )


def hard_part(claim: ClaimText, source: SourceText) -> ClaimText:
    """Reduce a claim to what all languages write alike: names, acronyms, and numbers as the source writes them."""
    kept = {name.term for name in claim.names} | set(claim.numbers) | set(claim.acronyms)
    indexes = [i for i, term in enumerate(claim.terms) if term in kept]
    unknown = any(term not in source.positions for term in claim.numbers)
    written = {_digits(term): term for term in source.positions if is_number(term)} if unknown else {}
    return replace(
        claim,
        terms=tuple(_as_written(claim.terms[i], written) for i in indexes),
        weights=tuple(claim.weights[i] for i in indexes),
        words=[],
        found=[],
        names=(),
        numbers=(),
    )


def _as_written(term: str, written: Mapping[str, str]) -> str:
    """Return the source's own term for a number: "2,4" where the claim has "2.4"."""
    return written.get(_digits(term), term) if is_number(term) else term


def _digits(number: str) -> str:
    return number.replace(".", "")
