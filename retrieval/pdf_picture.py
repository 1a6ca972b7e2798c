"""Draw a page of a PDF with a passage marked, as with a yellow pen. Runs in a process that can be killed."""

from __future__ import annotations

import struct
import zlib
from contextlib import closing

from retrieval.pdf import opened, signs
from retrieval.refused_file import RefusedFileError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pypdfium2 import PdfPage, PdfTextPage

_WIDTH = 720  # pixels
_TALLEST = 1_440
_SHADES = 64  # of grey, and as many of yellow: a page of text is as legible as with all
_FEWEST_LETTERS = 12  # of a part of a passage that is looked for alone
_GREY = bytes(shade * _SHADES // 256 for shade in range(256))
_MARKED = bytes(_SHADES + shade % _SHADES for shade in range(256))

Box = tuple[int, int, int, int]  # left, top, right, bottom, in pixels


def picture_of(data: bytes, number: int, passage: str) -> bytes:
    """Return a page, counted from 0, as PNG. Raises RefusedFileError for one that is not there."""
    from pypdfium2 import PdfiumError

    with closing(opened(data)) as document:
        if not 0 <= number < len(document):
            raise RefusedFileError("has no such page")
        try:
            with closing(document[number]) as page, closing(page.get_textpage()) as text:
                return _drawn(page, list(_boxes(page, text, passage)))
        except PdfiumError as error:
            raise RefusedFileError("has a page that cannot be drawn") from error


def _scale(page: PdfPage) -> float:
    width, height = page.get_size()
    return float(min(_WIDTH / max(1.0, width), _TALLEST / max(1.0, height)))


def _drawn(page: PdfPage, boxes: Sequence[Box]) -> bytes:
    bitmap = page.render(scale=_scale(page), grayscale=True, may_draw_forms=False)
    with closing(bitmap):
        width, height, stride = bitmap.width, bitmap.height, bitmap.stride
        grey = bytes(bitmap.buffer)
    rows = [bytearray(grey[at : at + width].translate(_GREY)) for at in range(0, stride * height, stride)]
    for left, top, right, bottom in boxes:
        for row in rows[max(0, top) : bottom]:
            row[max(0, left) : right] = row[max(0, left) : right].translate(_MARKED)
    return _png(width, height, b"".join(b"\0" + row for row in rows))


def _png(width: int, height: int, rows: bytes) -> bytes:
    """Return rows of palette indexes as PNG (https://www.w3.org/TR/png-3/)."""
    shades = [round(255 * shade / (_SHADES - 1)) for shade in range(_SHADES)]
    palette = bytes(v for s in shades for v in (s, s, s)) + bytes(v for s in shades for v in (s, s * 15 // 16, s // 3))
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in chunks
    )


def _boxes(page: PdfPage, text: PdfTextPage, passage: str) -> Iterator[Box]:
    """Yield where the words of a passage stand on a page, a box per stretch of a line."""
    scale, (left, bottom, _, top) = _scale(page), page.get_bbox()
    if page.get_rotation():
        return  # the text keeps its own axes: a mark in the wrong place misleads
    for start, count in _stretches(signs(text), passage):
        for index in range(text.count_rects(start, count)):
            x, y, to_x, to_y = text.get_rect(index)
            pen = 0.15 * (to_y - y)
            yield (
                int((x - left) * scale) - 1,
                int((top - to_y - pen) * scale),
                int((to_x - left) * scale) + 2,
                int((top - max(bottom, y - pen)) * scale) + 1,
            )


def _stretches(page: Sequence[str], passage: str) -> Iterator[tuple[int, int]]:
    """Yield where the letters of a passage stand among those of a page, as (first, count).

    A passage that the page does not have in one piece, as it goes on over a column or the page, is looked for line by
    line.
    """
    places = [at for at, sign in enumerate(page) for _ in _letters(sign)]
    letters = "".join(map(_letters, page))
    whole = _letters(passage)
    found = letters.find(whole) if whole else -1
    parts = [whole] if found >= 0 else [part for line in passage.splitlines() if (part := _letters(line))]
    for part in parts:
        at = letters.find(part) if part == whole or len(part) >= _FEWEST_LETTERS else -1
        if at >= 0:
            first, last = places[at], places[at + len(part) - 1]
            yield first, last - first + 1


def _letters(text: str) -> str:
    """Return the letters and digits of a text: spaces, hyphens and line ends make no difference."""
    return "".join(sign for sign in text.casefold() if sign.isalnum())
