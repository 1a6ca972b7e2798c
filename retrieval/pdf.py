"""Read the text of a PDF. Runs in a process that can be killed; nothing in the file is executed."""

from __future__ import annotations

from io import BytesIO

from retrieval.html_page import LONGEST_TEXT, Extract
from wellsourced_core.patterns import compiled
from wellsourced_core.text import STOP_WORDS, UNKNOWN_IDF, idf, stem_of

_MOST_PAGES = 1_000
_LONGEST_WORD = 60
_SOFT_HYPHEN = "\u00ad"
_HYPHENS = ("-", "\u2010", _SOFT_HYPHEN)
_LETTERS, _LETTERS_AT_END = compiled(r"[^\W\d_]+"), compiled(r"[^\W\d_]{1,60}\Z")


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
    return Extract(" ".join(title.split())[:500], "\n\n".join(map(_rejoined, pages))[:LONGEST_TEXT])


def _rejoined(page: str) -> str:
    """Return a page whose words are whole again where a line ended inside one."""
    lines: list[str] = []
    for line in page.split("\n"):
        above, words = lines[-1].rstrip() if lines else "", line.split(maxsplit=1)
        if words and above.endswith(_HYPHENS):
            broken = above.rsplit(maxsplit=1)[-1]
            if len(broken) <= _LONGEST_WORD and (word := _whole(broken[:-1], broken[-1], words[0])):
                lines[-1] = above[: len(above) - len(broken)] + word
                lines += words[1:]
                continue
        lines.append(line)
    return "\n".join(lines)


def _whole(left: str, hyphen: str, right: str) -> str:
    """Return the word that two lines share, "" where each has a word of its own ("pre-\\nand post-war").

    The hyphen goes where English has the word without it, or does not have its two parts as words; else the word is a
    compound ("well-\\nknown") and keeps it, as it does before a capital letter or a digit.
    """
    ends, begins = _LETTERS_AT_END.search(left), _LETTERS.match(right)
    if hyphen == _SOFT_HYPHEN:
        return left + right
    if not left[-1:].isalnum() or not right[0].isalnum() or "/" in left:
        return ""
    if ends is None or begins is None or right[0].isupper():
        return left + hyphen + right
    one, other = ends[0].lower(), begins[0].lower()
    if _is_known(one + other):
        return left + right
    if other in STOP_WORDS:
        return ""
    return left + hyphen + right if _is_known(one) and _is_known(other) else left + right


def _is_known(word: str) -> bool:
    """Tell whether English has a word; the table of weights knows it by its stem, without accents."""
    return word in STOP_WORDS or (word.isascii() and bool(stem := stem_of(word)) and idf(stem) < UNKNOWN_IDF)
