"""Where the text of a converted draft stands in its file."""

from __future__ import annotations

from bisect import bisect_right
from operator import attrgetter

from wellsourced_core.values import frozen


@frozen
class Place:
    """What the text has from ``start`` on, up to the next place, stands at this line and column of the file.

    ``byte`` is the column in UTF-8 bytes. ``exact`` says that the file has the same characters there: columns go on
    with the text. ``name`` is what a person looks for ("paragraph 12, under “Results”"), "" where the line is that.
    """

    start: int
    line: int
    column: int
    byte: int
    exact: bool
    name: str = ""


@frozen
class Places:
    """All places of a draft's text, in order; the first starts at 0."""

    text: str
    rows: tuple[Place, ...]

    def at(self, offset: int) -> Place:
        """Return the place of an offset itself."""
        row = self.rows[max(0, bisect_right(self.rows, offset, key=attrgetter("start")) - 1)]
        if not row.exact or offset <= row.start:
            return row
        before = self.text[row.start : offset]
        width = len(before.encode("utf-8", "surrogatepass"))
        return Place(offset, row.line, row.column + len(before), row.byte + width, True, row.name)
