"""Settle a number that stands in the row and column which its claim names; object to one that stands in others.

Why: a table's cells share all their words. The claim names another row or column where it has all that tells its label
from the candidate's, and nothing of what tells the candidate's from it. The first row holds the labels of the columns,
the first cell that of its row.
Example: "Lorn had 71 crews." beside a table with 71 in the row of Skell.
"""

from __future__ import annotations

from bisect import bisect_left

from audit.agreement.strength import agrees
from audit.meaning.words import stems_of
from audit.numbers.match import SETTLED, Match, Rule, Settled, Verdict
from audit.numbers.numbered_text import NumberedText
from audit.thresholds import MOST_ROWS

_SEPARATORS = ("|", "\t", ";")

_Cell = tuple[int, int]


def _judge(match: Match) -> Verdict | Settled | None:
    source, said = match.source, match.said
    rows, r, c = _table(source, source.mentions[match.candidate].start)
    if r < 1 or c < 1:
        return None
    others = [(rows[k][0], rows[r][0], rows[k][c]) for k in range(1, len(rows)) if k != r]
    others += [(rows[0][k], rows[0][c], rows[r][k]) for k in range(1, len(rows[r])) if k != c]
    for label, own, cell in others:
        theirs, mine = _stems(source, label), _stems(source, own)
        if theirs - mine and theirs - mine <= said and mine - theirs and said.isdisjoint(mine - theirs):
            there = next((i for i, q in enumerate(source.mentions) if cell[0] <= q.start and q.end <= cell[1]), None)
            if there is not None and not agrees(match.number, source.mentions[there]):
                why = f"the source's table has {source.shown(there)} in that row and column"
                return match.says("other-fact", why, there)
    labels = _stems(source, rows[r][0]), _stems(source, rows[0][c])
    return SETTLED if all(labels) and labels[0] | labels[1] <= said else None


def _stems(source: NumberedText, cell: _Cell) -> frozenset[str]:
    return stems_of(source.text[slice(*cell)])


def _table(source: NumberedText, at: int) -> tuple[list[list[_Cell]], int, int]:
    """Return (cells of each row, row and column of an offset); row -1 where it stands in no table."""
    text = source.text
    start, end = text.rfind("\n", 0, at) + 1, _line_end(text, at)
    separator = next((one for one in _SEPARATORS if one in text[start:end]), None)
    if separator is None:
        return [], -1, -1
    own = _cells(text, start, end, separator)
    above: list[list[_Cell]] = []
    below: list[list[_Cell]] = []
    first, last = start, end
    while len(above) < MOST_ROWS and first > 0:
        begin = text.rfind("\n", 0, first - 1) + 1
        cells = _cells(text, begin, first - 1, separator)
        if len(cells) != len(own):
            break
        above.append(cells)
        first = begin
    while len(below) < MOST_ROWS and last < len(text):
        finish = _line_end(text, last + 1)
        cells = _cells(text, last + 1, finish, separator)
        if len(cells) != len(own):
            break
        below.append(cells)
        last = finish
    column = bisect_left([cell[1] for cell in own], at)
    return [*reversed(above), own, *below], len(above), column


def _line_end(text: str, at: int) -> int:
    found = text.find("\n", at)
    return len(text) if found < 0 else found


def _cells(text: str, start: int, end: int, separator: str) -> list[_Cell]:
    """Return the cells of a line; an empty one at either end is none."""
    cells, at = [], start
    while True:
        found = text.find(separator, at, end)
        cells.append((at, end if found < 0 else found))
        if found < 0:
            break
        at = found + 1
    return [cell for k, cell in enumerate(cells) if 0 < k < len(cells) - 1 or text[slice(*cell)].strip()]


RULE = Rule("table-cell", "place", _judge)
