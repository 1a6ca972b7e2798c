"""The term of a word, and its weight as evidence that a source supports a claim."""

from __future__ import annotations

from functools import lru_cache

from audit.thresholds import (
    GENERIC_TERM_SHARE,
    NUMBER_LEAST_IDF,
    NUMBER_WEIGHT_FACTOR,
    QUALIFIER_WEIGHT,
    TERM_WEIGHT_EXPONENT,
)
from wellsourced_core.lexicon import listed
from wellsourced_core.quantities.number_words import CARDINALS
from wellsourced_core.text import QUALIFIERS, STEMS, Memo, idf_in_table, stem_folded, stem_of

NUMBER_WORDS = {word: str(value) for word, value in CARDINALS.items() if value > 1}
_NUMERALS = {word: str(value) for value, word in enumerate(listed("roman numerals"), start=2) if len(word) > 1}

_GENERIC = frozenset(map(stem_folded, listed("generic words of research")))
_QUALIFIER_STEMS = frozenset(map(stem_folded, QUALIFIERS))


def term_of(word: str) -> str:
    """Return the term of a word as support compares it: its stem, or digits for number words and II to XXI."""
    return TERMS[word]


def _made_of(word: str) -> str:
    return _NUMERALS.get(word) or NUMBER_WORDS.get(word.lower()) or STEMS[word]


def made_of(folded: str) -> str:
    """Return the term of a compound or of a part of a word, folded; not cached, as such words are in no text."""
    return NUMBER_WORDS.get(folded) or stem_folded(folded)


TERMS: dict[str, str] = Memo(_made_of)
# What a stop word may stand for ("two"): in a source a number, in a claim too common to be one.
COMMON_NUMBERS = frozenset(value for word, value in NUMBER_WORDS.items() if not stem_of(word))


def _weight(term: str) -> float:
    """Return how much a term of a claim weighs: a power of its idf, so that no single rare word decides."""
    if term in _QUALIFIER_STEMS:
        return _power(QUALIFIER_WEIGHT)
    if is_number(term):
        return _power(NUMBER_WEIGHT_FACTOR * max(NUMBER_LEAST_IDF, idf_in_table(term)))
    return _power(idf_in_table(term) * (GENERIC_TERM_SHARE if term in _GENERIC else 1.0))


@lru_cache(maxsize=1 << 10)
def _power(weight: float) -> float:
    return float(weight**TERM_WEIGHT_EXPONENT)  # the table has 80 weights: one number for all terms of a weight


WEIGHTS: dict[str, float] = Memo(_weight)


def is_number(term: str) -> bool:
    """Return whether a term is a number."""
    return "0" <= term[0] <= "9"


def is_content(term: str) -> bool:
    """Return whether a term says what a text is about: no number, no qualifier."""
    return not is_number(term) and term not in _QUALIFIER_STEMS
