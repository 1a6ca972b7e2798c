"""Recognise bracketed and raised numbers that are no citations: subscripts, years, intervals, units, exponents."""

from __future__ import annotations

from itertools import islice

from audit.thresholds import EXPONENT_UNIT_LETTERS, LEAST_YEAR
from wellsourced_core.lexicon import words
from wellsourced_core.model import Label, Ref
from wellsourced_core.patterns import compiled
from wellsourced_core.values import frozen

_YEAR = compiled(r"(?:1[0-9]|20)[0-9]{2}")
_IDENTIFIER_END = compiled(r"(?<![\w'’°.])[A-Za-z_][A-Za-z0-9_]*\Z")
_LETTERS_END = compiled(r"[^\W\d_]{1,12}\Z")
_INDEXED_IN_CODE = compiled(r"([A-Za-z_][A-Za-z0-9_]{0,40})\[")
_GLUED_END = compiled(r"\[(?<=[^\W\d_]{3}\[)[0-9]{1,4}\](?=[.,;:!?\n]|$)")  # begins with its rarest character
# "§ 3[2]": a part of a law, not of the list.
_LAW = compiled(
    r"(?:§|\b[Aa]rt\.|\b[Ss]ec\.|\b[Aa]rticle|\b[Ss]ection|\b[Aa]bs\.) ?[0-9]{1,4}[a-z]?(?:\([0-9a-z]{1,3}\))?$"
)
_UNIT = compiled(r"[0-9] ?[A-Za-z]$")
_INDEXED = words("names of indexed variables")
# Behind a year a raised number is no power, but may stand elsewhere: "0.2019^2^".
_YEAR_END = compiled(r"(?<![\w.,])(?:1[5-9]|20)[0-9]{2}$")
_METRES_END = compiled(r"(?<![^\W\d_])(?:[kcdmµ]?m|ft)$")


@frozen
class Habits:
    """How the rest of a draft is written: are markers glued to words, and which names does its code index?"""

    glues: bool
    indexed: frozenset[str]


def habits(plain: str, code: str) -> Habits:
    """Read the habits of a draft from its plain text and its code."""
    names = {name.lower() for name in _INDEXED_IN_CODE.findall(code)}
    glues = sum(1 for _ in islice(_GLUED_END.finditer(plain), 2)) == 2
    return Habits(glues, frozenset(names | {name.removesuffix("s") for name in names}))


def may_cite(refs: tuple[Ref, ...], known: frozenset[Label]) -> bool:
    """Tell a citation from an interval ("[0, 127]", "[20, 50]" without any list) and a year ("[1996]")."""
    if len(refs) == 1 and refs[0].label in known:
        return True  # nearly every marker
    numbers = [ref.label for ref in refs if isinstance(ref.label, int)]
    if len(numbers) > 1 and 0 in numbers and 0 not in known:
        return False
    if not refs or any(label in known for label in numbers):
        return bool(refs)
    years = [n for n in numbers if LEAST_YEAR <= n <= 2099 and _YEAR.fullmatch(str(n))]
    if not (years and len(years) == len(numbers) == len(refs)):
        return True
    return any(isinstance(label, int) and label >= LEAST_YEAR for label in known)


def is_subscript(plain: str, start: int, end: int, member: bool, draft: Habits) -> bool:
    """Tell "array[1] and", "a[1]", "x[0][key]", "f[2].g" from "change[1]." and "growth[1][2]".

    ``member``: the list has what the brackets hold, so that "vitamin C[1]" may be a citation.
    """
    before, after = plain[max(0, start - 48) : start], plain[end : end + 2]
    if after[:1] == "[" and not (after[1:].isdigit() or after[1:] in ("^", " ", "[", "")):
        return True
    if before.endswith(" "):
        return False  # nothing that it could be an index of
    if before.endswith("+") or _LAW.search(before):
        return True
    chain = before.rstrip("]0123456789,- ").rstrip("[") if before.endswith("]") else before
    word = _IDENTIFIER_END.search(chain)
    if word is None or chain.endswith((" ", "*", "__")):
        return False
    name = word[0]
    if name.lower() in draft.indexed:
        return True
    if after[:1] == " " and after[1:2].islower() and after[1:2].isascii():
        prose = draft.glues or name[0].isupper()
        return not (member and prose and len(name) > 2 and name.lower() not in _INDEXED)
    if after[:1] in ("(", "=") or (after[:1] == "." and after[1:].islower()):
        return True
    if name.lower() in _INDEXED and not member and not draft.glues:
        return True
    if after[:1] == "[" or chain is not before:
        return name.lower() in _INDEXED and not draft.glues
    if len(name) == 1:
        return not member or (name.islower() and not _UNIT.search(before))
    return "_" in name or (name[0].islower() and name[0] not in "ei" and any(c.isupper() for c in name[1:]))


def is_exponent(plain: str, start: int, end: int) -> bool:
    """Tell "m²", "10⁶" and "¹³⁷Cs" from a note behind a word or a full stop."""
    if plain[end : end + 1].isalnum():
        return True
    before = plain[start - 1] if start else " "
    if before.isspace():
        return plain[end : end + 1].isalpha()
    if before.isdigit() or before in "+-−⁻^=/([":
        return True
    word = _LETTERS_END.search(plain[max(0, start - 12) : start])
    return word is not None and len(word[0]) <= EXPONENT_UNIT_LETTERS and word[0][0] < "\u0e00"


def is_behind_year(plain: str, start: int) -> bool:
    """Tell "in 2019²", where a draft that cites so means a note, from other numbers, which it may raise."""
    return _YEAR_END.search(plain[max(0, start - 5) : start]) is not None


def is_area(plain: str, start: int, raised: str) -> bool:
    """Tell "400 m^2^", which is a unit and nothing else, from what may cite behind a short word."""
    return raised in ("2", "3") and _METRES_END.search(plain[max(0, start - 3) : start]) is not None
