"""Turn the bytes of a page or a document into title, text and date, in the process that is killed if it hangs."""

from __future__ import annotations

from typing import Literal

from retrieval.charset import decode
from retrieval.html_page import LONGEST_TEXT, Extract
from retrieval.published_date import read_date
from retrieval.reader_process import FILE_TIME, reader
from wellsourced_core.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import DatedBy

DocumentKind = Literal["docx", "epub", "html", "pdf"]
LARGEST_PAGE = 20 * 1024 * 1024
TIME_LIMIT = 5.0
_MAGIC = (
    (b"%PDF-", "pdf"),
    (b"\x89PNG", "an image"),
    (b"\xff\xd8\xff", "an image"),
    (b"GIF8", "an image"),
    (b"RIFF", "a media file"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"\x1f\x8b", "a compressed file"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
)
_CITE_ANOTHER = "cite another page"
_REMEDIES = {
    "pdf": "save or print it as a PDF anew, without a password",
    "docx": "save it as .docx with a word processor, without a password",
    "epub": "convert it to .epub or .pdf without a lock",
}
_HTML_HEADS = (b"<!doctype html", b"<html", b"<head", b"<body", b"<!--")


def extract(
    data: bytes, *, name: str, url: str = "", content_type: str = "", time_limit: float = TIME_LIMIT
) -> tuple[Extract, bool]:
    """Read a page of any supported type; returns (extract, whether its charset was guessed).

    ``name`` is what errors call it. Raises InputError with code body-too-large, unsupported-type,
    bad-markup, no-content or missing-extra.
    """
    if len(data) > LARGEST_PAGE:
        raise InputError(name, "is larger than 20 MiB", "cite a smaller page", code="body-too-large")
    mime, _, parameters = content_type.lower().partition(";")
    kind = kind_of(data, mime.strip())
    guessed = False
    if kind == "pdf":
        page = _parsed("pdf", data, url, name, time_limit)
    elif kind in ("html", "text"):
        text, guessed = decode(data, _charset(parameters))
        if kind == "html":
            page = _parsed("html", text.encode("utf-8"), url, name, time_limit)
        else:
            page = Extract("", text.strip()[:LONGEST_TEXT])
    else:
        raise InputError(name, f"is {kind}", "cite a page, a text or a PDF", code="unsupported-type")
    if not page.text.strip():
        raise InputError(name, "contains no text", "check what a reader sees there", code="no-content")
    return page, guessed


def read_document(data: bytes, kind: DocumentKind, name: str) -> Extract:
    """Read a file of the user's own, whose kind its name tells; the text may be "".

    Raises InputError with code unsupported-type, bad-markup or missing-extra.
    """
    return _parsed(kind, data, "", name, FILE_TIME, _REMEDIES.get(kind, _CITE_ANOTHER))


def page_picture(data: bytes, page: int, passage: str, name: str) -> bytes:
    """Return a picture (PNG) of a page of a PDF, counted from 0, with a passage marked. Raises InputError."""
    from base64 import b64decode

    reply = reader.reply({"kind": "page", "page": page, "passage": passage}, data, name, FILE_TIME, _CITE_ANOTHER)
    return b64decode(reply["picture"])


def _parsed(
    kind: DocumentKind, data: bytes, url: str, name: str, time_limit: float, remedy: str = _CITE_ANOTHER
) -> Extract:
    reply = reader.reply({"kind": kind, "url": url}, data, name, time_limit, remedy)
    published = read_date(reply["published"] or "")
    dated_by: DatedBy = reply["dated_by"] if published else ""
    pages, opening = tuple(reply["pages"]), reply["opening"]
    return Extract(reply["title"], reply["text"], published, reply["url"], dated_by, pages, opening)


def kind_of(data: bytes, mime: str = "") -> str:
    """Return "html", "text", "pdf", or in words what else: first bytes outrank the declared type."""
    for magic, kind in _MAGIC:
        if data.startswith(magic):
            return kind
    head = data[:512].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if head.startswith(_HTML_HEADS):
        return "html"
    if head.startswith(b"<?xml"):
        return "html" if b"<html" in data[:2_048].lower() else "an XML document"
    if mime in ("text/html", "application/xhtml+xml"):
        return "html"
    if mime == "" or mime.startswith("text/"):
        return "text"
    return "declared a PDF but is not one" if mime == "application/pdf" else f"of type {mime[:60]}"


def _charset(parameters: str) -> str | None:
    for parameter in parameters.split(";"):
        key, _, value = parameter.strip().partition("=")
        if key == "charset":
            return value.strip("\"' ") or None
    return None
