"""Read one number: digits under either locale, number words, mixed fractions, and the scale that follows."""

from __future__ import annotations

import re
from bisect import bisect_left

from wellsourced_core.lexicon import words
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities import foreign_number_words
from wellsourced_core.quantities.number_words import (
    CARDINALS,
    CURRENCY_SIGNS,
    FRACTION_CHARS,
    FRACTION_WORDS,
    LONG_SCALES,
    NO_UNIT,
    ORDINAL_TENS,
    ORDINALS,
    POUNDS,
    SCALES,
    SHORT_SCALES,
    SMALL,
    TENS,
    UNIT_WORDS,
)
from wellsourced_core.quantities.tokens import Tokens
from wellsourced_core.thresholds import EXACT_VALUE, LARGEST_VALUE
from wellsourced_core.values import mutable

_SPACES = "\u2009\u202f\u00a0'’"
_GROUPED = compiled(rf"[1-9][0-9]{{0,2}}(?:([.,{_SPACES}])[0-9]{{3}})(?:\1[0-9]{{3}})*")
_INDIAN = compiled(r"[1-9][0-9]{0,2}(?:,[0-9]{2})+,[0-9]{3}")
# A power of ten as plain text, Markdown, HTML and TeX write it: "×10^5", "x 10⁵", "\times 10^{5}", "1e5".
_POWER = compiled(
    r"(?P<times>\s?(?:[×x·*⋅∙]|\\times|\\cdot)\s?10)?"
    r"(?:\^\{?(?P<caret>[+−–-]?[0-9]++)\}?\^?|(?P<raised>[⁺⁻]?[⁰¹²³⁴-⁹]++)|<sup>(?P<html>[+−–-]?[0-9]++)</sup>)"
    r"(?!\w)"
    r"|e(?P<e>[+−-]?[0-9]++)(?!\w|[.,][0-9])",
    re.IGNORECASE,
)
_NOTES = frozenset("¹²")  # what may also be the mark of a note behind a 10: from 10³ on it is a power
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_OPENS_POWER = frozenset("x*\\^e<")  # and what is no ASCII
_SPOKEN_SCALES = words("scales of a spoken number")
_BEHIND_HALF = words("behind half")
_BEHIND_SHARE = words("behind a share")
_BEFORE_HALF_ALONE, _STOPS = words("before a half alone"), frozenset(".,;")
_NTH = frozenset(FRACTION_WORDS) & frozenset(ORDINALS)
_APPROXIMATORS = words("approximators before a change")
_LOWERED = str.maketrans(f"{_RAISED}⁺⁻−–", "0123456789+---")


@mutable
class Number:
    """A number as read: its value, what one unit of its last written digit is worth, and the tokens it takes.

    ``digits`` counts significant digits as written; ``plain`` is true for bare digits without separators or
    scale; ``other`` is the value under the other locale, where the digits can be read both ways; ``power`` is the
    power of ten that is written out behind it.
    """

    value: float
    step: float
    digits: int
    first: int
    last: int  # one past
    worded: bool = False
    plain: bool = False
    ratio: bool = False
    ordinal: bool = False
    other: float | None = None
    scaled: bool = False
    power: float | None = None


def number(t: Tokens, i: int) -> Number | None:
    """Read the number that starts at token i, with its fraction and scale; None where there is none."""
    if t.kind(i) == "n":
        read = _digits(t, i)
    elif t.kind(i) == "f":
        read = Number(FRACTION_CHARS[t.low[i]], 0.0, 2, i, i + 1, ratio=True)
    else:
        read = _words(t, i)
    if read is None:
        return None
    _add_fraction(t, read)
    _add_scale(t, read)
    if read.value > LARGEST_VALUE:
        read.value = LARGEST_VALUE
    return read


def _digits(t: Tokens, i: int) -> Number | None:
    raw = t.low[i]
    last = i + 1
    if _joinable(t, i):
        while t.kind(last) == "n" and len(t.low[last]) >= 3 and _next_group(t, last):
            raw += "\u00a0" + t.low[last]
            last += 1
    read = read_digits(raw, t.continental)
    if read is None:
        return None
    value, decimals, digits, other = read
    plain = raw.isdigit() and last == i + 1
    number = Number(value, 10.0**-decimals, digits, i, last, plain=plain, other=other)
    if plain and t.word(last) in ("point", "dot") and t.word(last + 1) in CARDINALS:
        _spoken_decimals(t, number)
    if (follow := t.word(last)) in _OPENS_POWER or follow > "\x7f":
        _raise(t, number)
    return number


def _raise(t: Tokens, read: Number) -> None:
    """Multiply by the power of ten that follows: "3 × 10⁶", "10^5", "1e5"; the 10 of "10²" may also carry a note."""
    found = _POWER.match(t.text, t.end[read.last - 1])
    if found is None:
        return
    bare = found.lastgroup != "e" and not found["times"]
    if bare and not (read.plain and t.low[read.first] == "10"):
        return
    power = found[found.lastgroup or 0].translate(_LOWERED)
    factors = (1.0, 0.1, 1.0) if bare else (read.value, read.step, 1.0)
    read.value, read.step, read.power = (min(float(f"{factor!r}e{power}"), LARGEST_VALUE) for factor in factors)
    read.other = 10.0 if bare and found["raised"] in _NOTES else None
    read.last, read.plain, read.scaled = bisect_left(t.start, found.end()), False, not bare


def _joinable(t: Tokens, i: int) -> bool:
    """Tell whether token i can be the head of groups set apart by plain spaces ("608 000", "1 234,5")."""
    head = t.low[i]
    if not (head.isdigit() and len(head) <= 3 and head[0] != "0" and t.kind(i + 1) == "n"):
        return False
    if t.kind(i - 1) == "n" and t.start[i] - t.end[i - 1] <= 1:
        return False
    if t.comma_groups or (t.word(i - 1) == "+" and t.glued(i - 1)):
        return False
    last = i + 1
    while t.kind(last) == "n" and t.start[last] - t.end[last - 1] == 1:
        if not _next_group(t, last):
            return False
        last += 1
    if t.capital(last):
        return False  # "12 737 MAX" are twelve of a model
    if t.word(last) in ("-", "/", ":") and t.glued(last - 1) and t.glued(last):
        return False
    # Columns of a table look alike: three full groups in a row are one number only if it ends in 000.
    return last - i == 2 or len(head) < 3 or t.low[last - 1] == "000"


def _next_group(t: Tokens, i: int) -> bool:
    word = t.low[i]
    apart = t.start[i] - t.end[i - 1] == 1 and t.text[t.end[i - 1]] == " "
    return apart and word[:3].isdigit() and (len(word) == 3 or word[3:4] in (".", ","))


def read_digits(raw: str, continental: bool) -> tuple[float, int, int, float | None] | None:
    """Read digits with separators: (value, decimals, significant digits, value in the other locale or None).

    The last of two different separators is the decimal mark; groups of three are grouping. One dot or one
    comma before exactly three digits is grouping in its own locale (1,234 in English, 1.234 elsewhere) and a
    decimal mark in the other. Returns None for versions ("1.2.3"); a value beyond the floats is infinite.
    """
    whole, fraction, other = raw, "", None
    marks = [c for c in raw if not "0" <= c <= "9"]
    if marks:
        last = marks[-1]
        head, _, tail = raw.rpartition(last)
        if raw[0] == ".":
            whole, fraction = "0", raw[1:]
        elif _GROUPED.fullmatch(raw) or _INDIAN.fullmatch(raw):
            if len(marks) == 1 and last == ("," if continental else "."):
                whole, fraction = head, tail
                other = float(head + tail)
            elif len(marks) == 1 and last in ".,":
                other = None
        elif last in ".," and marks.count(last) == 1 and (len(marks) == 1 or _GROUPED.fullmatch(head)):
            whole, fraction = head, tail
        else:
            return None
    integer = "".join(c for c in whole if "0" <= c <= "9")
    value = float(f"{integer or '0'}.{fraction or '0'}")
    significant = (integer + fraction).lstrip("0")
    return value, len(fraction), max(1, len(significant if fraction else significant.rstrip("0"))), other


def _words(t: Tokens, i: int) -> Number | None:
    """Read a cardinal, an ordinal or a fraction in words: "a hundred and sixty", "two and a half", "a third"."""
    word = t.low[i]
    if read := _foreign(t, i):
        return read
    if word == "every" and t.word(i + 1) in _NTH and UNIT_WORDS.get(t.word(i + 2), NO_UNIT)[1] != "duration":
        return Number(
            1.0 / FRACTION_WORDS[t.low[i + 1]], 0.0, 2, i, i + 2, worded=True, ratio=True
        )  # "every third house"
    if word in ORDINALS:
        return Number(float(ORDINALS[word]), 1.0, 1, i, i + 1, worded=True, ordinal=True)
    if word == "half" or (word in ("a", "an", "one", "the") and t.word(i + 1) in FRACTION_WORDS):
        return _simple_fraction(t, i)
    if word in ("a", "an", "one") and (
        [t.word(k) for k in range(i + 2, i + 5)] == ["and", "a", "half"]
        or (three_quarters(t, i + 2) and t.word(i + 1) in UNIT_WORDS)
        or _and_smaller_units(t, i + 1)
    ):
        return Number(1.0, 1.0, 1, i, i + 1, worded=True)  # "an hour and a half", "an hour and 35 minutes"
    if word == "single" and UNIT_WORDS.get(t.word(i + 1), NO_UNIT)[1] == "duration":
        return Number(1.0, 1.0, 1, i, i + 1, worded=True)  # "in a single day"
    if word == "a" and t.word(i + 1) in _SPOKEN_SCALES:
        read = _cardinal(t, i) if t.word(i + 1) not in ("dozen", "trillion") else None
        return read or Number(1.0, 1.0, 1, i, i + 1, worded=True)
    if word in ("hundred", "thousand", "million", "billion", "dozen") and _bare_scale(t, i):
        return Number(SCALES[word], SCALES[word], 1, i, i + 1, worded=True, scaled=True)
    if word not in CARDINALS:
        return None
    return _cardinal(t, i)


def _foreign(t: Tokens, i: int) -> Number | None:
    """Read a cardinal or a fraction in another language: "zwölf", "ein Drittel", "la moitié", "dos tercios"."""
    word = t.low[i]
    if word in foreign_number_words.HALVES:
        return Number(0.5, 0.0, 2, i, i + 1, worded=True, ratio=True)
    if word in foreign_number_words.EACH:  # "jeder sechste"
        below = foreign_number_words.NTH.get(t.word(i + 1))
        return Number(1 / below, 0.0, 2, i, i + 2, worded=True, ratio=True) if below else None
    if word in foreign_number_words.ONE and t.word(i + 1) in ("halbe", "halben") and t.word(i + 2) in SCALES:
        return Number(0.5, 0.05, 1, i, i + 2, worded=True)  # "eine halbe Million"
    above = 1 if word in foreign_number_words.ONE else foreign_number_words.CARDINALS.get(word)
    below = foreign_number_words.FRACTIONS.get(t.word(i + 1))
    if above is not None and below and above < below:
        return Number(above / below, 0.0, 2, i, i + 2, worded=True, ratio=True)
    if word in foreign_number_words.ONE or above is None or not t.foreign:
        return None  # "once" is eleven in Spanish alone
    return Number(float(above), _step(above), len(_trimmed(above)), i, i + 1, worded=True)


def _bare_scale(t: Tokens, i: int) -> bool:
    """Tell whether a scale word without a numeral is a number: "more than hundred people", not "hundred-year"."""
    return t.word(i) in ("hundred", "thousand", "dozen") and t.word(i - 1) in ("than", "over", "about", "under")


def _simple_fraction(t: Tokens, i: int) -> Number | None:
    word = t.low[i]
    if word == "half" and t.word(i + 1) in ("a", "an") and _is_unit(t, i + 2):
        return Number(0.5, 0.1, 1, i, i + 2, worded=True)  # "half a century", "half a square kilometre"
    j = i if word == "half" else i + 1
    name = t.word(j)
    follow = t.word(j + 1)
    # "a third of" and "by a third" are shares; "the third of", "a second", "the quarter" are not, and "a quarter" is
    # time or coin.
    if word == "the" or (word != "half" and name.endswith("s")):
        return None
    if not _changes_by(t, i):
        if name == "quarter" and follow not in ("of", "million", "billion", "the"):
            return None
        alone = follow in _STOPS and t.word(i - 1) in _BEFORE_HALF_ALONE
        if word == "half" and follow not in _BEHIND_HALF and not alone:
            return None
        if name != "half" and follow not in _BEHIND_SHARE:
            return None
    if name not in ("half", "quarter") and word not in ("a", "one"):
        return None
    last = j + 1
    k = j + 2 if follow == "of" else j + 1
    if t.word(k) in ("a", "an") and t.word(k + 1) in ("million", "billion", "trillion", "dozen", "thousand"):
        last = k + 1
    return Number(1.0 / FRACTION_WORDS[name], 0.0, 2, i, last, worded=True, ratio=True)


def _and_smaller_units(t: Tokens, i: int) -> bool:
    """Tell whether a unit of time goes on in smaller ones: "hour and thirty-five minutes"."""
    smaller = _SMALLER_UNITS.get(t.word(i))
    if smaller is None or t.word(i + 1) != "and" or not (t.kind(i + 2) == "n" or t.word(i + 2) in CARDINALS):
        return False
    return any(t.word(k) in smaller for k in range(i + 3, i + 6))


_SMALLER_UNITS = {
    "hour": ("minute", "minutes"),
    "day": ("hour", "hours"),
    "week": ("day", "days"),
    "year": ("month", "months"),
}


def _is_unit(t: Tokens, i: int) -> bool:
    """Tell whether a unit of measure stands there, an hour and a year aside, which are read as they are."""
    squared = t.word(i) in ("square", "cubic")
    unit = UNIT_WORDS.get(t.word(i + 1) if squared else t.word(i), NO_UNIT)
    return t.word(i) in POUNDS or (bool(unit[0]) and (unit[1] != "duration" or t.word(i) in ("century", "decade")))


def _changes_by(t: Tokens, i: int) -> bool:
    """Tell whether a fraction says by how much something changed: "by a fifth", "by just over a quarter"."""
    k = i - 1
    while t.word(k) in _APPROXIMATORS and k > i - 4:
        k -= 1
    return t.word(k) == "by"


def _cardinal(t: Tokens, i: int) -> Number:
    """Read number words from a cardinal on; hyphens and "and" may stand between the parts."""
    total, current, last = 0.0, 0.0, i
    ordinal = False
    j = i
    if t.low[i] == "a":
        current, last, j = 1.0, i + 1, i + 1
    while True:
        word = t.word(j)
        if word in TENS and (last == i or current % 100 == 0):
            current += TENS[word]
        elif word in SMALL and (last == i or _fits(current, SMALL[word])):
            current += SMALL[word]
        elif word == "hundred" and 0 < current < 100:
            current *= 100
        elif word in ("thousand", "million", "billion") and current > 0 and (total == 0 or SCALES[word] < total):
            total += current * SCALES[word]
            current = 0.0
        elif (
            t.word(j - 1) in ("-", "‑")
            and word in ORDINALS
            and word not in ORDINAL_TENS
            and current % 100 >= 20
            and current % 10 == 0
        ):
            current += ORDINALS[word]
            last, ordinal = j + 1, True
            break
        else:
            break
        last = j + 1
        j = _after_join(t, last, total + current)
    value = total + current
    scaled = last > i + 1 and t.word(last - 1) in SCALES  # "four to five million" lends its scale
    read = Number(value, _step(value), len(_trimmed(value)), i, last, worded=True, ordinal=ordinal, scaled=scaled)
    if t.word(last) in ("point", "dot") and t.word(last + 1) in CARDINALS:
        _spoken_decimals(t, read)
    return read


def _fits(current: float, small: int) -> bool:
    if current == 0:
        return True
    if current % 100 == 0:
        return True
    return current % 10 == 0 and current % 100 >= 20 and 0 < small < 10


def _after_join(t: Tokens, i: int, so_far: float) -> int:
    """Step over a hyphen, or over an "and" that follows a hundred or more and precedes a small cardinal."""
    if t.word(i) in ("-", "‐", "‑") and (
        t.word(i + 1) in CARDINALS or t.word(i + 1) in ORDINALS or t.word(i + 1) in SCALES
    ):
        return i + 1
    if t.word(i) == "and" and so_far >= 100 and so_far % 100 == 0 and t.word(i + 1) in CARDINALS:
        return i + 1
    return i


def _spoken_decimals(t: Tokens, read: Number) -> None:
    j, digits = read.last + 1, ""
    while t.word(j) in CARDINALS and len(digits) < 6:
        digits += str(CARDINALS[t.word(j)])
        j += 1
    read.value += float(f"0.{digits}")
    read.step = 10.0 ** -len(digits)
    read.digits += len(digits.rstrip("0"))
    read.last = j


def _add_fraction(t: Tokens, read: Number) -> None:
    """Add "1/2", "½" or "and a half"; or read "3/4", "two-thirds" as the fraction that it is."""
    j = read.last
    if t.kind(j) == "f" and not read.ratio:
        read.value += FRACTION_CHARS[t.low[j]]
        read.last, read.plain = j + 1, False
    elif read.plain and t.kind(j) == "n" and t.word(j + 1) in ("/", "⁄") and t.kind(j + 2) == "n":
        above, below = t.low[j], t.low[j + 2]
        if above in ("1", "2", "3", "5", "7") and below in ("2", "3", "4", "8", "16") and int(above) < int(below):
            read.value += int(above) / int(below)
            read.last, read.plain = j + 3, False
    elif (
        read.plain
        and t.word(j) in ("⁄", "/")
        and t.word(j + 1) in ("2", "3", "4", "5", "8")
        and t.glued(j - 1)
        and t.glued(j)
    ):
        if read.value < int(t.low[j + 1]) and t.word(j + 2) != "/":
            read.value /= int(t.low[j + 1])
            read.last, read.plain, read.ratio = j + 2, False, True
    elif t.word(j) == "and" and t.word(j + 1) in ("a", "one") and t.word(j + 2) in ("half", "quarter"):
        read.value += 1.0 / FRACTION_WORDS[t.word(j + 2)]
        read.step, read.last, read.plain = read.step / 10, j + 3, False
    elif (three := three_quarters(t, j)) and not read.ratio:
        read.value += 0.75
        read.step, read.last, read.plain = read.step / 100, three, False
    elif read.worded and not read.ordinal and read.value < 20:
        k = j + 1 if t.word(j) in ("-", "‑") else j
        name = t.word(k)
        if (
            name in FRACTION_WORDS
            and (name.endswith("s") or read.value == 1)
            and name not in ("halves", "quarters", "quarter", "half")
        ):
            if read.value < FRACTION_WORDS[name] and (read.value > 1 or k > j or t.word(k + 1) == "of"):
                read.value /= FRACTION_WORDS[name]
                read.ratio, read.last = True, k + 1
        elif name == "quarters" and t.word(k + 1) == "of" and read.value == 3:
            read.value, read.ratio, read.last = 0.75, True, k + 1


def three_quarters(t: Tokens, j: int) -> int:
    """Return the token behind "and three-quarter", "and three quarters"; 0 where none stands there."""
    if t.word(j) != "and" or t.word(j + 1) != "three":
        return 0
    k = j + 3 if t.word(j + 2) in ("-", "‑") else j + 2
    return k + 1 if t.word(k) in ("quarter", "quarters") else 0


def _add_scale(t: Tokens, read: Number) -> None:
    """Multiply by the scale words that follow, or by a scale letter that touches the digits or a currency's sign."""
    if read.ordinal:
        return
    j = read.last
    for _ in range(3):
        k = j + 1 if t.word(j) in ("-", "‑") and t.word(j + 1) in ("million", "billion", "thousand", "trillion") else j
        word = t.word(k)
        scale = SCALES.get(word) or (LONG_SCALES.get(word) if t.continental else None)
        if word == "mm" or (word == "mil" and not (t.continental or t.word(k + 1) in ("millones", "euros", "pesos"))):
            scale = SCALES["million"] if word == "mil" and t.word(read.first - 1) in CURRENCY_SIGNS else None  # $60 mil
        if scale is None and k == j and _scale_letter(t, read, k):
            scale = SHORT_SCALES[word]
        if scale is None:
            break
        _scale(read, scale)
        read.last = j = k + 1
    if t.word(j) == "." and t.word(j - 1) in ("mio", "mrd", "mln") and t.glued(j - 1) and t.kind(j + 1) == "s":
        read.last = j + 1


def _scale_letter(t: Tokens, read: Number, j: int) -> bool:
    """Tell whether a letter that touches the digits is a scale: 11M, 80K, £5m; "12mm" and "5m" are lengths."""
    word = t.word(j)
    if word not in SHORT_SCALES or t.kind(read.last - 1) != "n":
        return False
    if t.glued(j) and t.word(j + 1) in CURRENCY_SIGNS and t.kind(j + 2) != "n":
        return True  # 3,2 M€
    if not t.glued(read.last - 1):
        return False
    before = t.word(read.first - 1)
    if before in CURRENCY_SIGNS:
        return True
    surface = t.text[t.start[j] : t.end[j]]
    if word in ("bn", "mn", "tn"):
        return True
    if word == "k":
        return t.word(j + 1) not in ("race", "run", "walk", "resolution")
    return surface in ("M", "B")


def _scale(read: Number, scale: float) -> None:
    # 4.03 * 1e9 is not 4030000000: a whole product is rounded to what was written.
    product = read.value * scale
    read.value = (
        float(round(product)) if scale >= 100 and abs(product) < EXACT_VALUE and read.step * scale >= 1 else product
    )
    read.step *= scale
    read.scaled = True
    read.plain = False
    if read.other is not None:
        read.other = None


def _trimmed(value: float) -> str:
    return f"{value:.0f}".rstrip("0") or "0"


def _step(value: float) -> float:
    """Return what the last spoken part of a whole number is worth: 100 in "twelve hundred"."""
    text = f"{value:.0f}"
    return float(10 ** (len(text) - len(text.rstrip("0")))) if value else 1.0
