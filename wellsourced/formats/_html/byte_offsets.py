"""Code points for byte offsets, in any order: a table every kilobyte, and a count from there."""

from __future__ import annotations

from itertools import accumulate

_BLOCK = 1_024
_CONTINUES = bytes(range(0x80, 0xC0))


class CodePoints:
    """Maps offsets into the UTF-8 of a text to code points, moved on by ``shift``."""

    def __init__(self, text: str, shift: int) -> None:
        self._shift = shift
        self._source = b"" if text.isascii() else text.encode("utf-8")
        blocks = range(0, len(self._source), _BLOCK)
        self._before = list(accumulate((self._count(at, at + _BLOCK) for at in blocks), initial=0))

    def at(self, offset: int) -> int:
        """Return how many code points stand before a byte."""
        if not self._source:
            return offset + self._shift
        block = offset // _BLOCK
        return self._before[block] + self._count(block * _BLOCK, offset) + self._shift

    def _count(self, start: int, end: int) -> int:
        return len(self._source[start:end].translate(None, _CONTINUES))
