"""Read the unit that follows a number: percent, ratios, multiples, measures, ages."""

from __future__ import annotations

import re
from bisect import bisect_left

from wellsourced_core.lexicon import keys, words
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities.money import currency_after
from wellsourced_core.quantities.number_words import (
    BETWEEN_UNIT,
    CARDINALS,
    CURRENCY_WORDS,
    DASHES,
    MULTIPLES,
    NO_UNIT,
    PERCENT_WORDS,
    PERSONS,
    POINT_WORDS,
    POUNDS,
    SHORT_UNITS,
    UNIT_WORDS,
)
from wellsourced_core.quantities.numerals import number, three_quarters
from wellsourced_core.quantities.tokens import Tokens
from wellsourced_core.quantities.unfinished_quantity import Mention
from wellsourced_core.thresholds import AGE_NEAR_WORDS, PER_NEAR_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import QuantityKind

    _Found = tuple[str, QuantityKind, int]  # a unit, its kind, the token behind it

_PERCENTAGE_POINTS = words("percentage points in one word")
_BEHIND_PART = words("behind part of")
_BEHIND_TIMES = words("behind times")
_BEHIND_DOUBLE, _BEFORE_DOUBLE = words("behind double"), words("before double")
_BEHIND_TWICE = words("behind twice")
_BEFORE_STROKE = words("units before a stroke")
_SMALL_LETTERS = words("units of small letters")
_AGE_BOUNDS = words("age bounds")


def unit_after(t: Tokens, m: Mention) -> bool:
    """Read the unit that follows a number, across a hyphen; return False where there is none."""
    j = m.last
    if (
        t.word(j) in DASHES
        and (t.glued(j - 1) or t.glued(j))
        and (
            t.word(j + 1) in UNIT_WORDS
            or t.word(j + 1) in POUNDS
            or t.word(j + 1) in ("fold", "percent", "percentage", "point")
            or t.word(j + 1) in CURRENCY_WORDS
        )
    ):
        j += 1
    if t.word(j) in DASHES and t.word(j + 1).startswith("jährig"):
        m.kind, m.unit, m.last = "age", "year", j + 2
        return True
    if t.word(j) == "(" and m.plain:
        _unit_after_bracket(t, m, j)
        return m.unit != ""
    return (
        _percent(t, m, j) or currency_after(t, m, j) or _out_of(t, m, j) or _fold(t, m, j)
        or _degrees(t, m, j) or _compound(t, m, j) or _plain_unit(t, m, j)
    )  # fmt: skip


def _unit_after_bracket(t: Tokens, m: Mention, j: int) -> None:
    """Read "8 (4-14) days": the unit follows the bracketed range."""
    if t.kind(j + 1) == "n" and t.word(j + 2) in DASHES and t.kind(j + 3) == "n" and t.word(j + 4) == ")":
        unit = UNIT_WORDS.get(t.word(j + 5))
        if unit and t.word(j + 5) not in SHORT_UNITS:
            m.unit, m.kind = unit


def _percent(t: Tokens, m: Mention, j: int) -> bool:
    word = t.word(j)
    if m.number is not None and m.number.ratio and (found := _of_one(t, j)):
        m.kind, m.unit, m.last = found
        return True
    if word in ("per", "pour", "por") and t.word(j + 1) in ("cent", "ciento", "cento"):
        j += 1
    elif word == "basis" and t.word(j + 1) in POINT_WORDS:
        m.kind, m.unit, m.last = "points", "bp", j + 2
        return True
    elif word in ("bps", "bp"):
        m.kind, m.unit, m.last = "points", "bp", j + 1
        return True
    elif word in _PERCENTAGE_POINTS:
        m.kind, m.unit, m.last = "points", "pp", j + 1
        return True
    elif word not in PERCENT_WORDS:
        return word == ")" and _percent_in_brackets(t, m, j)
    k = j + 1
    if t.word(k) in ("ci", "confidence", "cri") or t.word(j + 2) in ("ci", "cri"):
        m.kind = "identifier"  # the level of an interval says nothing of the matter
        return True
    k = k + 1 if t.word(k) in DASHES and t.glued(k - 1) and t.glued(k) else k
    if t.word(k) in POINT_WORDS:
        m.kind, m.unit, m.last = "points", "pp", k + 1
    elif word == "percentage":
        return False
    else:
        m.kind, m.unit, m.last = "percent", "%", j + 1
    return True


def _of_one(t: Tokens, j: int) -> tuple[QuantityKind, str, int] | None:
    """Read "of a percentage point" after "a quarter", "a percent" and "an hour" after "half": kind, unit, end."""
    k = j + 1 if t.word(j) == "of" else j
    if t.word(k) not in ("a", "an", "one"):
        return None
    k += 1
    unit, kind = UNIT_WORDS.get(t.word(k), NO_UNIT)
    if kind == "duration":
        return kind, unit, k + 1
    if t.word(k) in ("percent", "%") or (t.word(k) == "per" and t.word(k + 1) == "cent"):
        return "percent", "%", k + 2 if t.word(k) == "per" else k + 1
    k = k + 1 if t.word(k) == "percentage" else k
    return ("points", "pp", k + 1) if t.word(k) in ("point", "points") else None


def _percent_in_brackets(t: Tokens, m: Mention, j: int) -> bool:
    """Read "(7) percent": in accounts that is minus seven."""
    if t.word(m.first - 1) != "(" or t.word(j + 1) not in PERCENT_WORDS:
        return False
    m.kind, m.unit, m.first, m.last = "percent", "%", m.first - 1, j + 2
    m.alternatives += ((-m.value, "%", "percent"),)
    return True


def _out_of(t: Tokens, m: Mention, j: int) -> bool:
    """Read "22 of 34", "one in five", "27 out of 100", "2.9/10" as a ratio, its count as alternative."""
    word, k = t.word(j), j
    if m.number is not None and m.number.ratio:
        return False  # "a quarter of its 12 million" are two numbers
    glued_slash = word == "/" and t.glued(j - 1) and t.glued(j)
    if word == "out" and t.word(j + 1) == "of":
        k = j + 3 if t.word(j + 2) == "every" else j + 2
    elif start := _behind_counted(t, m, j):
        word, k = "in", start
    elif word in ("of", "in") or glued_slash or (t.foreign and word in ("von", "sur")):
        k = j + 1
    elif t.foreign and word == "de" and t.word(j + 1) == "cada":
        k = j + 2
    else:
        return False
    if word == "of" and t.word(k) in _BEHIND_PART:
        k += 1
        if t.kind(k) == "w" and t.word(k) not in CARDINALS:
            return False
    if word == "in" and not (m.value in (1, 2, 3, 4, 9) and t.kind(k) in ("n", "w")):
        return False
    below = number(t, k) if t.kind(k) == "n" or t.word(k) in CARDINALS or t.foreign else None
    if below is None or below.ordinal or below.value <= 0 or m.value > below.value or (below.scaled and word == "in"):
        return False
    follow = t.word(below.last)
    if word == "in" and m.value != 1 and UNIT_WORDS.get(follow, NO_UNIT)[1] == "duration":
        return False  # "3 in 12 months", but "1 in 100 years"
    if word == "in" and ((t.capital(m.first) and m.first > 0 and not t.starts_sentence(m.first)) or below.value > 1000):
        return False
    if word in ("of", "in") and below.plain and len(t.low[k]) == 4 and "1000" <= t.low[k] <= "2199":
        return False  # "30 of 2019": more often a year
    if follow in PERCENT_WORDS or (glued_slash and follow == "/"):
        return False
    if word == "of" and UNIT_WORDS.get(follow, NO_UNIT)[1] in _MEASURED and follow not in SHORT_UNITS:
        return False  # "640 of the 1,900 hectares" are two areas
    if glued_slash and not (below.value in (5, 10, 20, 100) or (m.number is not None and not m.plain)):
        return False
    count = m.value
    m.alternatives += ((count, "", "count"),)
    if count == 1 or word == "of":
        m.alternatives += ((below.value, "", "count"),)
    m.value, m.kind, m.last, m.plain = count / below.value, "ratio", below.last, False
    m.alternatives += ((100 * m.value, "%", "percent"),)
    return True


def _behind_counted(t: Tokens, m: Mention, j: int) -> int:
    """Return where the whole of "one house in four", "two nursing posts in every nine" begins; 0 where none does."""
    if not 1 <= m.value < 10 or m.value != int(m.value):
        return 0
    at = next((at for at in (j + 1, j + 2) if t.word(at) == "in"), 0)
    if not at or any(t.kind(i) != "w" for i in range(j, at)):
        return 0
    every = t.word(at + 1) == "every"
    k = at + 2 if every else at + 1
    follow = t.word(k + 1)
    if follow in UNIT_WORDS:
        return 0  # "two jobs in five years"
    told = m.value == 1 or every or t.word(k) == "ten"
    return k if told or t.kind(k + 1) != "w" or follow in _STOPS else 0


_STOPS = words("stop words")
_MEASURED = frozenset("length area mass volume energy power".split())


def _fold(t: Tokens, m: Mention, j: int) -> bool:
    word = t.word(j)
    if word == "fold" or (word == "x" and t.glued(j - 1) and t.kind(j + 1) != "n"):
        m.kind, m.last = "multiple", j + 1
        return True
    if word == "times" and t.word(j + 1) in _BEHIND_TIMES:
        m.kind, m.last = "multiple", j + 1
        return True
    return word == "times" and bool(m.number and m.number.worded and _keep_times(m, j))


def _keep_times(m: Mention, j: int) -> bool:
    m.last = j + 1
    return True


def _degrees(t: Tokens, m: Mention, j: int) -> bool:
    word = t.word(j)
    if word not in ("°", "degrees", "degree", "º", "grad"):
        return False
    scale = t.word(j + 1)
    unit = {"c": "°C", "celsius": "°C", "centigrade": "°C", "f": "°F", "fahrenheit": "°F"}.get(scale)
    m.kind, m.unit, m.last = ("temperature", unit, j + 2) if unit else ("angle", "°", j + 1)
    if unit == "°F":
        m.alternatives += (((m.value - 32) / 1.8, "°C", "temperature"),)
    elif unit is None:
        m.alternatives += ((m.value, "°C", "temperature"), (m.value, "°F", "temperature"))
    return True


_POWERS: dict[str, tuple[QuantityKind, str]] = {
    word: ("area" if power == "2" else "volume", power)
    for word, power in keys("powers behind a unit of length").items()
}


def _compound(t: Tokens, m: Mention, j: int) -> bool:
    """Read mg/kg, km/h, feet and inches, square kilometres, miles per hour."""
    word = t.word(j)
    if word in ("square", "sq", "cubic", "quadrat"):
        found = _squared(t, j)
        if found is None:
            return False
        m.unit, m.kind, m.last = found
        return True
    if word == "nautical" and t.word(j + 1) in ("mile", "miles"):
        m.kind, m.unit, m.last = "length", "nmi", j + 2
        return True
    base = UNIT_WORDS.get(word)
    if base is None:
        return False
    if base[1] == "length" and t.word(j + 1) in _POWERS:
        kind, power = _POWERS[t.word(j + 1)]
        m.kind, m.unit, m.last = kind, base[0] + power, j + 2
        return True
    if base[1] == "length" and (found := _raised(t, j)):
        m.unit, m.kind, m.last = found
        return True
    if base[1] == "mass" and t.word(j + 1) == "/" and t.glued(j) and t.glued(j + 1) and (found := _raised(t, j + 2)):
        m.unit, m.kind, m.last = f"{base[0]}/{found[0]}", "unit", found[2]
        return True
    if t.word(j + 1) == "/" and t.glued(j) and t.glued(j + 1) and (below := UNIT_WORDS.get(t.word(j + 2))):
        rate = f"{base[0]}/{'h' if below[0] == 'hour' else below[0]}"
        m.kind, m.unit, m.last = "speed" if rate == "km/h" else "unit", rate, j + 3
        return True
    if word in _BEFORE_STROKE and t.word(j + 1) == "/" and t.kind(j + 2) == "w":
        m.kind, m.unit, m.last = "unit", f"{base[0]}/{t.word(j + 2)}", j + 3
        return True
    k = j + 2 if t.word(j + 1) in DASHES else j + 1
    if base[0] in ("kW", "MW", "GW", "TW") and UNIT_WORDS.get(t.word(k), ("",))[0] == "hour":
        m.kind, m.unit, m.last = "energy", f"{base[0]}h", k + 1  # kilowatt-hours, in one word or two
        return True
    if t.word(j + 1) in ("per", "an") and t.word(j + 2) == "hour" and base[0] in ("mi", "km"):
        m.kind, m.unit, m.last = "speed", "mph" if base[0] == "mi" else "km/h", j + 3
        return True
    if base[0] == "ft" and t.kind(j + 1) in ("n", "w"):
        inches = number(t, j + 1) if t.kind(j + 1) == "n" or t.word(j + 1) in CARDINALS else None
        if (
            inches
            and not inches.ordinal
            and inches.value < 12
            and UNIT_WORDS.get(t.word(inches.last), NO_UNIT)[0] == "in"
        ):
            m.value = round(m.value * 0.3048 + inches.value * 0.0254, 6)
            m.kind, m.unit, m.last, m.step = "length", "m", inches.last + 1, 0.0254
            return True
    return False


def _squared(t: Tokens, j: int) -> _Found | None:
    """Read "square kilometres", "sq. m", "cubic metre"."""
    k = j + 2 if t.word(j + 1) == "." else j + 1
    unit, kind = UNIT_WORDS.get(t.word(k), NO_UNIT)
    if kind != "length":
        return None
    return (f"{unit}3", "volume", k + 1) if t.word(j) == "cubic" else (f"{unit}2", "area", k + 1)


# A power as Markdown, HTML, TeX and plain text write it: "m^2^", "m<sup>2</sup>", "m$^2$", "m^2".
_POWER = compiled(
    r"(?:\^\{?(?P<caret>[23])\}?\^?|\$\^\{?(?P<tex>[23])\}?\$|<sup>[ \t]?(?P<html>[23])[ \t]?</sup>)(?!\w)",
    re.IGNORECASE,
)


def _raised(t: Tokens, j: int) -> _Found | None:
    """Read "m3", "km2", "m³" and "m^2^"."""
    unit, kind = UNIT_WORDS.get(t.word(j), NO_UNIT)
    if kind in ("area", "volume"):
        return unit, kind, j + 1
    if kind != "length" or not t.glued(j) or t.text[t.start[j]].isupper():
        return None
    power, last = t.word(j + 1), j + 2
    if power in _SIGNS_OF_POWER and (found := _POWER.match(t.text, t.end[j])):
        power, last = found[found.lastgroup or 0], bisect_left(t.start, found.end())
    if power not in ("2", "3"):
        return None
    return f"{unit}{power}", "volume" if power == "3" else "area", last


_SIGNS_OF_POWER = ("^", "$", "<")


_PER = words("per")


def _add_per(t: Tokens, m: Mention) -> None:
    """Read a mass in a volume, an area or a mass as a concentration, the mass alone as its other reading."""
    k = m.last
    while t.kind(k) == "w" and t.word(k) not in _PER and k - m.last < PER_NEAR_WORDS:
        k += 1
    if t.word(k) not in _PER or (k > m.last and t.word(m.last) not in ("of", "de", "d")):
        return
    below = _squared(t, k + 1) if t.word(k + 1) in ("square", "sq", "cubic") else _raised(t, k + 1)
    unit, kind = UNIT_WORDS.get(t.word(k + 1), NO_UNIT)
    if below is None and kind in ("mass", "volume", "area"):
        below = unit, kind, k + 2
    if below is not None:
        m.alternatives += ((m.value, m.unit, m.kind),)
        m.unit, m.kind = f"{m.unit}/{below[0]}", "unit"
        m.last = below[2] if k == m.last else m.last


def _plain_unit(t: Tokens, m: Mention, j: int) -> bool:
    word = t.word(j)
    if word in BETWEEN_UNIT and UNIT_WORDS.get(t.word(j + 1), NO_UNIT)[1] == "duration":
        j += 1
        word = t.word(j)
    if word == "second" and t.word(j - 1) not in DASHES and m.value != 1:
        return False
    found = UNIT_WORDS.get(word)
    if found is None or t.kind(j) == "x":
        return False
    unit, kind = found
    worded = m.number is not None and m.number.worded
    if word in SHORT_UNITS and (worded or not _short_unit(t, m, j, word)):
        return False
    if word in ("second", "quarter", "minute", "foot", "an") and m.value != 1 and t.low[j - 1] not in DASHES:
        return False
    if kind == "duration" and (end := _age(t, m, j)):
        m.kind, m.unit, m.last = "age", unit, end
        return True
    m.kind, m.unit, m.last = kind, unit, j + 1
    if kind == "mass":
        _add_per(t, m)
    if three := three_quarters(t, j + 1):
        m.value += 0.75
        m.step, m.last = m.step / 100, three
    elif [t.word(k) for k in range(j + 1, j + 4)] == ["and", "a", "half"]:
        m.value, m.step, m.last = m.value + 0.5, m.step / 10, j + 4  # "two hours and a half"
    elif unit == "year" and _speaks_of_age(t, m.first - 1):
        m.alternatives += ((m.value, "year", "age"),)
    if word == "m" and m.value and not worded and t.glued(j - 1):
        m.alternatives += ((m.value * 1e6, "", "count"),)
    return True


def _short_unit(t: Tokens, m: Mention, j: int, word: str) -> bool:
    """Tell whether one or two letters after digits are a unit: "12mm", "5 kg"; not 5G, "3 in", "1 an", "20 min a"."""
    if t.kind(m.last - 1) != "n" and (m.number is None or m.number.power is None):
        return False
    surface = t.text[t.start[j] : t.end[j]]
    if word in ("in", "an", "s", "ms") and not (word == "ms" and t.glued(j - 1)):
        return t.continental and word == "an"
    if word in _SMALL_LETTERS:
        return surface == "W" if word == "w" else surface.islower() and word != "k"
    return not (surface.isupper() and word in ("m", "ha", "ft", "cm", "hr"))


_OLD = words("of age")
_SIGNS = frozenset("<>≤≥")


def _age(t: Tokens, m: Mention, j: int) -> int | None:
    """Return the end of an age: "12-year-old", "24 years old", "aged 24 years"."""
    k = j + 1
    k = k + 1 if t.word(k) in DASHES else k
    if t.word(k).removesuffix("'s") in _OLD or (t.word(k) == "of" and t.word(k + 1) == "age"):
        return k + (2 if t.word(k) == "of" else 1)
    if t.word(k) in ("or", "and") and t.word(k + 1) in ("older", "younger"):
        return j + 1
    before = m.first - 2 if t.word(m.first - 1) in _SIGNS else m.first - 1  # "aged ≥65 years"
    if t.word(before) == "aged" or _second_age(t, before):
        return j + 1
    if _older_than(t, m.first - 1) or (UNIT_WORDS[t.word(j)][0] == "year" and _persons_over(t, m.first - 1)):
        return j + 1
    return None


def tells_age(t: Tokens, i: int) -> bool:
    """Tell "aged 24", "at the age of two", and the second of "aged 18 to 65"."""
    if t.word(i) in ("aged", "age") or (t.word(i) == "of" and t.word(i - 1) == "age") or _second_age(t, i):
        return True
    return _older_than(t, i) or _persons_over(t, i)


def _older_than(t: Tokens, i: int) -> bool:
    return t.word(i) in ("than", "als") and t.word(i - 1) in ("older", "younger", "älter", "jünger")


def _persons_over(t: Tokens, i: int) -> bool:
    """Tell "people over 65" and "those aged under 30" from "more than 65 people"."""
    before = t.word(i - 2) if t.word(i - 1) in ("aged", "the") else t.word(i - 1)
    return t.word(i) in _AGE_BOUNDS and before in PERSONS


def _speaks_of_age(t: Tokens, i: int) -> bool:
    for k in range(i, max(-1, i - AGE_NEAR_WORDS), -1):
        if t.word(k) in ("age", "ages", "alter"):
            return True
        if t.kind(k) != "w":
            return False
    return False


def _second_age(t: Tokens, i: int) -> bool:
    return t.word(i) in ("to", "and", "or") and t.kind(i - 1) == "n" and t.word(i - 2) == "aged"


def multiple(t: Tokens, i: int) -> Mention | None:
    word = t.low[i]
    if (t.word(i + 1) in DASHES and t.glued(i)) or (t.word(i - 1) in DASHES and t.glued(i - 1)):
        return None
    if (
        word in ("double", "triple", "quadruple")
        and t.word(i + 1) not in _BEHIND_DOUBLE
        and t.word(i - 1) not in _BEFORE_DOUBLE
    ):
        return None
    percent: tuple[tuple[float, str, QuantityKind], ...] = ((100.0, "%", "percent"),)
    others = percent if MULTIPLES[word] == 2 and word in ("doubled", "doubling") else ()
    if word == "twice" and t.word(i + 1) not in _BEHIND_TWICE:
        return Mention(i, i + 1, 2.0, "", "multiple", digits=1, step=1.0, alternatives=((2.0, "", "count"),))
    return Mention(i, i + 1, MULTIPLES[word], "", "multiple", digits=1, step=1.0, alternatives=others)
