"""Read the currency before or after a number."""

from __future__ import annotations

from wellsourced_core.lexicon import words
from wellsourced_core.quantities.number_words import (
    CENTS,
    CURRENCY_CODES,
    CURRENCY_PREFIX_WORDS,
    CURRENCY_SIGNS,
    CURRENCY_WORDS,
    DOLLAR_PREFIXES,
    MONEY_TALK,
    NATIONAL,
    POUNDS,
)
from wellsourced_core.quantities.tokens import Tokens
from wellsourced_core.quantities.unfinished_quantity import Mention

_EACH = frozenset(("per", "/", "a"))
_DOLLARS = words("dollars of other countries")


def any_dollar(t: Tokens, m: Mention) -> None:
    """Let a dollar without a country stand for any dollar: "$5" and "A$5" agree, "US$5" and "A$5" do not."""
    bare = (m.unit == "USD" and t.low[m.first] in ("$", "-", "−")) or t.low[m.last - 1] in ("dollars", "dollar")
    if m.unit in _DOLLARS or (m.unit == "USD" and bare):
        m.alternatives += ((m.value, "$", "money"),)


def currency_before(t: Tokens, m: Mention) -> str | None:
    """Read the currency that stands before: $, US$, A$, EUR, Rs. 500, €−119."""
    i = m.first - 1
    negative = t.word(i) in ("-", "−") and t.glued(i) and t.word(i - 1) in CURRENCY_SIGNS
    i = i - 1 if negative else i
    word = t.word(i)
    if word in CURRENCY_SIGNS:
        m.first = i if not negative else m.first
        if negative:
            m.first, m.value = i, -m.value
        if (
            word == "$"
            and t.word(i - 1) in DOLLAR_PREFIXES
            and (t.glued(i - 1) or (t.capital(i - 1) and len(t.low[i - 1]) == 2 and t.low[i - 1] != "s"))
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


def currency_after(t: Tokens, m: Mention, j: int) -> bool:
    k, nation = j, None
    k = k + 1 if t.word(k) in (".", "de", "di") and m.number is not None and m.number.scaled else k
    while k < j + 3 and t.word(k) in NATIONAL:
        nation = NATIONAL[t.word(k)]
        k += 2 if t.word(k + 1) == "." and t.glued(k) else 1
    word = t.word(k).removeprefix("d'")
    if word in CURRENCY_WORDS and not (word in ("won", "real", "rand", "lira") and not _money_like(t, m, k)):
        m.kind, m.unit, m.last = "money", nation or CURRENCY_WORDS[word], k + 1
        if nation is None or nation in _DOLLARS:
            any_dollar(t, m)
        return True
    if word in POUNDS:
        sterling = t.word(k + 1) == "sterling" or nation == "GBP" or bool(_near(t, m.first, k) & MONEY_TALK)
        m.kind, m.unit = ("money", "GBP") if sterling else ("mass", "lb")
        m.alternatives += ((m.value, "lb", "mass") if sterling else (m.value, "GBP", "money"),)
        m.last = k + 2 if t.word(k + 1) == "sterling" else k + 1
        return True
    word = t.word(j)
    if (word in CURRENCY_SIGNS and word != "$") or (word == "$" and t.kind(j + 1) != "n"):
        m.kind, m.unit, m.last = "money", CURRENCY_SIGNS[word], j + 1
        return True
    if word in CURRENCY_CODES and t.text[t.start[j] : t.end[j]].isupper():
        m.kind, m.unit, m.last = "money", CURRENCY_CODES[word], j + 1
        any_dollar(t, m)
        return True
    if (word in CENTS or word in _PENCE) and _of_a_whole(t, j + 1):
        m.kind, m.unit, m.last = "percent", "%", j + 1  # "fifteen pence of every pound"
        return True
    if word in _PENCE:
        m.kind, m.unit, m.last, m.value, m.step = "money", "GBP", j + 1, m.value / 100, m.step / 100
        return True
    if word in CENTS and t.word(j - 1) != "per" and (word != "ct" or t.foreign or t.word(j + 1) in _EACH):
        m.kind, m.last, m.value, m.step = "money", j + 1, m.value / 100, m.step / 100
        # Of which currency a cent is, its country says: dollars or euros, where the text does not tell.
        m.unit, other = ("EUR", "USD") if t.foreign or "€" in t.text or "euro" in t.low else ("USD", "EUR")
        m.alternatives += ((m.value, other, "money"), (m.value, "$", "money"))
        return True
    return False


_PENCE = words("hundredths of a pound")


def _of_a_whole(t: Tokens, i: int) -> bool:
    """Tell "of every pound", "in the dollar" and "out of each euro" behind hundredths of them."""
    i += t.word(i) == "out"
    whole = t.word(i + 2) in CURRENCY_WORDS or t.word(i + 2) in POUNDS
    return t.word(i) in ("of", "in", "on") and t.word(i + 1) in ("every", "each", "the") and whole


def _money_like(t: Tokens, m: Mention, k: int) -> bool:
    return m.number is not None and m.number.scaled and t.word(k + 1) not in ("the", "a", "by")


def _near(t: Tokens, first: int, last: int) -> frozenset[str]:
    return frozenset(t.low[max(0, first - 12) : last + 8])
