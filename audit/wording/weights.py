"""What a word weighs as evidence: its term, and how much a claim says by it."""

from __future__ import annotations

from functools import lru_cache

from wellsourced_core.text import QUALIFIERS, Memo, idf_in_table, stem_folded, stem_of, stemmed

_UNITS = (
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen twenty"
)
_TENS = "thirty forty fifty sixty seventy eighty ninety"
_ROMAN = "II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI"
_NUMBER_WORDS = {word: str(value) for value, word in enumerate(_UNITS.split(), start=2)}
_NUMBER_WORDS |= {word: str(10 * value) for value, word in enumerate(_TENS.split(), start=3)}
_NUMERALS = {word: str(value) for value, word in enumerate(_ROMAN.split(), start=2) if len(word) > 1}

# Words that fit nearly every claim of a research text: they say little about this one.
_GENERIC = frozenset(
    map(
        stem_folded,
        (
            "ability able account achieve address affect aim allow approach area aspect associated available"
            " based basis benefit case cause certain change characteristic commonly concept condition consider"
            " contain context contribute create current development different difficult effect effective ensure"
            " example experience factor feature finally find focus form general goal good group help high"
            " identify impact implement important improve include increase individual influence information"
            " involve issue key know known large lead level likely long main major make mean method need new"
            " number occur offer overall part particular people play point popular positive possible potential"
            " practice present problem process produce provide purpose range reason reduce refer relate report"
            " require research result role several show significant similar situation specific strategy study"
            " suggest support term time type typically understand use used user usually value variety various"
            " way well work world year"
        ).split(),
    )
)
_QUALIFIER_STEMS = frozenset(map(stem_folded, QUALIFIERS))
_GENERIC_SHARE = 0.6
_QUALIFIER_WEIGHT = 4.0
_NUMBER_FACTOR = 3.0
_WEIGHT_EXPONENT = 0.85


def term_of(word: str) -> str:
    """Return the term of a word as support compares it: its stem, or digits for number words and II to XXI."""
    return TERMS[word]


def _made_of(word: str) -> str:
    return _NUMERALS.get(word) or _NUMBER_WORDS.get(word.lower()) or stemmed(word)


def made_of(folded: str) -> str:
    """Return the term of a compound or of a part of a word, folded; it is not remembered: nobody wrote it."""
    return _NUMBER_WORDS.get(folded) or stem_folded(folded)


TERMS: dict[str, str] = Memo(_made_of)
# What a stop word may stand for ("two"): in a source a number, in a claim too common to be one.
COMMON_NUMBERS = frozenset(value for word, value in _NUMBER_WORDS.items() if not stem_of(word))


def _weight(term: str) -> float:
    """Return how much a term of a claim weighs: a power of its idf, so that no single rare word decides."""
    if term in _QUALIFIER_STEMS:
        return _power(_QUALIFIER_WEIGHT)
    if is_number(term):
        return _power(_NUMBER_FACTOR * max(6.0, idf_in_table(term)))
    return _power(idf_in_table(term) * (_GENERIC_SHARE if term in _GENERIC else 1.0))


@lru_cache(maxsize=1 << 10)
def _power(weight: float) -> float:
    return float(weight**_WEIGHT_EXPONENT)  # the table has 80 weights: one number for all terms of a weight


WEIGHTS: dict[str, float] = Memo(_weight)


def is_number(term: str) -> bool:
    """Return whether a term is a number."""
    return "0" <= term[0] <= "9"


def is_content(term: str) -> bool:
    """Return whether a term says what a text is about: no number, no qualifier."""
    return not is_number(term) and term not in _QUALIFIER_STEMS
