"""Tell whether a number stands in another row or column of a table than its claim says."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from audit.agreement.matching import strength
from audit.assertions.words import stems_of
from audit.numbers.reading import Numbers
from audit.thresholds import CARRIED_FROM, MOST_ROWS

_SEPARATORS = ("|", "\t", ";")

_Cell = tuple[int, int]


def of_another_cell(claim: Numbers, index: int, source: Numbers, best: int) -> int | None:
    """Return the number in the row or column that the claim names where ``best`` is in another one; else None.

    The claim names another row or column where it has all that tells its label from the own one's, and nothing of
    what tells the own one from it. The first row holds the labels of the columns, the first cell that of its row.
    """
    rows, r, c = _table(source, source.mentions[best].start)
    if r < 1 or c < 1:
        return None
    said = claim.sentence_stems[claim.mention_sentence[index]]
    others = [(k, rows[k][0], rows[r][0], rows[k][c]) for k in range(1, len(rows)) if k != r]
    others += [(k, rows[0][k], rows[0][c], rows[r][k]) for k in range(1, len(rows[r])) if k != c]
    for _, label, own, cell in others:
        theirs, mine = stems_of(source.text[slice(*label)]), stems_of(source.text[slice(*own)])
        if theirs - mine and theirs - mine <= said and mine - theirs and said.isdisjoint(mine - theirs):
            there = next((i for i, q in enumerate(source.mentions) if cell[0] <= q.start and q.end <= cell[1]), None)
            if there is not None and strength(claim.mentions[index], source.mentions[there]) < CARRIED_FROM:
                return there
    return None


def without_other_cells(claim: Numbers, index: int, source: Numbers, best: int, rivals: list[int]) -> list[int]:
    """Leave out the numbers of other rows and columns where the claim names those of ``best`` and not theirs."""
    rows, r, c = _table(source, source.mentions[best].start)
    if r < 1 or c < 1 or not rivals:
        return rivals
    said = claim.sentence_stems[claim.mention_sentence[index]]
    named = [_is_named(source, row[0], said) for row in rows]
    headed = [_is_named(source, cell, said) for cell in rows[0]]
    apart = [
        cell
        for k, row in enumerate(rows)
        for j, cell in enumerate(row)
        if (named[r] and not named[k]) or (headed[c] and not headed[j])
    ]
    starts = [cell[0] for cell in apart]

    def elsewhere(i: int) -> bool:
        k = bisect_right(starts, source.mentions[i].start) - 1
        return k >= 0 and source.mentions[i].end <= apart[k][1]

    return [i for i in rivals if not elsewhere(i)]


def _is_named(source: Numbers, cell: _Cell, said: frozenset[str]) -> bool:
    label = stems_of(source.text[slice(*cell)])
    return bool(label) and label <= said


def _table(source: Numbers, at: int) -> tuple[list[list[_Cell]], int, int]:
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
