"""Put numbers, units, currencies and bounds together to quantities."""

from __future__ import annotations

import math

from wellsourced.core.model import Quantity
from wellsourced.core.patterns import compiled
from wellsourced.core.quantities.bounds import bound_before, qualify
from wellsourced.core.quantities.codes import end_of_code, is_code
from wellsourced.core.quantities.dates import NAMED_DECADES, Moment, moment
from wellsourced.core.quantities.lexicon import (
    BEFORE,
    CARDINALS,
    CURRENCY_SIGNS,
    CURRENCY_WORDS,
    FRACTION_CHARS,
    FRACTION_WORDS,
    MONTHS,
    MULTIPLES,
    NUMBERED,
    ORDINALS,
    PERCENT_WORDS,
    POUNDS,
    SHORT_UNITS,
    UNIT_WORDS,
)
from wellsourced.core.quantities.mention import DASHES, Mention
from wellsourced.core.quantities.money import any_dollar, currency_before
from wellsourced.core.quantities.names import is_label, is_name
from wellsourced.core.quantities.numerals import Number, number
from wellsourced.core.quantities.ranges import join
from wellsourced.core.quantities.scan import Tokens, tokens
from wellsourced.core.quantities.units import multiple, tells_age, unit_after

_APOSTROPHES = frozenset(("'", "‘", "’"))


_TRIGGERS = (
    frozenset(CARDINALS) | frozenset(ORDINALS) | frozenset(MULTIPLES) | frozenset(FRACTION_WORDS)
    | frozenset(("a", "an", "hundred", "thousand", "dozen", "zero"))
    | frozenset(MONTHS) | frozenset(NAMED_DECADES)
)  # fmt: skip

# Of these words at least one stands in every number without a digit: an article begins one only before another.
_WORDS_OF_NUMBERS = (_TRIGGERS - {"a", "an"}) | {"million", "billion", "trillion"}
_DIGIT = compiled(f"[0-9{''.join(FRACTION_CHARS)}]")
_LETTERS = compiled(r"[^\W\d_]+")


def may_count(text: str) -> bool:
    """Tell whether a text may hold a number at all: a tenth of what it costs to find that it has none."""
    return bool(_DIGIT.search(text)) or not _WORDS_OF_NUMBERS.isdisjoint(_LETTERS.findall(text.lower()))


def quantities(text: str, *, names: bool = False) -> tuple[Quantity, ...]:
    """Read the numbers of a text in order of appearance, without those that measure nothing.

    Addresses, citation marks, versions, telephone numbers and names such as 5G or COVID-19 are left out.
    Takes time linear in the text and raises nothing; values are finite. The locale (1,234.5 or 1.234,5) is
    told by the text's own function words, then by its unambiguous numbers; where digits can be read both
    ways, the other reading is among the alternatives. With ``names``, numbers that capitals make part of a
    name ("19 Endurance pickups", "Arrow 3") are kept, as kind "name".
    """
    if not may_count(text):
        return ()
    t = tokens(text)
    found: list[Quantity] = []
    for m in join(t, _mentions(t)):
        label = is_label(t, m.first, m.last, m.kind, m.plain)
        if label or is_name(t, m.first, m.last, m.kind, m.plain):
            if not names or m.kind not in ("count", "ordinal", "year"):
                continue
            m.kind = "name"
        found.append(_quantity(t, qualify(t, m)))
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
        if found:  # a sign between two numbers ("5€8") is read with both, and stands with the first
            mention.first = max(mention.first, found[-1].last)
        found.append(mention)
        i = mention.last
    return found


def _mention(t: Tokens, i: int) -> Mention | None:
    if t.kind(i) == "n" and is_code(t, i):
        return Mention(i, end_of_code(t, i), math.nan, "", "identifier")
    dated = moment(t, i)
    if dated is not None and (dated.kind != "year" or not _is_amount(t, dated)):
        return _from_moment(dated)
    if t.low[i] in MULTIPLES:
        return multiple(t, i)
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
    j = j + 1 if t.word(j) in DASHES and t.glued(j - 1) and t.glued(j) else j
    word = t.word(j)
    if word in PERCENT_WORDS or word in ("million", "billion", "thousand", "trillion"):
        return True
    limit = bound_before(t, m.first - 1, BEFORE)
    if limit and limit[0][0]:
        return True
    if t.word(m.first - 1) in ("in", "since", "of", "from", "by", "until", "fy", "fiscal", "the"):
        return False
    return word in CURRENCY_WORDS or word in POUNDS or (word in UNIT_WORDS and word not in SHORT_UNITS)


def _measured(t: Tokens, read: Number) -> Mention:
    """Give a number its sign, its currency before or after, and its unit."""
    m = Mention(read.first, read.last, read.value, "", "ordinal" if read.ordinal else "count", digits=read.digits,
                step=read.step, plain=read.plain, number=read)  # fmt: skip
    if read.ordinal:
        m.number = None
        return m
    if read.other is not None and not read.scaled:
        m.alternatives = ((read.other, "", "count"),)
    if (
        t.kind(read.last - 1) == "n"
        and t.word(read.last) in ("st", "nd", "rd", "th", "º", "ª")
        and t.glued(read.last - 1)
    ):
        m.kind, m.last = "ordinal", read.last + 1
        return m
    currency = currency_before(t, m)
    _sign(t, m)
    if currency:
        m.kind, m.unit = "money", currency
        any_dollar(t, m)
        if t.word(m.last) in CURRENCY_WORDS and CURRENCY_WORDS[t.word(m.last)] == currency:
            m.last += 1
        return m
    if not unit_after(t, m):
        m.bare = True
        if (m.plain or read.worded) and m.value < 120 and tells_age(t, m.first - 1):
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


def _sign(t: Tokens, m: Mention) -> None:
    i = m.first - 1
    if t.word(i) in ("-", "−", "–") and t.glued(i) and t.kind(m.first) == "n":
        before = t.word(i - 1)
        apart = i == 0 or not t.glued(i - 1) or before in ("(", "=", "[", ":", "/") or before in CURRENCY_SIGNS
        if apart and not (
            t.word(i - 1) in DASHES
            or (t.kind(i - 1) == "n" and t.kind(i) == "s" and not t.glued(i - 1) and t.low[i] != "-")
        ):
            m.value, m.first = -m.value, i
            if m.number is not None and m.number.other is not None:
                m.number.other = -m.number.other
    elif t.word(i) == "minus" and t.word(i - 1) not in ("or", "plus"):
        m.value, m.first = -m.value, i


def _quantity(t: Tokens, m: Mention) -> Quantity:
    start, end = t.start[m.first], t.end[m.last - 1]
    others = tuple(a for a in m.alternatives if math.isfinite(a[0]))
    return Quantity(start, end, t.text[start:end], m.value, m.unit, m.kind, m.high, m.bound, m.approximate, m.digits,
                    m.iso, m.step, m.days, others)  # fmt: skip
