"""Read the quantities of a text: numbers with their units, currencies and bounds."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import compress

from wellsourced_core.lexicon import words
from wellsourced_core.model import Quantity
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities import foreign_number_words
from wellsourced_core.quantities.dates import NAMED_DECADES, Moment, moment
from wellsourced_core.quantities.inherited_units import carry_down
from wellsourced_core.quantities.intervals import bound_before, join, qualify
from wellsourced_core.quantities.labels import end_of_code, is_code, is_label, is_name
from wellsourced_core.quantities.money import any_dollar, currency_before
from wellsourced_core.quantities.number_words import (
    BEFORE,
    CARDINALS,
    CURRENCY_SIGNS,
    CURRENCY_WORDS,
    DASHES,
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
from wellsourced_core.quantities.numerals import Number, number
from wellsourced_core.quantities.tokens import Tokens, tokens
from wellsourced_core.quantities.unfinished_quantity import Mention
from wellsourced_core.quantities.units import multiple, tells_age, unit_after
from wellsourced_core.text import readable, written_at
from wellsourced_core.values import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from wellsourced_core.model import QuantityKind

_FIGURES = frozenset(("n", "f"))
_ARTICLES = foreign_number_words.ONE | {"a", "an"}
_BEHIND = frozenset(FRACTION_WORDS) | frozenset(foreign_number_words.FRACTIONS) | words("begun by an article")
_TRIGGERS = (
    frozenset(CARDINALS) | frozenset(ORDINALS) | frozenset(MULTIPLES) | frozenset(FRACTION_WORDS)
    | _ARTICLES | frozenset(("hundred", "thousand", "dozen", "single"))
    | frozenset(MONTHS) | frozenset(NAMED_DECADES)
    | frozenset(foreign_number_words.CARDINALS) | foreign_number_words.ONE
    | foreign_number_words.HALVES | foreign_number_words.EACH
)  # fmt: skip
_OPENING = _TRIGGERS | {"'", "‘", "’", "every"}

# A number without a digit has at least one of these words: an article begins one only before another of them.
_WORDS_OF_NUMBERS = (_TRIGGERS - {"a", "an"} - foreign_number_words.ONE) | frozenset(foreign_number_words.FRACTIONS) | {
    "million", "billion", "trillion"
}  # fmt: skip
_DIGIT = compiled(f"[0-9{''.join(FRACTION_CHARS)}]")
_ASCII_DIGIT = compiled("[0-9]")
_LETTERS = compiled(r"[^\W\d_]+")
_ASCII_LETTERS = compiled(r"[a-z]+")  # of a text in lower case: two thirds of the work


# The dollar signs of TeX: none behind a space, before a digit or around words, so that "$5 and $6" stays money. Whether
# the next sign may close is asked first: most signs are money.
_MATH = compiled(
    r"\$(?<![\w$\\]\$)(\$?)(?![\s$])(?=[^$]*+\$(?<![\sA-Z]\$)(?![0-9]))"
    r"(?:[0-9.,^{}()+−–=×·~\s-]++|\\[a-zA-Z]{1,12}|\\[%,;!]|[a-zA-Z](?![a-zA-Z])){1,80}+(?<!\s)\$\1(?![0-9$])"
)


def _without_math(text: str) -> str:
    """Blank the dollar signs around TeX, and the stroke of its percent signs: all else stays in its place."""
    return _MATH.sub(lambda m: m[0].replace("$", " ").replace("\\%", " %"), text) if text.count("$") > 1 else text


def may_count(text: str) -> bool:
    """Tell whether a text may have a number at all; ten times faster than reading a text that has none."""
    text, _ = readable(text)
    digit, letters = (_ASCII_DIGIT, _ASCII_LETTERS) if text.isascii() else (_DIGIT, _LETTERS)
    return bool(digit.search(text)) or not _WORDS_OF_NUMBERS.isdisjoint(letters.findall(text.lower()))


def quantities(text: str, *, names: bool = False) -> tuple[Quantity, ...]:
    """Read the numbers of a text in order of appearance, without those that measure nothing.

    Addresses, citation marks, versions, telephone numbers and names such as 5G or COVID-19 are left out.
    Takes time linear in the text and raises nothing; values are finite. The locale (1,234.5 or 1.234,5) is
    told by the text's own function words, then by its unambiguous numbers; where digits can be read both
    ways, the other reading is among the alternatives. Digits of every script count, hidden characters do not; offsets
    and texts are those of the text as written. With ``names``, numbers that capitals make part of a
    name ("19 Endurance pickups", "Arrow 3") are kept, as kind "name".
    """
    found = _read_again(text) if len(text) <= _LONGEST_CACHE else _read(text)
    return found if names else without_names(found)


def without_names(found: tuple[Quantity, ...]) -> tuple[Quantity, ...]:
    """Return the numbers that would be read without ``names``, of those that were read with it."""
    return tuple([q for q in found if q.kind != "name"])


def _read(text: str) -> tuple[Quantity, ...]:
    if not may_count(text):
        return ()
    seen, gaps = readable(text)
    seen = _without_math(seen)
    t = tokens(seen)
    found: list[Quantity] = []
    mentions = join(t, _mentions(t))
    if any(m.bare for m in mentions):
        carry_down(t, mentions)
    for m in mentions:
        label = is_label(t, m.first, m.last, m.kind, m.plain)
        if label or is_name(t, m.first, m.last, m.kind, m.plain):
            if m.kind not in ("count", "ordinal", "year"):
                continue
            m.kind = "name"
        found.append(_quantity(t, qualify(t, m)))
    return tuple(found) if seen is text else tuple([_as_written(q, text, gaps) for q in found])


def _as_written(q: Quantity, text: str, gaps: Sequence[int]) -> Quantity:
    start, end = written_at(q.start, gaps), written_at(q.end - 1, gaps) + 1
    return replace(q, start=start, end=end, text=text[start:end])


# A sentence is read by every rule that it concerns, and for every source behind it.
_LONGEST_CACHE = 1000
_read_again = lru_cache(maxsize=256)(_read)


def _mentions(t: Tokens) -> list[Mention]:
    found: list[Mention] = []
    end = 0
    for i in _openings(t):
        mention = _mention(t, i) if i >= end else None
        if mention is None or mention.last <= i:
            continue
        if found:  # a sign between two numbers ("5€8") is read with both, and stands with the first
            mention.first = max(mention.first, found[-1].last)
        found.append(mention)
        end = mention.last
    return found


def _openings(t: Tokens) -> list[int]:
    """Return the tokens that a number may begin with: digits, number words, an apostrophe before a decade."""
    everywhere = range(len(t.low))
    found = {*compress(everywhere, map(_OPENING.__contains__, t.low))}
    found.update(compress(everywhere, map(_FIGURES.__contains__, t.sort)))
    return [i for i in sorted(found) if t.sort[i] != "x" and (t.low[i] not in _ARTICLES or t.word(i + 1) in _BEHIND)]


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
    others: tuple[tuple[float, str, QuantityKind], ...] = ((m.value, m.turned, "date"),) if m.turned else ()
    others = ((m.value, "", "count"),) if m.loose else others
    others = (((m.value + 720) % 1440, "clock", "time"),) if m.either_half else others
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
    if word in PERCENT_WORDS or word in _BEHIND_AMOUNT:
        return True
    if word in ("square", "sq", "cubic") and t.word(j + 1) in UNIT_WORDS:
        return True
    if word in SHORT_UNITS and t.text[t.start[j] : t.end[j]] in _AMOUNTS:
        return True
    limit = bound_before(t, m.first - 1, BEFORE)
    if limit and limit[0][0]:
        return True
    if t.word(m.first - 1) in _BEFORE_YEAR:
        return False
    return word in CURRENCY_WORDS or word in POUNDS or (word in UNIT_WORDS and word not in SHORT_UNITS)


_BEFORE_YEAR = words("before a year not an amount")
_BEHIND_AMOUNT = words("behind an amount like a year")
_AMOUNTS = words("units behind a year-like number")


def _measured(t: Tokens, read: Number) -> Mention:
    """Give a number its sign, its currency before or after, and its unit; its other reading has the same unit."""
    m = _with_unit(t, read)
    if read.other is not None and not read.scaled and m.kind != "ordinal":
        m.alternatives += ((read.other, m.unit, m.kind),)
    return m


_ORDINAL_ENDINGS = words("ordinal endings")
_LASTING = frozenset(("day", "week", "month", "year"))


def _with_unit(t: Tokens, read: Number) -> Mention:
    m = Mention(read.first, read.last, read.value, "", "ordinal" if read.ordinal else "count", digits=read.digits,
                step=read.step, plain=read.plain, number=read)  # fmt: skip
    if read.ordinal:
        m.number = None
        if t.word(read.last) in _LASTING:  # what happens in the tenth week took ten weeks
            m.alternatives += ((m.value, t.word(read.last), "duration"),)
        return m
    if read.worded and t.word(read.last) == "o'clock" and 1 <= m.value <= 12:
        m.kind, m.unit, m.value, m.last = "time", "clock", m.value * 60, read.last + 1
        m.alternatives += ((m.value % 720 + 720, "clock", "time"),)
        return m
    if t.kind(read.last - 1) == "n" and t.word(read.last) in _ORDINAL_ENDINGS and t.glued(read.last - 1):
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
    elif t.word(i) == "plus" and t.word(i - 1) in ("to", "and", "bis", "auf"):
        m.first = i  # "from minus 5 to plus 3"


def _quantity(t: Tokens, m: Mention) -> Quantity:
    start, end = t.start[m.first], t.end[m.last - 1]
    others = tuple(a for a in m.alternatives if math.isfinite(a[0]))
    return Quantity(start, end, t.text[start:end], m.value, m.unit, m.kind, m.high, m.bound, m.approximate, m.digits,
                    m.iso, m.step, m.days, others)  # fmt: skip
