"""The words of numbers in German, French and Spanish, where they are no words of English too."""

from __future__ import annotations

_UNITS = "zwei drei vier fünf sechs sieben acht neun"
_TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig"
_FROM_TWO = (
    f"{_UNITS} zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn",
    "deux trois quatre cinq six sept huit - dix onze douze treize quatorze quinze seize",  # "neuf" is new as well
    "dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince",
)
_ROUND = ("vingt veinte", "trente treinta", "quarante cuarenta", "cinquante cincuenta", "soixante sesenta")


def _cardinals() -> dict[str, int]:
    units = {word: value for value, word in enumerate(_UNITS.split(), 2)}
    tens = {word: 10 * value for value, word in enumerate(_TENS.split(), 2)}
    found = {word: value for row in _FROM_TWO for value, word in enumerate(row.split(), 2) if word != "-"} | tens
    found |= {word: 10 * value for value, row in enumerate(_ROUND, 2) for word in row.split()}
    for ten, high in tens.items():
        found |= {f"{one}und{ten}": high + low for one, low in (("ein", 1), *units.items())}
    for one, value in (units | tens).items():
        found |= {f"{one}hundert": 100 * value, f"{one}tausend": 1000 * value}
    return found


CARDINALS = _cardinals()
ONE = frozenset("ein eine einem einen eines einer un une una".split())  # numbers only before a fraction
HALVES = frozenset("hälfte moitié mitad".split())
FRACTIONS = {
    "drittel": 3, "viertel": 4, "fünftel": 5, "zehntel": 10, "tiers": 3, "quart": 4, "quarts": 4, "cinquième": 5,
    "cinquièmes": 5, "dixième": 10, "tercio": 3, "tercios": 3, "cuartos": 4, "quinto": 5, "quintos": 5,
}  # fmt: skip

EACH = frozenset("jeder jede jedes jedem jeden".split())
_NTH = "zweit dritt viert fünft sechst siebt acht neunt zehnt elft zwölft"
NTH = {f"{word}{end}": value for value, word in enumerate(_NTH.split(), 2) for end in ("e", "en", "er", "es")}
