"""Put a draft's text together from pieces of its file, and remember where each is from."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate

from retrieval.draft_formats.draft_text import DraftText, Piece
from wellsourced_core.model import Place, Places
from wellsourced_core.text import line_starts
from wellsourced_core.values import field, mutable

_STRETCH = 1 << 10  # characters
LONGEST_NAME = 80  # of a heading, as a part of what a place is called


@mutable
class Weaver:
    """Puts a draft's text together from pieces of its file, in their order, and remembers where each is from."""

    source: str
    out: list[str]  # the text of each piece, of an exact one what was added last
    pieces: list[Piece]
    names: list[tuple[int, str]]
    length: int = 0
    prefix: str = ""  # of the block that has not begun
    fresh: bool = True  # nothing stands in the block yet
    parted: bool = True  # an empty line stands before it
    done: int = 0  # the source up to here has been dealt with
    begun: set[int] = field(default_factory=set)  # where prefixes stand in the text: they begin what follows them

    @classmethod
    def on(cls, source: str) -> Weaver:
        return cls(source, [], [], [])

    def name(self, name: str) -> None:
        """Say where a person finds what is written from here on."""
        self.names.append((self.length, name))

    def keep(self, first: int, last: int) -> None:
        """Take characters of the source as they are."""
        if first < last:
            self._open(first)
            self._add(self.source[first:last], first, last, exact=True)

    def write(self, text: str, first: int, last: int) -> None:
        """Write what stands for a stretch of the source; no block begins with a space."""
        if text and not (self.fresh and text == " "):
            self._open(first)
            self._add(text, first, last, exact=False)

    def prose(self, first: int, last: int) -> None:
        """Take running text: white space of any length is one space, none where a block begins."""
        source, at = self.source, first
        while at < last:
            space = at
            while at < last and source[at].isspace() and source[at] != "\u00a0":
                at += 1
            if at > space:
                self.space(space, at)
            word = at
            while at < last and (not source[at].isspace() or source[at] == "\u00a0" or _is_single(source, at, last)):
                at += 1
            self.keep(word, at)

    def space(self, first: int, last: int) -> None:
        if not self.fresh and self.out[-1][-1:] not in (" ", "\n"):
            self.write(" ", first, last)

    def block(self, first: int, prefix: str = "", *, tight: bool = False) -> None:
        """End a block before ``first``; the next one, once it has text, begins with ``prefix`` on a line of its own."""
        if not self.fresh:
            self.trim()
            self.done = max(self.done, first, self.pieces[-1].last)
            self._add("\n", self.pieces[-1].last, self.done, exact=False)
            self.fresh, self.parted = True, False
        if not tight and not self.parted and self.out:
            self._add("\n", self.done, self.done, exact=False)
            self.parted = True
        self.prefix = prefix

    def remark(self, text: str, first: int, last: int) -> None:
        """Write what is said to this program; where a block would begin with it, it is a block of its own."""
        alone = self.fresh
        self.write(f"<!-- {text} -->", first, last)
        if alone:
            self.block(last, tight=True)
            self.parted = True  # it speaks of the next one

    def line(self, first: int, last: int) -> None:
        """Break a line within a block."""
        if not self.fresh:
            self.write("\n", first, last)

    def take_back(self) -> Piece:
        """Unwrite what was written last."""
        self.out.pop()
        self.length = self.pieces[-1].start
        return self.pieces.pop()

    def finished(self) -> DraftText:
        """Return the text, the last block ended."""
        if not self.fresh:
            self.block(self.pieces[-1].last, tight=True)
        pieces = tuple(self.pieces)
        texts = (self.source[p.first : p.last] if p.exact else own for p, own in zip(pieces, self.out, strict=True))
        text = "".join(texts)
        return DraftText(text, self._places(text), self.source, pieces)

    def _open(self, first: int) -> None:
        """Begin a block with its prefix, which stands for all that the source has since the last one."""
        if self.fresh:
            self.fresh = False
            if self.prefix:
                self.begun.add(self.length)
                self._add(self.prefix, min(self.done, first), first, exact=False)
                self.prefix = ""

    def trim(self) -> None:
        """Take back the space that a block would end with."""
        if self.pieces and not self.pieces[-1].exact and self.out[-1] == " ":
            self.take_back()

    def _add(self, text: str, first: int, last: int, *, exact: bool) -> None:
        before = self.pieces[-1] if self.pieces else None
        named = bool(self.names) and self.names[-1][0] == self.length
        joined = before is not None and exact and before.exact and before.last == first and not named
        start = self.length
        self.length += len(text)
        if joined and before is not None:
            self.out[-1] = text  # not the longer one: it would be copied with each addition
            self.pieces[-1] = Piece(before.start, self.length, before.first, last, exact=True)
        else:
            self.out.append(text)
            self.pieces.append(Piece(start, self.length, first, last, exact))

    def _places(self, text: str) -> Places:
        """Return the place of each piece, one for each line of an exact one."""
        starts, bytes_before = line_starts(self.source), _Bytes(self.source)
        rows: list[Place] = []
        names = iter([*self.names, (self.length + 1, "")])
        name, (upcoming, following) = "", next(names)
        for piece in self.pieces:
            cuts = [piece.first, *_within(starts, piece)] if piece.exact else [piece.first]
            for cut in cuts:
                start = piece.start + cut - piece.first
                at = piece.last if start in self.begun else cut
                while start >= upcoming:
                    name, (upcoming, following) = following, next(names)
                row = bisect_right(starts, at)
                begin = starts[row - 1]
                byte = bytes_before.at(at) - bytes_before.at(begin) + 1
                rows.append(Place(start, row, at - begin + 1, byte, piece.exact, name))
        return Places(text, tuple(rows) or (Place(0, 1, 1, 1, exact=False),))


class _Bytes:
    """How many bytes of UTF-8 stand before each character, counted once for every stretch: lines may be long."""

    def __init__(self, text: str) -> None:
        self._text = text
        stretches = (text[at : at + _STRETCH] for at in range(0, len(text), _STRETCH))
        self._before = [0, *accumulate(map(_width, stretches))]

    def at(self, offset: int) -> int:
        stretch = offset // _STRETCH
        return self._before[stretch] + _width(self._text[stretch * _STRETCH : offset])


def _width(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def _within(starts: Sequence[int], piece: Piece) -> Iterable[int]:
    """Return where lines begin within a piece."""
    return starts[bisect_right(starts, piece.first) : bisect_left(starts, piece.last)]


def _is_single(source: str, at: int, last: int) -> bool:
    """Tell a space between two words from one that stands with others, or at the end."""
    return source[at] == " " and at + 1 < last and not source[at + 1].isspace()
