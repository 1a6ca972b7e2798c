"""Tell telephone numbers, versions and other codes from numbers that measure."""

from __future__ import annotations

from wellsourced_core.lexicon import words
from wellsourced_core.quantities.dates import moment
from wellsourced_core.quantities.mention import DASHES
from wellsourced_core.quantities.number_words import (
    CURRENCY_CODES,
    CURRENCY_PREFIX_WORDS,
    CURRENCY_SIGNS,
    PERCENT_WORDS,
)
from wellsourced_core.quantities.scan import Tokens


def is_code(t: Tokens, i: int) -> bool:
    """Tell whether digits belong to a telephone number, a version (1.2.3), a code (A-12, v12) or 9/11 and 24/7."""
    word = t.low[i]
    if not word.isdigit():
        return word.count(".") >= 2 and moment(t, i) is None and not _groups(word)
    if word in ("9", "24") and _slashed(t, i) and t.low[i + 2] in ("11", "7"):
        return True
    if t.word(i + 1) == "e" and _named_by_power(t, i):
        return True
    return (len(word) >= 10 and not _counts(t, i, i)) or _serial(t, i) or _telephone(t, i) or _glued_to_letters(t, i)


def _counts(t: Tokens, i: int, last: int) -> bool:
    """Tell whether a long run of digits that ends with token ``last`` counts: "1234567890 pulses", "$1234567890"."""
    follow = t.word(last + 1)
    if follow in PERCENT_WORDS or t.word(i - 1) in CURRENCY_SIGNS:
        return True
    plural = t.kind(last + 1) == "w" and len(follow) > 3 and follow.endswith(("s", "people", "en", "er"))
    return plural and not t.capital(last + 1) and not t.glued(last) and t.word(i - 1) not in _KEYS


def _named_by_power(t: Tokens, i: int) -> bool:
    """Tell the name "commit 5e10", "3E5" or "12e4567" from the number "1e6": by the word before, or as none counts."""
    if not (t.glued(i) and t.glued(i + 1) and t.kind(i + 2) == "n"):
        return False
    odd = t.capital(i + 1) or len(t.low[i + 2]) > 2
    return t.word(i - 1) in _NAMED or (odd and not _counts(t, i, i + 2))


def _serial(t: Tokens, i: int) -> bool:
    """Tell "ASU 2014-09": short capitals, then two runs of digits."""
    before = t.text[t.start[i - 1] : t.end[i - 1]] if t.kind(i - 1) == "w" else ""
    capitals = 2 <= len(before) <= 5 and before.isupper() and before.lower() not in CURRENCY_CODES
    return capitals and _hyphenated(t, i) and len(t.low[i + 2]) <= 3


def _telephone(t: Tokens, i: int) -> bool:
    """Tell +49 30 1234567, (555) 123-4567 and 555-123-4567 by the sign, the brackets or the hyphens."""
    word = t.low[i]
    if len(word) > 4:
        return False
    if _international(t, i):
        return True
    if t.word(i - 1) == "(" and t.word(i + 1) == ")" and t.kind(i + 2) == "n" and _hyphenated(t, i + 2):
        return len(word) == 3
    if len(word) < 3 or not _hyphenated(t, i):
        return False
    if t.word(i + 3) in DASHES and t.kind(i + 4) == "n" and t.glued(i + 2) and t.glued(i + 3):
        return moment(t, i) is None
    return len(word) == 3 and len(t.low[i + 2]) == 4 and t.word(i - 1) in _TELEPHONE_TALK


_KEYS = words("before a code")
_NAMED = _KEYS | words("before a name like a power")
_SPACELESS = "\u2e80"  # from here on stand the scripts that set no words apart
_TELEPHONE_TALK = frozenset((")", "phone", "tel", "call", "fax", "1", "-"))


def _international(t: Tokens, i: int) -> bool:
    follows = t.kind(i + 1) == "n" or t.word(i + 1) == "("
    return t.word(i - 1) == "+" and t.glued(i - 1) and len(t.low[i]) <= 3 and follows


def _glued_to_letters(t: Tokens, i: int) -> bool:
    if i == 0 or not t.glued(i - 1):
        return False
    before = t.word(i - 1)
    if before[-1] >= _SPACELESS:
        return before.endswith("第")  # words touch their numbers there; this one makes it the third chapter's
    if t.kind(i - 1) == "w" and before not in CURRENCY_CODES:
        return before not in CURRENCY_PREFIX_WORDS and (before not in ("c", "ca") or t.capital(i - 1))
    return before in ("_", "^")


def _groups(word: str) -> bool:
    head, *rest = word.split(".")
    return 1 <= len(head) <= 3 and all(len(part.split(",")[0]) == 3 for part in rest)


def _slashed(t: Tokens, i: int) -> bool:
    return t.word(i + 1) == "/" and t.glued(i) and t.glued(i + 1) and t.kind(i + 2) == "n"


def _hyphenated(t: Tokens, i: int) -> bool:
    return t.word(i + 1) in ("-", "‑") and t.glued(i) and t.glued(i + 1) and t.kind(i + 2) == "n"


def end_of_code(t: Tokens, i: int) -> int:
    """Return the end of a code: digits and their joints that touch, after a country code also those set apart."""
    j = i + 1
    if _international(t, i):
        while t.kind(j) == "n" and t.start[j] - t.end[j - 1] <= 1:
            j += 1
    if t.word(j) == "e" and t.glued(i) and t.glued(j) and t.kind(j + 1) == "n":
        j += 2
    while t.glued(j - 1) and (
        t.kind(j) == "n" or (t.word(j) in ("-", "/", ".", "_") and t.kind(j + 1) == "n" and t.glued(j))
    ):
        j += 1
    return j
