"""Tell numbers that name something (5G, World War II, The Equalizer 2) from those that measure."""

from __future__ import annotations

from wellsourced_core.lexicon import words
from wellsourced_core.quantities.number_words import (
    CARDINALS,
    CURRENCY_WORDS,
    LEAGUES,
    MONTHS,
    NAMING,
    NAMING_PAIRS,
    NATIONALITIES,
    NUMBERED,
    SCALES,
    UNIT_WORDS,
)
from wellsourced_core.quantities.scan import Tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import QuantityKind

_WORKS = words("works of art")
_ENDS = frozenset(".,;:)]?!\"'”’")
_AFTER_NAME = words("behind a name")
_NOT_PLURAL = words("no plurals")
_NAMED_BY_ORDINALS = words("named by ordinals")
_NAMING_ABBREVIATIONS = words("naming abbreviations")


def is_label(t: Tokens, first: int, last: int, kind: QuantityKind, plain: bool) -> bool:
    """Tell whether the number at tokens [first, last) is a label: COVID-19, chapter 3, 5G, "(1)", "3." of a list."""
    if kind == "year":
        return t.word(first - 1) == "(" and any(word in _WORKS for word in t.low[last : last + 3]) and _closes(t, last)
    if kind in ("multiple", "date", "decade", "century", "time"):
        return False
    if _follows_naming_word(t, first, plain) or _marks_entry(t, first, last, plain):
        return True
    return kind == "count" and _generation(t, last, plain)


def is_name(t: Tokens, first: int, last: int, kind: QuantityKind, plain: bool) -> bool:
    """Tell whether the number is part of a name by its capitals: The Equalizer 2, 99 Homes, 14th Dalai Lama."""
    if kind == "ordinal":
        return _names_by_ordinal(t, last)
    if kind != "count":
        return False
    return _sequel(t, first, last, plain) or _title(t, first, last, plain) or _capital_word(t, first)


def _closes(t: Tokens, i: int) -> bool:
    return ")" in t.low[i : i + 6]


def _follows_naming_word(t: Tokens, first: int, plain: bool) -> bool:
    before = t.word(first - 1)
    if before in ("-", "‑", "–") and (t.glued(first - 1) and t.glued(first - 2)) and t.kind(first - 2) == "w":
        # COVID-19, F-16, CBB-12: a capital or a naming word, a hyphen, digits.
        return plain and (t.word(first - 2) in NAMING or t.capital(first - 2))
    if before == "." and t.word(first - 2) in _NAMING_ABBREVIATIONS:
        return True
    if "," in t.low[first]:
        return False  # a label is written without grouping: "EN 14683"
    if before == "en" and not t.capital(first - 1):
        return False  # a small word of French and Spanish, not the standard
    return before in NAMING or before == "_" or (t.word(first - 2), before) in NAMING_PAIRS or before == "#"


def _marks_entry(t: Tokens, first: int, last: int, plain: bool) -> bool:
    """Read "3. Data" and "(1) As": marks of list entries and notes."""
    if not plain or last - first != 1 or len(t.low[first]) > 2:
        return False
    if t.word(first - 1) == "(" and t.word(last) == ")":
        return len(t.low[first]) == 1 or t.starts_sentence(first - 1)
    if (
        t.word(last) in (".", ")", "")
        and t.word(last + 1) == ""
        and t.word(first - 1) in (":", ".", "")
        and "\n" in t.text
    ):
        return True  # a list that was cut off after its mark
    if t.word(first - 2) == "according" and t.word(last) in (",", "and"):
        return True  # a citation by its bare number
    marked = t.word(last) in (".", ")") and t.glued(last - 1) and t.capital(last + 1) and t.kind(last + 1) == "w"
    return marked and t.starts_sentence(first)


def _names_by_ordinal(t: Tokens, last: int) -> bool:
    """Tell "14th Dalai Lama", "42nd Street" from "4th American", "21st Nobel Prize", "9th consecutive"."""
    follow = t.word(last)
    if follow in _NAMED_BY_ORDINALS:
        return True
    if not t.capital(last) or not t.capital(last + 1):
        return False
    return not (follow in MONTHS or follow in NATIONALITIES or follow in LEAGUES or t.word(last + 1) in LEAGUES)


def _generation(t: Tokens, last: int, plain: bool) -> bool:
    """Read 3G, 5G, 4K, 1080p, 737-800, A4: digits that touch letters without being a unit."""
    if not plain or not t.glued(last - 1):
        return False
    return t.kind(last) == "w" and len(t.word(last)) <= 3 and t.word(last).isascii()


def _sequel(t: Tokens, first: int, last: int, plain: bool) -> bool:
    """Tell whether plain digits right after a capitalised word end a name: "The Equalizer 2 has"."""
    if not plain or len(t.low[first]) > 3 or t.kind(first - 1) != "w" or not t.capital(first - 1):
        return False
    if (
        (t.starts_sentence(first - 1) and t.word(first - 2) != ":")
        or t.word(first - 1) in NUMBERED
        or t.word(first - 1) in MONTHS
        or t.word(first - 1) in NATIONALITIES
    ):
        return False
    follow = t.word(last)
    return follow == "" or follow in _ENDS or follow in _AFTER_NAME


def _title(t: Tokens, first: int, last: int, plain: bool) -> bool:
    """Tell "99 Homes" from "99 Americans", "21 Grammys"."""
    if not plain or t.foreign or len(t.low[first]) > 3 or not t.capital(last) or t.kind(last) != "w":
        return False  # German has a capital for every noun
    if t.text[t.start[last] : t.end[last]].isupper():
        return False
    after = last + 1
    while t.capital(after) and after < last + 3:
        after += 1
    if t.kind(after) == "w" and t.low[after].endswith("s") and t.low[after] not in _NOT_PLURAL:
        return False  # "19 Endurance pickups", "250 Florida workers": the name only describes what is counted
    follow = t.word(last)
    known = (NATIONALITIES, LEAGUES, MONTHS, UNIT_WORDS, CURRENCY_WORDS, SCALES)
    return not any(follow in words for words in known) and not any(t.word(last + k) in LEAGUES for k in (1, 2))


def _capital_word(t: Tokens, first: int) -> bool:
    """Tell "Uranium One", "Formula One", "Area Fifty-One": a capitalised numeral after a capitalised word."""
    if t.low[first] not in CARDINALS or not t.capital(first) or t.starts_sentence(first):
        return False
    return t.low[first] == "zero" or (t.kind(first - 1) == "w" and t.capital(first - 1))
