"""A draft as the audit reads it, Markdown whatever its file is, and the way back into the file."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from operator import attrgetter

from wellsourced_core.model import Edit, Place, Places
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_end = attrgetter("end")
_start = attrgetter("start")


@frozen
class Piece:
    """text[start:end] as read stands for original[first:last]; ``exact`` if these are the same characters."""

    start: int
    end: int
    first: int
    last: int
    exact: bool


@frozen
class DraftText:
    """A draft's text as read, the place of each stretch of it, and the text of its file.

    ``places`` is None where these are the lines and columns of the text itself; ``original`` is "" where the file is
    none that keeps its bytes (a Word document): then it cannot be edited.
    """

    text: str
    places: Places | None
    original: str = ""
    pieces: tuple[Piece, ...] = ()

    def in_file(self, edit: Edit) -> Edit | None:
        """Return the edit of the file that does the same; None if it begins or ends within what was rewritten."""
        if edit.start == edit.end:
            at = self._boundary(edit.start, after=False)
            return None if at is None else Edit(at, at, edit.text)
        start, end = self._boundary(edit.start, after=True), self._boundary(edit.end, after=False)
        return None if start is None or end is None or end < start else Edit(start, end, edit.text)

    def place_in_file(self, start: int, end: int) -> tuple[int, int]:
        """Return about where a stretch of the text stands in the file."""
        first, last = self._nearest(start), self._nearest(max(start, end - 1))
        return first, max(first, last + (end > start))

    def _nearest(self, offset: int) -> int:
        at = bisect_right(self.pieces, offset, key=_start) - 1
        if at < 0:
            return 0
        piece = self.pieces[at]
        return min(piece.last, piece.first + (offset - piece.start if piece.exact else 0))

    def _boundary(self, offset: int, *, after: bool) -> int | None:
        """Return where an offset lies in the file; between two pieces ``after`` or before what neither shows."""
        at = bisect_right(self.pieces, offset, key=_start) - 1 if after else bisect_left(self.pieces, offset, key=_end)
        if not 0 <= at < len(self.pieces):
            return None
        piece = self.pieces[at]
        if piece.exact:
            return piece.first + offset - piece.start if piece.start <= offset <= piece.end else None
        return piece.first if offset == piece.start else piece.last if offset == piece.end else None


def as_it_is(text: str, original: str | None = None) -> DraftText:
    """Return a text of which every offset is one of its file: it needs no places of its own."""
    return DraftText(text, None, text if original is None else original, (Piece(0, len(text), 0, len(text), True),))


def packed(draft: DraftText) -> dict[str, Any]:
    """Return a draft's text as JSON has it; of the file's own text only whether there is one."""
    rows = draft.places and [(p.start, p.line, p.column, p.byte, p.exact, p.name) for p in draft.places.rows]
    pieces = [(one.start, one.end, one.first, one.last, one.exact) for one in draft.pieces]
    return {"text": draft.text, "rows": rows, "pieces": pieces, "keeps_bytes": bool(draft.original)}


def unpacked(record: dict[str, Any], data: bytes) -> DraftText:
    """Return the draft's text that was packed; ``data`` are its file's bytes."""
    text, rows = record["text"], record["rows"]
    places = None if rows is None else Places(text, tuple(Place(*row) for row in rows))
    original = data.decode("utf-8") if record["keeps_bytes"] else ""
    return DraftText(text, places, original, tuple(Piece(*piece) for piece in record["pieces"]))
