"""Tell numbers that measure nothing: telephone numbers, versions and other codes, and parts of names (5G, Type 2)."""

from __future__ import annotations

from wellsourced_core.lexicon import words
from wellsourced_core.quantities.dates import moment
from wellsourced_core.quantities.number_words import (
    CARDINALS,
    CURRENCY_CODES,
    CURRENCY_PREFIX_WORDS,
    CURRENCY_SIGNS,
    CURRENCY_WORDS,
    DASHES,
    LEAGUES,
    MONTHS,
    NAMING,
    NAMING_PAIRS,
    NATIONALITIES,
    NUMBERED,
    PERCENT_WORDS,
    SCALES,
    UNIT_WORDS,
)
from wellsourced_core.quantities.tokens import Tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import QuantityKind

# ---------------------------------------------------------------------------------------------- codes


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


# ---------------------------------------------------------------------------------------------- names

_WORKS = words("works of art")
_ENDS = frozenset(".,;:)]?!\"'”’")
_AFTER_NAME = words("behind a name")
_NOT_PLURAL = words("no plurals")
_NAMED_BY_ORDINALS = words("named by ordinals")
_NAMING_ABBREVIATIONS = words("naming abbreviations")


def is_label(t: Tokens, first: int, last: int, kind: QuantityKind, plain: bool) -> bool:
    """Tell whether the number at tokens [first, last) is a label: COVID-19, chapter 3, 5G, "(1)", "3." of a list."""
    if kind == "year":
        named = t.word(first - 1) == "(" and any(word in _WORKS for word in t.low[last : last + 3])
        return (named and _closes(t, last)) or _follows_authors(t, first)
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


def _follows_authors(t: Tokens, first: int) -> bool:
    """Tell the year of a work that is cited by its authors: "Byron et al., 2012", "Byron et al. (2012)"."""
    i = first - 1
    while t.word(i) in (".", ",", "("):
        i -= 1
    return (t.word(i - 1), t.word(i)) == ("et", "al")


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
