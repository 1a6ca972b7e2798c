"""Read the text of a PDF, page by page. Runs in a process that can be killed; nothing in the file is executed."""

from __future__ import annotations

from contextlib import closing, suppress
from itertools import chain

from retrieval.html_page import LONGEST_OPENING, LONGEST_TEXT, Extract
from retrieval.pdf_layout import Piece, joined, lines_of, rejoined, text_of, without_running_heads
from retrieval.refused_file import RefusedFileError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from pypdfium2 import PdfDocument, PdfTextPage

    from retrieval.pdf_layout import Line

_MOST_PAGES = 1_000
_MOST_SIGNS = 100_000  # of a page
_WRONG_PASSWORD, _UNKNOWN_LOCK = 4, 5  # PDFium's own numbers
_BROKEN, _NO_SIGN, _SIGNS = "\x02", 0xFFFE, 0x110000
_LINE_ENDS = ("\r", "\n", _BROKEN)
_GAP = 1.0  # a gap as wide as its line is high parts two columns


def read_pdf(data: bytes) -> Extract:
    """Extract the text of the first 1,000 pages and where each begins; the text is "" for a scan.

    The date of publication stays unknown: a PDF only says when the file was made. Raises RefusedFileError,
    and ModuleNotFoundError where the extra ``pdf`` is not installed.
    """
    with closing(opened(data)) as document:
        title = _title(document)
        pages: list[list[Line]] = []
        length = 0
        for number in range(min(len(document), _MOST_PAGES)):
            pages.append(_lines(document, number))
            length += sum(len(text_of(line)) for line in pages[-1])
            if length > LONGEST_TEXT:
                break
    opening = "\n".join(map(text_of, chain(*pages[:1])))[:LONGEST_OPENING]
    bare = ["\n".join(map(text_of, page)) for page in without_running_heads(pages)]
    text, starts = joined(list(map(rejoined, bare)), LONGEST_TEXT)
    return Extract(title, text, pages=starts, opening=opening)


def _title(document: PdfDocument) -> str:
    with suppress(UnicodeDecodeError):
        return " ".join(document.get_metadata_value("Title").split())[:500]
    return ""


def opened(data: bytes) -> PdfDocument:
    """Open a PDF. Raises RefusedFileError for one that is encrypted, broken or without a page."""
    from pypdfium2 import PdfDocument, PdfiumError

    try:
        document = PdfDocument(data)
    except PdfiumError as error:
        locked = getattr(error, "err_code", 0) in (_WRONG_PASSWORD, _UNKNOWN_LOCK)
        raise RefusedFileError("is encrypted" if locked else "is broken") from error
    if not len(document):
        document.close()
        raise RefusedFileError("has no page")
    return document


def _lines(document: PdfDocument, number: int) -> list[Line]:
    """Return the lines of a page; none of one that cannot be read."""
    from pypdfium2 import PdfiumError

    try:
        with closing(document[number]) as page, closing(page.get_textpage()) as text:
            return lines_of(list(_pieces(text)))
    except PdfiumError:
        return []


def _pieces(page: PdfTextPage) -> Iterator[Piece]:
    """Yield the words of a page in the order of the file, joined as far as no gap parts them."""
    piece: Piece | None = None
    for text, box, begins in _words(page):
        left, bottom, right, top = box
        if piece and not begins and -_GAP < (left - piece.right) / max(1.0, top - bottom) < _GAP:
            grown = max(piece.right, right), max(piece.top, top)
            piece = Piece(f"{piece.text} {text}", piece.left, min(piece.bottom, bottom), *grown)
            continue
        if piece:
            yield piece
        piece = Piece(text, left, bottom, right, top)
    if piece:
        yield piece


def _words(page: PdfTextPage) -> Iterator[tuple[str, tuple[float, float, float, float], bool]]:
    """Yield each word of a page, its box, and whether it begins a line of the file."""
    begins, start = True, -1
    letters = [*signs(page), "\n"]
    for at, sign in enumerate(letters):
        if not sign.isspace() and sign != _BROKEN:
            start = at if start < 0 else start
            continue
        if start >= 0:
            first, last = page.get_charbox(start, loose=True), page.get_charbox(at - 1, loose=True)
            box = (first[0], min(first[1], last[1]), last[2], max(first[3], last[3]))
            yield "".join(letters[start:at]) + "-" * (sign == _BROKEN), box, begins
            begins, start = False, -1
        begins = begins or sign in _LINE_ENDS


def signs(page: PdfTextPage) -> list[str]:
    """Return the characters of a page by their numbers; the hyphen of a word that goes on below is ``_BROKEN``."""
    from pypdfium2.raw import FPDFText_GetUnicode

    codes = (FPDFText_GetUnicode(page, i) for i in range(min(page.count_chars(), _MOST_SIGNS)))
    return [_BROKEN if code == _NO_SIGN else chr(code) if 0 < code < _SIGNS else " " for code in codes]
