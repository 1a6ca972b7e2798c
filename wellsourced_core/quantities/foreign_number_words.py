"""Number words in German, French and Spanish that are not English words as well."""

from __future__ import annotations

from wellsourced_core.lexicon import keys, listed, words


def _from_two(language: str) -> dict[str, int]:
    return {word: value for value, word in enumerate(listed("numerals from two", language), 2) if word != "-"}


def _from_twenty(language: str) -> dict[str, int]:
    return {word: 10 * value for value, word in enumerate(listed("tens from twenty", language), 2)}


def _cardinals() -> dict[str, int]:
    german, tens = _from_two("de"), _from_twenty("de")
    units = {word: value for word, value in german.items() if value < 10}
    found = german | _from_two("fr") | _from_two("es") | tens | _from_twenty("fr") | _from_twenty("es")
    for ten, high in tens.items():
        found |= {f"{one}und{ten}": high + low for one, low in (("ein", 1), *units.items())}
    for one, value in (units | tens).items():
        found |= {f"{one}hundert": 100 * value, f"{one}tausend": 1000 * value}
    return found


CARDINALS = _cardinals()
ONE = words("articles that count")
HALVES = words("halves")
FRACTIONS = {word: int(parts) for each in ("de", "fr", "es") for word, parts in keys("fractions", each).items()}

EACH = words("one in each")
_NTH = listed("ordinal stems from second")
NTH = {f"{word}{end}": value for value, word in enumerate(_NTH, 2) for end in ("e", "en", "er", "es")}
