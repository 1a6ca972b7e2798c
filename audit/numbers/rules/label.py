"""Object to a label whose word stands in the source only with other digits.

Why: COVID-31 and Article 3 are no statistics, but wrong all the same. A label whose word the source never numbers says
nothing either way.
Example: "Article 3 forbids it." beside "Article 33 forbids it."
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.numbers.candidates import WEAK
from audit.numbers.match import Conflict, LabelRule
from audit.numbers.numbered_text import NumberedText
from wellsourced_core.lexicon import words
from wellsourced_core.model import Quantity
from wellsourced_core.patterns import compiled

# A word of letters with digits after it, glued, hyphenated or (capitalised words only) set apart by a space.
_WORD_FIRST = compiled(
    r"(?<![\w./@-])(?:[^\W\d_]{1,12}-){0,2}([^\W\d_]{2,20})(?:[-–]?|(?<=\w) )([0-9]{1,4})(?![\w]*[0-9]|[.,][0-9])"
)
_DIGITS_FIRST = compiled(r"(?<![\w./@,-])([0-9]{1,4})([^\W\d_]{1,3})(?![\w])")
# The same as a source may write it.
_WORD_THEN_DIGITS = compiled(r"\b([^\W\d_]{2,20})[-–\s]?([0-9]{1,4})(?![0-9]|[.,][0-9])")
_DIGITS_THEN_WORD = compiled(r"(?<![\w.,])([0-9]{1,4})\s?([^\W\d_]{1,3})\b")
_DIGIT = compiled(r"[0-9]")
_ORDINAL_OR_TIME = words("letters behind digits that are no label")
_CALENDAR = words("words before digits that are no label")


def label_of(claim: NumberedText, start: int, end: int, digits: str) -> Quantity:
    """Return a label as the quantity that a verdict is on."""
    text, written = claim.text[start:end], len(digits)
    return Quantity(start, end, text, float(digits), "", "label", digits=written, step=1.0)


def judged_ordinals(claim: NumberedText) -> list[Quantity]:
    """Return the ordinals of a claim that are judged as numbers."""
    return [q for q in claim.mentions if q.kind == "ordinal" and q.text.lower() not in WEAK]


def _conflicts(claim: NumberedText, source: NumberedText) -> Iterator[Conflict]:
    covered = {at for q in claim.mentions for at in range(q.start, q.end)}
    if all(m.start() in covered for m in _DIGIT.finditer(claim.text)):
        return
    for word, digits, start, end, first in _labels(claim.text):
        if not covered.isdisjoint(range(start, end)):
            continue
        seen = _numbered(source).get((word.lower(), first))
        if seen is not None and digits.lstrip("0") not in seen[1]:
            at, until = seen[0]
            yield Conflict(label_of(claim, start, end, digits), source.text[at:until], at, until)


_Numbered = dict[tuple[str, bool], tuple[tuple[int, int], set[str]]]


def _numbered(source: NumberedText) -> _Numbered:
    """Return the words of a source that have digits behind them or before: where first, and all the digits."""
    found: _Numbered | None = source.made.get(_numbered)
    if found is None:
        found = source.made[_numbered] = {}
        for match in _WORD_THEN_DIGITS.finditer(source.text):
            _, digits = found.setdefault((match[1].lower(), True), (match.span(), set()))
            digits.add(match[2].lstrip("0"))
        for match in _DIGITS_THEN_WORD.finditer(source.text):
            _, digits = found.setdefault((match[2].lower(), False), (match.span(), set()))
            digits.add(match[1].lstrip("0"))
    return found


def _labels(text: str) -> Iterator[tuple[str, str, int, int, bool]]:
    """Yield (word, digits, start, end, whether the word comes first)."""
    for match in _WORD_FIRST.finditer(text):
        word, apart = match[1], text[match.end(1)] == " "
        if word.lower() in _CALENDAR or (apart and not word[0].isupper()):
            continue
        yield word, match[2], match.start(1), match.end(), True
    for match in _DIGITS_FIRST.finditer(text):
        if match[2].lower() not in _ORDINAL_OR_TIME:
            yield match[2], match[1], match.start(), match.end(), False


RULE = LabelRule("label", _conflicts)
