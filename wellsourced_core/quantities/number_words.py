"""The words of numbers, from the word lists: numerals, scales, units, currencies, months, what is said around them."""

from __future__ import annotations

from wellsourced_core.lexicon import keys, listed, rows, words
from wellsourced_core.model import BOUNDS, QUANTITY_KINDS, member

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import Bound, QuantityKind

    Said = tuple[Bound, bool]  # the bound, and whether it blurs the value

SMALL = {word: value for value, word in enumerate(listed("numerals from zero"))}
TENS = {word: 10 * value for value, word in enumerate(listed("tens from twenty", "en"), 2)}
CARDINALS = SMALL | TENS

ORDINALS = {word: value for value, word in enumerate(listed("ordinals from zeroth")) if value} | {
    word[:-1] + "ieth": value for word, value in TENS.items()
}
ORDINAL_TENS = {word: value for word, value in ORDINALS.items() if word.endswith("ieth")}

# Scales as words stand after digits and number words; the short ones only right after digits.
SCALES = {word: float(scale) for word, scale in keys("scales").items()}
CJK_SCALES = "".join(keys("scales", "zh"))
CJK_MARKS = "年月日号號元円"  # of dates and money: right after digits they stand for themselves
LONG_SCALES = {word: float(scale) for word, scale in keys("scales of the long count").items()}
SHORT_SCALES = {word: float(scale) for word, scale in keys("scales behind digits").items()}
FRACTION_CHARS = {
    sign: int(part) / int(whole)
    for sign, (part, whole) in ((sign, share.split("/")) for sign, share in keys("fraction signs").items())
}
FRACTION_WORDS = {word: int(parts) for word, parts in keys("fractions", "en").items()}
MULTIPLES = {word: float(times) for word, times in keys("multiples").items()}

CURRENCY_SIGNS = keys("currency signs")
DOLLAR_PREFIXES = keys("dollar prefixes")
CURRENCY_CODES = {code.lower(): code for code in listed("currency codes")} | {"rmb": "CNY"}
CURRENCY_PREFIX_WORDS = keys("currency prefixes")
CURRENCY_WORDS = keys("currencies")
NATIONAL = keys("nations of currencies")
CENTS = words("cents")
MONEY_TALK = words("money talk")
DASHES = frozenset(("-", "–", "—", "‑", "−", "‐"))
PERCENT_WORDS = words("percent")
POINT_WORDS = words("points")

UNIT_WORDS: dict[str, tuple[str, QuantityKind]] = {
    word: (unit, member(kind, QUANTITY_KINDS, "the lexicon"))
    for row, entries in rows("units of measure")
    for kind, unit in [row.split()]
    for word in entries
}
NO_UNIT: tuple[str, QuantityKind] = ("", "count")  # what UNIT_WORDS has of another word
# Units that are one or two letters long are read only right after digits ("5 m", "12mm"), never after words.
SHORT_UNITS = frozenset(word for word in UNIT_WORDS if len(word) <= 2)
BETWEEN_UNIT = words("between number and unit")
POUNDS = frozenset(("pound", "pounds", "pfund"))
# How many of the base unit one of each is; units of one base can be compared (years and months cannot be days).
FACTORS = {unit: (base, float(factor)) for unit, (factor, base) in rows("base units")}

MONTHS = {word: int(number) for word, number in keys("months").items()}
MONTHS_AND_WORDS = words("months that are words")


def _bounds(name: str) -> dict[str, Said]:
    said = keys(name).items()
    return {one: (member(sign.removesuffix("~"), BOUNDS, "the lexicon"), sign.endswith("~")) for one, sign in said}


def _phrases(name: str) -> dict[tuple[str, ...], Said]:
    return {tuple(phrase.split()): bound for phrase, bound in _bounds(name).items()}


# What is said right before a number: the bound it sets and whether it blurs the value.
BEFORE = _phrases("bounds before numbers")
# The same in Chinese and Japanese, where it ends the word that touches the number, longest first.
BEFORE_CJK = tuple(_bounds("bounds at the end of words before numbers").items())
BEFORE_DATES = _phrases("bounds before dates")
AFTER = _phrases("bounds after numbers")
TRANSPARENT = words("between bound and number")

NUMBERED = words("numbered things")
CHANGE_WORDS = words("changes of a value")
SCORE_TALK = words("talk of scores")
PERSONS = words("persons")
NAMING = words("naming words")
NAMING_PAIRS = frozenset(tuple(pair.split()) for pair in words("naming pairs"))
LEAGUES = words("prizes and leagues")
NATIONALITIES = words("nationalities")
CONTINENTAL = words("small words of other languages")
ENGLISH = words("small words of english")
