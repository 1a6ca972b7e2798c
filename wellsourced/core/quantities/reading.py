"""Put numbers, units, currencies and bounds together to quantities."""

from __future__ import annotations

import math
from dataclasses import dataclass

from wellsourced.core.model import Quantity
from wellsourced.core.quantities.dates import Moment, moment, year_days
from wellsourced.core.quantities.lexicon import (
    AFTER,
    BEFORE,
    BEFORE_DATES,
    BETWEEN_UNIT,
    CARDINALS,
    CHANGE_WORDS,
    CURRENCY_CODES,
    CURRENCY_PREFIX_WORDS,
    CURRENCY_SIGNS,
    CURRENCY_WORDS,
    DOLLAR_PREFIXES,
    FRACTION_WORDS,
    MONEY_TALK,
    MONTHS,
    MULTIPLES,
    NATIONAL,
    NUMBERED,
    ORDINALS,
    PERCENT_WORDS,
    POINT_WORDS,
    POUNDS,
    SCORE_TALK,
    SHORT_UNITS,
    TRANSPARENT,
    UNIT_WORDS,
)
from wellsourced.core.quantities.names import is_label, is_name
from wellsourced.core.quantities.numerals import Number, number
from wellsourced.core.quantities.scan import Tokens, tokens

_DASHES = frozenset(("-", "–", "—", "‑", "−", "‐"))
_APOSTROPHES = frozenset(("'", "‘", "’"))
_DATED = frozenset(("year", "date", "decade", "century"))
_TRIGGERS = (
    frozenset(CARDINALS) | frozenset(ORDINALS) | frozenset(MULTIPLES) | frozenset(FRACTION_WORDS)
    | frozenset(("a", "an", "hundred", "thousand", "dozen", "zero"))
    | frozenset(MONTHS) | frozenset(("twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties"))
)  # fmt: skip


@dataclass(slots=True)
class Mention:
    """A quantity while it is being read: the tokens it takes, and what is known of it."""

    first: int
    last: int  # one past
    value: float
    unit: str
    kind: str
    high: float | None = None
    bound: str = ""
    approximate: bool = False
    digits: int = 0
    step: float = 0.0
    iso: str | None = None
    days: tuple[int, int] | None = None
    alternatives: tuple[tuple[float, str, str], ...] = ()
    plain: bool = False
    bare: bool = False  # no unit of its own: may borrow one from the other end of a range
    number: Number | None = None


def quantities(text: str, *, names: bool = False) -> tuple[Quantity, ...]:
    """Read the numbers of a text in order of appearance, without those that measure nothing.

    Addresses, citation marks, versions, telephone numbers and names such as 5G or COVID-19 are left out.
    Takes time linear in the text and raises nothing; values are finite. The locale (1,234.5 or 1.234,5) is
    told by the text's own function words, then by its unambiguous numbers; where digits can be read both
    ways, the other reading is among the alternatives. With ``names``, numbers that capitals make part of a
    name ("19 Endurance pickups", "Arrow 3") are kept, as kind "name".
    """
    t = tokens(text)
    found: list[Quantity] = []
    for m in _join(t, _mentions(t)):
        if is_label(t, m.first, m.last, m.kind, m.plain):
            continue
        if is_name(t, m.first, m.last, m.kind, m.plain):
            if not names:
                continue
            m.kind = "name"
        found.append(_quantity(t, _qualify(t, m)))
    return tuple(found)


def _mentions(t: Tokens) -> list[Mention]:
    found: list[Mention] = []
    i, count = 0, len(t.low)
    low, sort = t.low, t.sort
    while i < count:
        kind, word = sort[i], low[i]
        if kind == "x" or (kind == "w" and word not in _TRIGGERS) or (kind == "s" and word not in _APOSTROPHES):
            i += 1
            continue
        mention = _mention(t, i)
        if mention is None or mention.last <= i:
            i += 1
            continue
        found.append(mention)
        i = mention.last
    return found


def _mention(t: Tokens, i: int) -> Mention | None:
    if t.kind(i) == "n" and _is_telephone_or_code(t, i):
        return Mention(i, _end_of_code(t, i), math.nan, "", "identifier")
    dated = moment(t, i)
    if dated is not None:
        if dated.kind != "year" or not _is_amount(t, dated):
            return _from_moment(dated)
    if t.low[i] in MULTIPLES:
        return _multiple(t, i)
    read = number(t, i)
    return None if read is None else _measured(t, read)


def _from_moment(m: Moment) -> Mention:
    others = ((m.value, "", "count"),) if m.loose else ()
    digits = 4 if m.kind == "year" else 0
    return Mention(m.first, m.last, m.value, m.unit, m.kind, m.high, iso=m.iso, days=m.days, alternatives=others,
                   digits=digits, step=1.0, plain=m.kind == "year" and m.high is None)  # fmt: skip


def _is_amount(t: Tokens, m: Moment) -> bool:
    """Tell whether four digits before a currency or a unit are an amount: "2000 dollars", not "in 1883 dollars"."""
    j = m.last
    if m.high is not None or m.value < 0:
        return False
    j = j + 1 if t.word(j) in _DASHES and t.glued(j - 1) and t.glued(j) else j
    word = t.word(j)
    if word in PERCENT_WORDS or word in ("million", "billion", "thousand", "trillion"):
        return True
    limit = _before(t, m.first - 1, BEFORE)
    if limit and limit[0][0]:
        return True
    if t.word(m.first - 1) in ("in", "since", "of", "from", "by", "until", "fy", "fiscal", "the"):
        return False
    return word in CURRENCY_WORDS or word in POUNDS or (word in UNIT_WORDS and word not in SHORT_UNITS)


# ---------------------------------------------------------------------------------------------- number + unit


def _measured(t: Tokens, read: Number) -> Mention:
    """Give a number its sign, its currency before or after, and its unit."""
    m = Mention(read.first, read.last, read.value, "", "ordinal" if read.ordinal else "count", digits=read.digits,
                step=read.step, plain=read.plain, number=read)  # fmt: skip
    if read.ordinal:
        m.number = None
        return m
    if read.other is not None and not read.scaled:
        m.alternatives = ((read.other, "", "count"),)
    if t.kind(read.last - 1) == "n" and t.word(read.last) in ("st", "nd", "rd", "th", "º", "ª") and t.glued(read.last - 1):
        m.kind, m.last = "ordinal", read.last + 1
        return m
    currency = _currency_before(t, m)
    _sign(t, m)
    if currency:
        m.kind, m.unit = "money", currency
        _any_dollar(t, m)
        if t.word(m.last) in CURRENCY_WORDS and CURRENCY_WORDS[t.word(m.last)] == currency:
            m.last += 1
        return m
    if not _unit_after(t, m):
        m.bare = True
        if m.plain and m.value < 120 and _tells_age(t, m.first - 1):
            m.kind, m.unit, m.bare = "age", "year", False
        elif m.plain and 1 <= m.value <= 12 and t.word(m.first - 1) == "at":
            m.alternatives += ((m.value * 60 % 720, "clock", "time"), (m.value * 60 % 720 + 720, "clock", "time"))
        elif t.word(m.first - 1) in NUMBERED:
            m.alternatives += ((m.value, "", "ordinal"),)
        if read.ratio and not read.scaled:
            m.kind = "ratio"
            m.alternatives = ((100 * m.value, "%", "percent"),)
        elif t.word(m.last - 1) in ("crore", "crores") and t.kind(m.last) != "w":
            m.kind, m.unit = "money", "INR"
    return m


_DOLLARS = frozenset(("AUD", "CAD", "SGD", "HKD", "NZD", "TWD"))


def _any_dollar(t: Tokens, m: Mention) -> None:
    """Let a dollar without a country stand for any dollar: "$5" and "A$5" agree, "US$5" and "A$5" do not."""
    bare = m.unit == "USD" and t.low[m.first] in ("$", "-", "−") or t.low[m.last - 1] in ("dollars", "dollar")
    if m.unit in _DOLLARS or (m.unit == "USD" and bare):
        m.alternatives += ((m.value, "$", "money"),)


def _sign(t: Tokens, m: Mention) -> None:
    i = m.first - 1
    if t.word(i) in ("-", "−", "–") and t.glued(i) and t.kind(m.first) == "n":
        before = t.word(i - 1)
        apart = i == 0 or not t.glued(i - 1) or before in ("(", "=", "[", ":", "/") or before in CURRENCY_SIGNS
        if apart and not (t.word(i - 1) in _DASHES or (t.kind(i - 1) == "n" and t.kind(i) == "s" and not t.glued(i - 1) and t.low[i] != "-" )):
            m.value, m.first = -m.value, i
            if m.number is not None and m.number.other is not None:
                m.number.other = -m.number.other
    elif t.word(i) == "minus" and t.word(i - 1) not in ("or", "plus"):
        m.value, m.first = -m.value, i


def _currency_before(t: Tokens, m: Mention) -> str | None:
    """Read the currency that stands before: $, US$, A$, EUR, Rs. 500, €−119."""
    i = m.first - 1
    negative = t.word(i) in ("-", "−") and t.glued(i) and t.word(i - 1) in CURRENCY_SIGNS
    i = i - 1 if negative else i
    word = t.word(i)
    if word in CURRENCY_SIGNS:
        m.first = i if not negative else m.first
        if negative:
            m.first, m.value = i, -m.value
        if word == "$" and t.word(i - 1) in DOLLAR_PREFIXES and (
            t.glued(i - 1) or (t.capital(i - 1) and len(t.low[i - 1]) == 2 and t.low[i - 1] != "s")
        ):
            m.first = i - 1
            return DOLLAR_PREFIXES[t.word(i - 1)]
        return CURRENCY_SIGNS[word]
    if word in CURRENCY_CODES and t.capital(i):
        m.first = i
        return CURRENCY_CODES[word]
    j = i - 1 if word == "." else i
    if t.word(j) in CURRENCY_PREFIX_WORDS and t.capital(j) and t.start[m.first] - t.end[i] <= 1:
        m.first = j
        return CURRENCY_PREFIX_WORDS[t.word(j)]
    return None


def _unit_after(t: Tokens, m: Mention) -> bool:
    """Read the unit that follows a number, across a hyphen; return False where there is none."""
    j = m.last
    if t.word(j) in _DASHES and (t.glued(j - 1) or t.glued(j)) and (
        t.word(j + 1) in UNIT_WORDS or t.word(j + 1) in POUNDS or t.word(j + 1) in ("fold", "percent", "percentage", "point")
        or t.word(j + 1) in CURRENCY_WORDS
    ):
        j += 1
    if t.word(j) == "(" and m.plain:
        _unit_after_bracket(t, m, j)
        return m.unit != ""
    return (
        _percent(t, m, j) or _currency_after(t, m, j) or _out_of(t, m, j) or _fold(t, m, j)
        or _degrees(t, m, j) or _compound(t, m, j) or _plain_unit(t, m, j)
    )  # fmt: skip


def _unit_after_bracket(t: Tokens, m: Mention, j: int) -> None:
    """Read "8 (4-14) days": the unit follows the bracketed range."""
    if t.kind(j + 1) == "n" and t.word(j + 2) in _DASHES and t.kind(j + 3) == "n" and t.word(j + 4) == ")":
        unit = UNIT_WORDS.get(t.word(j + 5))
        if unit and t.word(j + 5) not in SHORT_UNITS:
            m.unit, m.kind = unit


def _percent(t: Tokens, m: Mention, j: int) -> bool:
    word = t.word(j)
    if word in ("per", "pour", "por") and t.word(j + 1) in ("cent", "ciento", "cento"):
        j += 1
    elif word in ("basis",) and t.word(j + 1) in POINT_WORDS:
        m.kind, m.unit, m.last = "points", "bp", j + 2
        return True
    elif word in ("bps", "bp"):
        m.kind, m.unit, m.last = "points", "bp", j + 1
        return True
    elif word in ("pp", "ppt", "ppts", "prozentpunkte", "prozentpunkten", "prozentpunkt"):
        m.kind, m.unit, m.last = "points", "pp", j + 1
        return True
    elif word not in PERCENT_WORDS:
        return False
    k = j + 1
    if t.word(k) in ("ci", "confidence", "cri") or t.word(j + 2) in ("ci", "cri"):
        m.kind = "identifier"  # the level of an interval says nothing of the matter
        return True
    k = k + 1 if t.word(k) in _DASHES and t.glued(k - 1) and t.glued(k) else k
    if t.word(k) in POINT_WORDS:
        m.kind, m.unit, m.last = "points", "pp", k + 1
    elif word == "percentage":
        return False
    else:
        m.kind, m.unit, m.last = "percent", "%", j + 1
    return True


def _currency_after(t: Tokens, m: Mention, j: int) -> bool:
    k, nation = j, None
    k = k + 1 if t.word(k) in (".", "de", "di") and m.number is not None and m.number.scaled else k
    while k < j + 3 and t.word(k) in NATIONAL:
        nation = NATIONAL[t.word(k)]
        k += 2 if t.word(k + 1) == "." and t.glued(k) else 1
    word = t.word(k).removeprefix("d'")
    if word in CURRENCY_WORDS and not (word in ("won", "real", "rand", "lira") and not _money_like(t, m, k)):
        m.kind, m.unit, m.last = "money", nation or CURRENCY_WORDS[word], k + 1
        if nation is None or nation in _DOLLARS:
            _any_dollar(t, m)
        return True
    if word in POUNDS:
        sterling = t.word(k + 1) == "sterling" or nation == "GBP" or bool(_near(t, m.first, k) & MONEY_TALK)
        m.kind, m.unit = ("money", "GBP") if sterling else ("mass", "lb")
        m.alternatives += ((m.value, "lb", "mass") if sterling else (m.value, "GBP", "money"),)
        m.last = k + 2 if t.word(k + 1) == "sterling" else k + 1
        return True
    word = t.word(j)
    if word in CURRENCY_SIGNS and word != "$" or (word == "$" and t.kind(j + 1) != "n"):
        m.kind, m.unit, m.last = "money", CURRENCY_SIGNS[word], j + 1
        return True
    if word in CURRENCY_CODES and t.text[t.start[j] : t.end[j]].isupper():
        m.kind, m.unit, m.last = "money", CURRENCY_CODES[word], j + 1
        return True
    if word in ("cents", "cent") and t.word(j - 1) not in ("per",):
        m.kind, m.unit, m.last, m.value, m.step = "money", "USD", j + 1, m.value / 100, m.step / 100
        return True
    return False


def _money_like(t: Tokens, m: Mention, k: int) -> bool:
    return m.number is not None and m.number.scaled and t.word(k + 1) not in ("the", "a", "by")


def _near(t: Tokens, first: int, last: int) -> frozenset[str]:
    return frozenset(t.low[max(0, first - 12) : last + 8])


def _out_of(t: Tokens, m: Mention, j: int) -> bool:
    """Read "22 of 34", "one in five", "27 out of 100", "2.9/10" as a ratio, its count as alternative."""
    word, k = t.word(j), j
    glued_slash = word == "/" and t.glued(j - 1) and t.glued(j)
    if word == "out" and t.word(j + 1) == "of":
        k = j + 2
    elif word in ("of", "in") or glued_slash:
        k = j + 1
    else:
        return False
    if word == "of" and t.word(k) in ("the", "their", "its", "his", "her", "our", "these", "those"):
        k += 1
        if t.kind(k) == "w" and t.word(k) not in CARDINALS:
            return False
    if word == "in" and not (m.value in (1, 2, 3, 4, 9) and t.kind(k) in ("n", "w")):
        return False
    below = number(t, k) if t.kind(k) == "n" or t.word(k) in CARDINALS else None
    if below is None or below.ordinal or below.value <= 0 or m.value > below.value or below.scaled and word == "in":
        return False
    follow = t.word(below.last)
    if word == "in" and (t.capital(m.first) and m.first > 0 and not t.starts_sentence(m.first) or below.value > 1000):
        return False
    if word in ("of", "in") and below.plain and len(t.low[k]) == 4 and "1000" <= t.low[k] <= "2199":
        return False  # "30 of 2019": more often a year
    if follow in PERCENT_WORDS or (glued_slash and follow == "/"):
        return False
    if glued_slash and not (below.value in (5, 10, 20, 100) or m.number is not None and not m.plain):
        return False
    count = m.value
    m.alternatives += ((count, "", "count"),)
    if count == 1 or word == "of":
        m.alternatives += ((below.value, "", "count"),)
    m.value, m.kind, m.last, m.plain = count / below.value, "ratio", below.last, False
    m.alternatives += ((100 * m.value, "%", "percent"),)
    return True


def _fold(t: Tokens, m: Mention, j: int) -> bool:
    word = t.word(j)
    if word == "fold" or (word == "x" and t.glued(j - 1) and t.kind(j + 1) != "n"):
        m.kind, m.last = "multiple", j + 1
        return True
    if word == "times" and t.word(j + 1) in ("as", "more", "higher", "larger", "greater", "the", "bigger", "faster", "less", "lower"):
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
    return True


def _compound(t: Tokens, m: Mention, j: int) -> bool:
    """Read mg/kg, km/h, feet and inches, square kilometres, miles per hour."""
    word = t.word(j)
    if word in ("square", "sq", "cubic", "quadrat"):
        k = j + 2 if t.word(j + 1) == "." else j + 1
        base = UNIT_WORDS.get(t.word(k))
        if base is None or base[1] != "length":
            return False
        power = "3" if word == "cubic" else "2"
        m.kind, m.unit, m.last = "volume" if power == "3" else "area", base[0] + power, k + 1
        return True
    base = UNIT_WORDS.get(word)
    if base is None:
        return False
    if t.word(j + 1) == "/" and t.glued(j) and t.glued(j + 1) and (below := UNIT_WORDS.get(t.word(j + 2))):
        rate = f"{base[0]}/{'h' if below[0] == 'hour' else below[0]}"
        m.kind, m.unit, m.last = "speed" if rate == "km/h" else "unit", rate, j + 3
        return True
    if word in ("mg", "g", "µg", "mcg", "kg", "ml") and t.word(j + 1) == "/" and t.kind(j + 2) == "w":
        m.kind, m.unit, m.last = "unit", f"{base[0]}/{t.word(j + 2)}", j + 3
        return True
    if t.word(j + 1) in ("per", "an") and t.word(j + 2) == "hour" and base[0] in ("mi", "km"):
        m.kind, m.unit, m.last = "speed", "mph" if base[0] == "mi" else "km/h", j + 3
        return True
    if base[0] == "ft" and t.kind(j + 1) in ("n", "w"):
        inches = number(t, j + 1) if t.kind(j + 1) == "n" or t.word(j + 1) in CARDINALS else None
        if inches and not inches.ordinal and inches.value < 12 and UNIT_WORDS.get(t.word(inches.last), ("", ""))[0] == "in":
            m.value = round(m.value * 0.3048 + inches.value * 0.0254, 6)
            m.kind, m.unit, m.last, m.step = "length", "m", inches.last + 1, 0.0254
            return True
    return False


def _plain_unit(t: Tokens, m: Mention, j: int) -> bool:
    word = t.word(j)
    if word in BETWEEN_UNIT and UNIT_WORDS.get(t.word(j + 1), ("", ""))[1] == "duration":
        j += 1
        word = t.word(j)
    if word == "second" and t.word(j - 1) not in _DASHES and m.value != 1:
        return False
    found = UNIT_WORDS.get(word)
    if found is None or t.kind(j) == "x":
        return False
    unit, kind = found
    worded = m.number is not None and m.number.worded
    if word in SHORT_UNITS and (worded or not _short_unit(t, m, j, word)):
        return False
    if word in ("second", "quarter", "minute", "foot", "an") and m.value != 1 and t.low[j - 1] not in _DASHES:
        return False
    if word in ("yards", "yard", "points") and False:
        return False
    if kind == "duration" and (end := _age(t, m, j)):
        m.kind, m.unit, m.last = "age", unit, end
        return True
    m.kind, m.unit, m.last = kind, unit, j + 1
    if word == "m" and m.value and not worded and t.glued(j - 1):
        m.alternatives += ((m.value * 1e6, "", "count"),)
    return True


def _short_unit(t: Tokens, m: Mention, j: int, word: str) -> bool:
    """Tell whether one or two letters after digits are a unit: "12mm", "5 kg"; not 5G, "3 in", "1 an", "20 min a"."""
    if t.kind(m.last - 1) != "n":
        return False
    surface = t.text[t.start[j] : t.end[j]]
    if word in ("in", "an", "s", "ms") and not (word == "ms" and t.glued(j - 1)):
        return t.continental and word == "an"
    if word in ("t", "l", "w", "k", "g", "h", "mi", "yd", "kn"):
        return surface == surface.lower() or surface == "W" if word in ("w",) else surface.islower() and word != "k"
    return not (surface.isupper() and word in ("m", "ha", "ft", "mi", "cm", "hr", "kg", "mg") and word not in ("kg", "mg"))


def _age(t: Tokens, m: Mention, j: int) -> int | None:
    """Return the end of an age: "12-year-old", "24 years old", "aged 24 years"."""
    k = j + 1
    k = k + 1 if t.word(k) in _DASHES else k
    if t.word(k) in ("old", "olds") or (t.word(k) == "of" and t.word(k + 1) == "age"):
        return k + (2 if t.word(k) == "of" else 1)
    if t.word(m.first - 1) == "aged":
        return j + 1
    return None


def _tells_age(t: Tokens, i: int) -> bool:
    """Tell "aged 24" and "at the age of two"."""
    return t.word(i) in ("aged", "age") or (t.word(i) == "of" and t.word(i - 1) == "age")


def _multiple(t: Tokens, i: int) -> Mention | None:
    word = t.low[i]
    if t.word(i + 1) in _DASHES and t.glued(i) or t.word(i - 1) in _DASHES and t.glued(i - 1):
        return None
    if word in ("double", "triple", "quadruple") and t.word(i + 1) not in ("the", "that", "its", "their", "his", "what", "from", "to"):
        if t.word(i - 1) not in ("than", "to", "nearly", "almost", "about", "will", "would"):
            return None
    others = ((100.0, "%", "percent"),) if MULTIPLES[word] == 2 and word in ("doubled", "doubling") else ()
    if word == "twice" and t.word(i + 1) not in ("as", "the", "that", "its", "their", "what", "more", "his"):
        return Mention(i, i + 1, 2.0, "", "multiple", digits=1, step=1.0, alternatives=((2.0, "", "count"),))
    return Mention(i, i + 1, MULTIPLES[word], "", "multiple", digits=1, step=1.0, alternatives=others)


# ---------------------------------------------------------------------------------------------- telephone numbers


def _is_telephone_or_code(t: Tokens, i: int) -> bool:
    """Tell whether digits belong to a telephone number, a version (1.2.3), a code (A-12, v12) or a date 9/11."""
    word = t.low[i]
    if not word.isdigit():
        return word.count(".") >= 2 and moment(t, i) is None and not _groups(word)
    if word in ("9", "11", "24") and _slashed(t, i) and t.low[i + 2] in ("11", "7"):
        return True
    if t.kind(i - 1) == "w" and _hyphenated(t, i) and t.text[t.start[i - 1] : t.end[i - 1]].isupper() and (
        2 <= len(t.low[i - 1]) <= 5 and len(t.low[i + 2]) <= 3 and t.low[i - 1] not in CURRENCY_CODES
    ):
        return True
    if len(word) >= 10 or (t.word(i - 1) == "+" and t.glued(i - 1) and len(word) <= 3 and (t.kind(i + 1) == "n" or t.word(i + 1) == "(")):
        return True
    if 3 <= len(word) <= 4 and _hyphenated(t, i):
        follow = t.low[i + 2]
        if t.word(i + 3) in _DASHES and t.kind(i + 4) == "n" and t.glued(i + 2) and t.glued(i + 3):
            return moment(t, i) is None
        return len(word) == 3 and len(follow) == 4 and t.word(i - 1) in (")", "phone", "tel", "call", "fax", "1", "-")
    return _glued_to_letters(t, i)


def _glued_to_letters(t: Tokens, i: int) -> bool:
    if i == 0 or not t.glued(i - 1):
        return False
    before = t.word(i - 1)
    if t.kind(i - 1) == "w" and before not in DOLLAR_PREFIXES and before not in CURRENCY_CODES:
        return before not in CURRENCY_PREFIX_WORDS and (before not in ("c", "ca") or t.capital(i - 1))
    return before == "_"


def _groups(word: str) -> bool:
    head, *rest = word.split(".")
    return 1 <= len(head) <= 3 and all(len(part.split(",")[0]) == 3 for part in rest)


def _slashed(t: Tokens, i: int) -> bool:
    return t.word(i + 1) == "/" and t.glued(i) and t.glued(i + 1) and t.kind(i + 2) == "n"


def _hyphenated(t: Tokens, i: int) -> bool:
    return t.word(i + 1) in ("-", "‑") and t.glued(i) and t.glued(i + 1) and t.kind(i + 2) == "n"


def _end_of_code(t: Tokens, i: int) -> int:
    j = i + 1
    while t.glued(j - 1) and (t.kind(j) == "n" or (t.word(j) in ("-", "/", ".", "_") and t.kind(j + 1) == "n" and t.glued(j))):
        j += 1
    return j


# ---------------------------------------------------------------------------------------------- ranges and bounds


def _join(t: Tokens, found: list[Mention]) -> list[Mention]:
    """Join the two ends of a range or a score, and lend the second's unit to a bare first one."""
    joined: list[Mention] = []
    for m in found:
        before = joined[-1] if joined else None
        if before is not None and m.first - before.last <= 2 and before.high is None and _pair(t, before, m):
            continue
        joined.append(m)
    return [m for m in joined if m.kind != "identifier"]


def _pair(t: Tokens, a: Mention, b: Mention) -> bool:
    """Join b to a where they make one mention; otherwise lend a unit; return True when b is used up."""
    gap = [t.word(k) for k in range(a.last, b.first)]
    if "\n" in t.text[t.end[a.last - 1] : t.start[b.first]] or "identifier" in (a.kind, b.kind):
        return False
    dash = bool(gap) and all(word in _DASHES for word in gap)
    signed = not gap and b.value < 0 and t.word(b.first) in _DASHES and t.end[a.last - 1] == t.start[b.first]
    if signed:
        b.value, dash = -b.value, True
    if len(gap) == 1 and gap[0] in ("to", "or", "and", "bis", "à", "a", "und", "y", "et") or dash:
        _lend(a, b, gap)
    if not _comparable(a, b):
        return False
    if dash and _is_score(t, a, b):
        a.kind, a.high, a.last = "score", b.value, b.last
        return True
    if dash and b.value <= a.value and a.kind not in ("time",):
        return False
    if dash or (gap in (["to"], ["up", "to"], ["bis"], ["à"]) and _is_range(t, a, b)) or (
        gap in (["and"], ["und"], ["et"])
        and (t.word(a.first - 1) in ("between", "zwischen", "entre") or "range" in t.low[max(0, a.first - 3) : a.first])
    ):
        if b.value <= a.value:
            return False
        a.high, a.last = b.value, b.last
        if a.kind in _DATED and a.days and b.days:
            a.days = (a.days[0], b.days[1])
        if a.kind == "year":
            a.days = year_days(a.value, b.value)
        a.step = min(a.step, b.step)
        if t.word(a.first - 1) in ("between", "zwischen", "entre"):
            a.first -= 1
        return True
    return False


def _comparable(a: Mention, b: Mention) -> bool:
    return (a.kind, a.unit) == (b.kind, b.unit) and a.kind not in ("date", "time", "multiple", "century", "ratio", "ordinal") and b.high is None


def _lend(a: Mention, b: Mention, gap: list[str]) -> None:
    """Give a bare first number the unit and, before a dash or "to", the scale of the second."""
    if b.bare and a.kind == "money" and b.kind == "count" and (not gap or gap[-1] in _DASHES or gap == ["to"]) and b.number:
        # "$5-7 billion": the sign stands once, and so does the scale.
        b.kind, b.unit, b.bare = "money", a.unit, False
        if b.number.scaled and a.number is not None and not a.number.scaled and a.value < 1000:
            a.value, a.step = a.value * _scale_of(b), a.step * _scale_of(b)
        return
    if not a.bare or a.kind != "count" or a.number is None or b.number is None:
        return
    if b.kind in ("ordinal", "ratio", "count", "multiple") and not (b.number.scaled and not a.number.scaled):
        return
    between = gap == ["and"] and b.kind in ("duration", "age", "length", "mass")
    if not between and gap[-1:] in (["and"], ["or"], ["und"], ["y"], ["et"]) and b.kind not in ("percent", "points", "money"):
        return
    if b.kind == "money" and b.first < b.number.first:
        return  # a sign before the second number is the second's alone
    scale = _scale_of(b)
    if b.number.scaled and not a.number.scaled and scale > 1 and a.value * scale <= b.value * 1000:
        if b.kind != "count" or gap[-1:] in (["to"], []) or all(g in _DASHES for g in gap):
            if a.value < 1000:
                a.value, a.step = a.value * scale, a.step * scale
    a.unit, a.kind = b.unit, b.kind


def _scale_of(m: Mention) -> float:
    if m.number is None or not m.number.scaled or m.step <= 0:
        return 1.0
    return 10.0 ** round(math.log10(max(1.0, m.step))) if m.digits <= 1 else _power(m)


def _power(m: Mention) -> float:
    for scale in (1e12, 1e9, 1e6, 1e3, 1e2):
        if abs(m.value) >= scale:
            return scale
    return 1.0


def _is_score(t: Tokens, a: Mention, b: Mention) -> bool:
    if not (a.plain and b.plain and a.kind == "count" and a.value < 200 and b.value < 200):
        return False
    around = t.low[max(0, a.first - 5) : a.first] + t.low[b.last : b.last + 4]
    return any(word in SCORE_TALK for word in around) or b.value <= a.value and t.glued(a.last - 1)


def _is_range(t: Tokens, a: Mention, b: Mention) -> bool:
    """Tell a range "5 to 7" from a change "from 5 to 7", "by 5 to 7", "rose 5 to 7"."""
    before = t.word(a.first - 1)
    back = t.low[max(0, a.first - 9) : a.first]
    if before == "by":
        return False
    if before == "from":
        return a.kind in _DATED or not any(word in CHANGE_WORDS for word in back)
    if before in CHANGE_WORDS:
        return b.value > a.value and before not in ("rose", "fell", "increased", "decreased", "dropped", "grew")
    return True


def _qualify(t: Tokens, m: Mention) -> Mention:
    """Read the bound and the blur from the words around."""
    dated = m.kind in _DATED
    i = m.first - 1
    skipped = 0
    passable = ("the",) if m.kind in ("decade", "century") else () if dated else TRANSPARENT
    while skipped < 2 and t.word(i) in passable and t.word(i) != "about" and i > 0:
        i -= 1
        skipped += 1
    hit = _before(t, i, BEFORE_DATES if dated else BEFORE) or (_before(t, i, BEFORE) if dated else None)
    if hit:
        (m.bound, m.approximate), size = hit
        further = _before(t, i - size, BEFORE)
        if further and further[0][1]:
            m.approximate = True
    after = _after(t, m.last)
    if after and not m.bound:
        m.bound, blurred = after
        m.approximate = m.approximate or blurred
    return m


def _before(t: Tokens, i: int, phrases: dict[tuple[str, ...], tuple[str, bool]]) -> tuple[tuple[str, bool], int] | None:
    i = i - 1 if t.word(i) == "." and t.word(i - 1) in ("c", "ca", "approx") else i
    for size in (4, 3, 2, 1):
        start = i - size + 1
        if start < 0:
            continue
        phrase = tuple(t.low[start : i + 1])
        if phrase in phrases and not _negated_bound(t, start, phrase):
            return phrases[phrase], size
    return None


def _negated_bound(t: Tokens, start: int, phrase: tuple[str, ...]) -> bool:
    # "a" and "c" are abbreviations of circa only in front of a year; "over" in "carried over 5" still bounds.
    return phrase == ("c",) and t.word(start + 1) not in (".",)


def _after(t: Tokens, i: int) -> tuple[str, bool] | None:
    for size in (3, 2, 1):
        phrase = tuple(t.low[i : i + size])
        if phrase in AFTER:
            if phrase in (("+",), ("plus",)) and not t.glued(i - 1):
                return None
            return AFTER[phrase]
    return None


def _quantity(t: Tokens, m: Mention) -> Quantity:
    start, end = t.start[m.first], t.end[m.last - 1]
    others = tuple(a for a in m.alternatives if math.isfinite(a[0]))
    return Quantity(start, end, t.text[start:end], m.value, m.unit, m.kind, m.high, m.bound, m.approximate, m.digits,
                    m.iso, m.step, m.days, others)  # fmt: skip
