"""Read the text of a PDF. Runs in a process that can be ended; nothing in the file is executed."""

from __future__ import annotations

from io import BytesIO

from retrieval.markup import LONGEST_TEXT, Extract

_MOST_PAGES = 1_000


class PdfRefusedError(ValueError):
    """The file is encrypted, broken or holds no page."""


def read_pdf(data: bytes) -> Extract:
    """Extract the text of the first 1,000 pages; the text is "" for a scan.

    The date of publication stays unknown: a PDF only says when the file was made. Raises PdfRefusedError,
    and ModuleNotFoundError where the extra ``pdf`` is not installed.
    """
    import logging

    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it comments on every oddity of a file
    try:
        reader = PdfReader(BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise PdfRefusedError("is encrypted")
        title = (reader.metadata.title if reader.metadata else None) or ""
        pages: list[str] = []
        length = 0
        for number in range(min(len(reader.pages), _MOST_PAGES)):
            pages.append(reader.pages[number].extract_text())
            length += len(pages[-1])
            if length > LONGEST_TEXT:
                break
    except (
        PyPdfError,
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        IndexError,
        RecursionError,
        OSError,
    ) as error:
        raise error if isinstance(error, PdfRefusedError) else PdfRefusedError("is broken") from error
    if not pages:
        raise PdfRefusedError("has no page")
    return Extract(" ".join(title.split())[:500], "\n\n".join(pages)[:LONGEST_TEXT])
