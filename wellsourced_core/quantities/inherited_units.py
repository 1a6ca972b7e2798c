"""Give bare numbers the unit or scale of the heading above them: "in thousand tonnes: 1910 2,100"."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import compress, islice

from wellsourced_core.lexicon import either, words
from wellsourced_core.patterns import compiled
from wellsourced_core.quantities.number_words import (
    CURRENCY_CODES,
    CURRENCY_SIGNS,
    CURRENCY_WORDS,
    PERCENT_WORDS,
    SCALES,
    SHORT_SCALES,
    UNIT_WORDS,
)
from wellsourced_core.quantities.tokens import Tokens
from wellsourced_core.quantities.unfinished_quantity import Mention
from wellsourced_core.thresholds import (
    HEADING_MOST_WORDS,
    HEADING_REACH_CHARACTERS,
    HEADING_REACH_ROWS,
    LABEL_CHARACTERS,
    TEXT_MOST_HEADINGS,
)
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import QuantityKind

_ROUND = dict.fromkeys(words("thousands in headings"), 1e3)
_LARGE = SCALES | _ROUND | {"hundreds": 1e2}
# What a heading may begin with, behind "in" or a bracket; most of what stands there is something else.
_LEADS = frozenset(("in", "en", "("))
_FIRST = frozenset({*_LARGE, *UNIT_WORDS, *CURRENCY_WORDS, *CURRENCY_SIGNS, *CURRENCY_CODES, *PERCENT_WORDS}) - {"an"}
_PASSED = frozenset(("in", "the", "us", "'", "’"))
_EXCEPT = words("exceptions in headings")
_JOINTS = words("joints of headings")
_CUT_SHORT = frozenset("mio mrd mln u.s".split())  # with a full stop
_PER_SHARE = compiled(r"\bper[ -](?:\w{1,12} )?share\b|\bEPS\b|\bje Aktie\b|\bpar action\b", re.IGNORECASE)
_COUNTED = compiled(rf"\b(?:{either('counts of a company', gap=' ')})\b", re.IGNORECASE)
_VALUES = compiled(r"\|\s*(?![12][0-9]{3}\s*\|)[-−]?[0-9][0-9.,]*\s*\|")
_BLANK = compiled(r"\n[ \t\r]*\n(?![ \t]*\|)")
_SENTENCE_END = compiled(r"\.(?=\s+[^\W\da-z_]|\s*\Z)|\n")


@frozen
class _Heading:
    """A unit and its kind ("" and "count" where only a scale is said), and the stretch of the numbers below.

    ``labelled``: only numbers right behind a colon are meant; ``cells``: all without a unit, also what looks like a
    year.
    """

    unit: str
    kind: QuantityKind
    scale: float
    start: int
    end: int
    labelled: bool = False
    cells: bool = False


def carry_down(t: Tokens, found: list[Mention]) -> None:
    """Give the bare numbers below a heading its unit and scale; as written they stay as another reading."""
    starts = [t.start[m.first] for m in found]
    for i in islice(_openings(t), TEXT_MOST_HEADINGS):
        for heading in _headings(t, i):
            for m in found[bisect_left(starts, heading.start) : bisect_left(starts, heading.end)]:
                if _is_below(t, m, heading):
                    _apply(t, m, heading)


def _openings(t: Tokens) -> Iterator[int]:
    for i in compress(range(len(t.low)), map(_LEADS.__contains__, t.low)):
        if t.word(i + 1) in _FIRST or (t.word(i + 1) in _PASSED and t.word(i + 2) in _FIRST):
            yield i


def _is_below(t: Tokens, m: Mention, heading: _Heading) -> bool:
    if m.kind == "year":
        return heading.cells and m.plain
    if not m.bare or m.kind != "count" or m.number is None or m.number.scaled or m.number.worded:
        return False
    if heading.labelled and t.word(m.first - 1) != ":":
        return False
    return t.kind(m.last) != "w" or "\n" in t.text[t.end[m.last - 1] : t.start[m.last]]


def _apply(t: Tokens, m: Mention, heading: _Heading) -> None:
    start = t.start[m.first]
    label = t.text[max(heading.start, start - LABEL_CHARACTERS) : start].rsplit("\n", 1)[-1].rsplit(". ", 1)[-1]
    if heading.kind == "money" and _COUNTED.search(label) and not _PER_SHARE.search(label):
        return
    scale = 1.0 if heading.kind == "money" and _PER_SHARE.search(label) else heading.scale
    m.alternatives = ((m.value, "", "count"),)
    m.value, m.step = round(m.value * scale, 6), m.step * scale
    m.high = None if m.high is None else round(m.high * scale, 6)
    m.unit, m.kind, m.bare, m.plain, m.iso, m.days = heading.unit, heading.kind, False, False, None, None
    if m.unit == "USD":
        m.alternatives += ((m.value, "$", "money"),)


def _headings(t: Tokens, opening: int) -> Iterator[_Heading]:
    read = _said(t, opening + 1 if t.word(opening + 1) in _FIRST else opening + 2)
    if read is None:
        return
    unit, kind, scale, i = read
    text, start, bracketed = t.text, t.start[opening], t.low[opening] == "("
    if bracketed != (t.word(i) == ")"):
        return
    i = i + 1 if bracketed else i
    at = t.end[i - 1]
    line, behind = text.rfind("\n", 0, start) + 1, text[at : at + 1]
    eol, far = _end(text.find("\n", at), text), min(len(text), at + HEADING_REACH_CHARACTERS)
    if "|" in text[line:eol] and text[at:eol].lstrip(" *_")[:1] in ("|", ""):
        yield from (_Heading(unit, kind, scale, a, b, cells=True) for a, b in _cells(text, line, start, eol))
    elif t.word(i) == ":" or (bracketed and t.kind(i) == "n"):
        following = text[at : at + LABEL_CHARACTERS].lstrip(": \t")[:1]
        stop = _BLANK.search(text, eol + 1, far) if following == "\n" else _SENTENCE_END.search(text, at + 1, far)
        yield _Heading(unit, kind, scale, at, stop.start() if stop else far)
    elif not text[at:eol].strip(" .)*_") and eol < len(text):
        stop = _BLANK.search(text, eol + 2, far)
        yield _Heading(unit, kind, scale, eol, stop.start() if stop else far)
    elif behind == "." and unit and scale > 1:
        stop = _BLANK.search(text, at, far)
        yield _Heading(unit, kind, scale, at, stop.start() if stop else far, labelled=True)
    elif behind == "." and unit and text[start].isupper():
        yield _Heading(unit, kind, scale, at, eol, labelled=True)


def _end(found: int, text: str) -> int:
    return len(text) if found < 0 else found


def _said(t: Tokens, i: int) -> tuple[str, QuantityKind, float, int] | None:
    """Return (unit, kind, scale, the token behind) of a heading's words, None where they are no heading."""
    kind: QuantityKind = "count"
    unit, scale, first = "", 1.0, i
    while i - first < HEADING_MOST_WORDS:
        word = t.word(i)
        surface = t.text[t.start[i] : t.end[i]] if i < len(t.low) else ""
        if scale == 1.0 and (word in _LARGE or (kind == "money" and word in SHORT_SCALES)):
            scale = _LARGE.get(word) or SHORT_SCALES[word]
        elif not unit and (word in CURRENCY_SIGNS or (word in CURRENCY_CODES and surface.isupper())):
            unit, kind = CURRENCY_SIGNS.get(word) or CURRENCY_CODES[word], "money"
        elif not unit and word in CURRENCY_WORDS:
            unit, kind = CURRENCY_WORDS[word], "money"
        elif not unit and (word in PERCENT_WORDS or (word == "per" and t.word(i + 1) == "cent")):
            unit, kind = "%", "percent"
        elif not unit and word in UNIT_WORDS:
            unit, kind = UNIT_WORDS[word]
        elif word not in _JOINTS and not (word == "." and t.word(i - 1) in _CUT_SHORT):
            break
        i += 1
    if not unit and scale > 1 and t.word(i - 1) == "of" and t.kind(i) == "w":
        i += 1  # "in thousands of households"
    if t.word(i) in _EXCEPT:
        while t.kind(i) == "w" or t.word(i) in ("-", "‑"):
            i += 1
    return (unit, kind, scale, i) if unit or scale > 1 else None


def _cells(text: str, line: int, at: int, eol: int) -> Iterator[tuple[int, int]]:
    """Yield the stretches of a table's cells that a heading in one of them is for: its column, or its row.

    A heading in the first cell of a row is for that row; of a row of labels and years it is for the whole table.
    """
    column = text.count("|", line, at)
    first = column == text[line : line + LABEL_CHARACTERS].lstrip().startswith("|")
    head = "|" not in text[text.rfind("\n", 0, max(0, line - 1)) + 1 : line]
    if first and (not head or _VALUES.search(text, at, eol)):
        yield at, eol
        return
    for _ in range(HEADING_REACH_ROWS if head else 0):
        if eol >= len(text):
            return
        line, eol = eol + 1, _end(text.find("\n", eol + 1), text)
        cells = text[line:eol].split("|")
        if len(cells) < 2:
            return
        if first:
            yield line, eol
        elif column < len(cells):
            start = line + sum(len(cell) + 1 for cell in cells[:column])
            yield start, start + len(cells[column])
