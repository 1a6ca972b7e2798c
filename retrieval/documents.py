"""Read documents as people have them into sources: .md, .txt, .html, .docx, .epub, .pdf, and .jsonl."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from retrieval.document_files import files_below, suffix_of
from retrieval.html_page import Extract
from retrieval.jsonl import read_objects, text_field
from retrieval.published_date import read_date
from retrieval.source_address import source_address, tell_ignored, without_password
from retrieval.storage import has_content, is_file, is_folder, scrub
from wellsourced_core.errors import InputError, WellsourcedError
from wellsourced_core.identifiers import bare_arxiv, find_arxiv, find_doi, find_isbn
from wellsourced_core.lexicon import listed
from wellsourced_core.model import Document, Source
from wellsourced_core.patterns import compiled
from wellsourced_core.values import frozen, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from retrieval.extract import DocumentKind

_LARGEST = 50 * 1024 * 1024
_LARGEST_DOCUMENT = 128 * 1024 * 1024
_OPENING = 1_000  # characters of a text among which its own identifiers stand
_SAVED_FROM = compiled(
    r"(?:saved from url=\([0-9]{1,6}\)|Page saved with SingleFile\s{1,9}url: )(https?://[^\s<>\"]{1,2000})"
)
SCAN = "is a scan: its pages are pictures without text"
_LONGEST_TITLE = 300
_KEYS_OF_ADDRESS, _KEYS_OF_DAY = listed("keys of an address"), listed("keys of a day")  # of a front matter or header
_SAID_TO_BE = compiled(rf"(?i:{'|'.join(_KEYS_OF_ADDRESS)}): ?")
_BOLD = compiled(r"\*\*[^*\n ]{1,60} [^*\n]{3,150}(?<![.!])\*\*")
_HEADER = ("title", "url", "date")
_FIRST_LINES = 8  # of a text, on one of which the address may stand that it was saved from
_SENTENCE_ENDS = (".", "!", "?")
_LOOKED_AT = 20_000
_NO_TEXT = frozenset(("Cc", "Cn", "Co", "Cs"))  # controls, unassigned, for private use, half of a pair
_BLANKS = frozenset(" \n\u3000\u3001\u3002")


@frozen
class Skipped:
    """A file that gave no source, and why; ``foreign`` says that its type is not one that is read."""

    path: str
    reason: str
    foreign: bool = False


@frozen
class BuildReport:
    """The result of indexing a folder: the number of documents, and each skipped one."""

    documents: int
    skipped: tuple[Skipped, ...]

    @property
    def failed(self) -> tuple[Skipped, ...]:
        """Return the documents that could not be read; files of other types are not among them."""
        return tuple(one for one in self.skipped if not one.foreign)


def read_folder(folder: Path, *, but: Path | None = None) -> Iterator[Source | Skipped]:
    """Yield every document below a folder, files in order of their path; hidden ones and ``but`` are left out.

    A source's id is its relative path (of a JSON line: its own id, else ``path#line``), and so is its url
    where the document names none. What cannot be read is a Skipped; a missing folder is an InputError.
    """
    if not is_folder(folder):
        raise InputError(folder, "is not a folder", "name the folder with the documents")
    for path in files_below(folder):
        if but is not None and os.path.realpath(path) == os.path.realpath(but):
            continue
        name = scrub(path.relative_to(folder).as_posix())
        if is_folder(path):
            yield Skipped(name, "cannot be entered")
            continue
        reader = READERS.get(suffix_of(path))
        if reader is None:
            reason = f"its type ({path.suffix or 'none'}) is none of {' '.join(sorted(READERS))}"
            yield Skipped(name, reason, foreign=True)
            continue
        try:
            sources = tuple(reader(path, name))
        except WellsourcedError as error:
            yield skipped(name, error)
            continue
        readable = [replace(source, document=None) for source in sources if source.text.strip()]
        yield from readable
        if len(readable) < len(sources) or not sources:
            yield Skipped(
                name,
                "contains no text" if not readable else f"{len(sources) - len(readable)} lines contain no text",
            )


def skipped(name: str, error: WellsourcedError) -> Skipped:
    """Say why a file of a folder gave nothing."""
    reason = f"{error.problem} ({error.subject})" if error.subject != name else error.problem
    return Skipped(name, f"{reason}: {error.remedy}" if error.code == "missing-extra" else reason)


def content_of(document: Path) -> bytes:
    """Return the bytes of a document that was read before. Raises InputError."""
    return _bytes(document, str(document), pictured=True)


def _bytes(path: Path, name: str, *, pictured: bool = False) -> bytes:
    """Return a file's bytes; one that may have pictures in it may be larger."""
    largest, told = (_LARGEST_DOCUMENT, "128 MiB") if pictured else (_LARGEST, "50 MiB")
    if not is_file(path):
        if not os.path.lexists(path):
            raise InputError(name, "there is no such file", "check the path")
        raise InputError(name, "is not a regular file", "leave it out")
    try:
        if path.stat().st_size > largest:
            raise InputError(name, f"is larger than {told}", "split it")
        return path.read_bytes() if has_content(path) else b""
    except OSError as error:
        raise InputError(name, f"cannot be read ({error.strerror})", "check the permissions") from error


def _text(path: Path, name: str) -> str:
    from retrieval.charset import decode

    data = _bytes(path, name)
    is_utf16 = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    if b"\0" in data[:4_096] and not is_utf16:
        raise InputError(name, "contains NUL bytes and is not text", "leave it out")
    text = decode(data)[0].replace("\r\n", "\n").replace("\r", "\n")
    # Any pairs of bytes are letters in UTF-16, but only a text has blanks or stops between them.
    if _is_junk(text[:_LOOKED_AT]) or (is_utf16 and text.strip() and _BLANKS.isdisjoint(text[:_LOOKED_AT])):
        raise InputError(name, "is not text, or is in an unknown encoding", "save it as UTF-8, or leave it out")
    return text


def _is_junk(text: str) -> bool:
    """Return whether more than one character in a hundred does not occur in text."""
    odd = sum(c == "\ufffd" or (unicodedata.category(c) in _NO_TEXT and not c.isspace()) for c in text)
    return 100 * odd > len(text)


def _markdown(path: Path, name: str) -> Iterator[Source]:
    header, body = _front_matter(_text(path, name))
    header.setdefault("url", _address_line(body))
    yield _named(_source(name, header, _heading(body), body), "", name)


def _plain(path: Path, name: str) -> Iterator[Source]:
    header, body = _header_block(_text(path, name))
    header.setdefault("url", _address_line(body, bare=True))
    yield _named(_source(name, header, _first_line(body), body), "", name)


def _html(path: Path, name: str) -> Iterator[Source]:
    from retrieval.extract import extract

    data = _bytes(path, name)
    page, _ = extract(data, name=name, content_type="text/html")
    saved_from = _SAVED_FROM.search(data[:4_096].decode("latin-1"))  # as browsers note it, above the page
    url = page.url or (saved_from[1] if saved_from else "")
    header = {"title": page.title, "url": url, "date": page.published.isoformat() if page.published else ""}
    yield _named(_source(name, header, "", page.text), page.opening, name)


def _docx(path: Path, name: str) -> Iterator[Source]:
    page = _read(path, name, "docx")
    yield _named(_source(name, {"title": page.title}, _first_line(page.text).lstrip("# "), page.text), "", name)


def _epub(path: Path, name: str) -> Iterator[Source]:
    page = _read(path, name, "epub")
    yield _named(_source(name, {"title": page.title}, _first_line(page.text), page.text), page.opening, name)


def _pdf(path: Path, name: str) -> Iterator[Source]:
    page = _read(path, name, "pdf")
    title = page.title if _one_line(page.title) in _one_line(page.opening) else ""  # else that of a file or template
    source = _named(_source(name, {"title": title}, _first_line(page.text), page.text), page.opening, name)
    if source.document is not None:
        yield replace(source, document=replace(source.document, pages=page.pages, problem="" if source.text else SCAN))


def _read(path: Path, name: str, kind: DocumentKind) -> Extract:
    from retrieval.extract import read_document

    data = _bytes(path, name, pictured=True)
    if not data:
        raise InputError(name, "is empty", "save the document again")
    return read_document(data, kind, name)


def _first_line(text: str) -> str:
    return next((line for line in text.split("\n") if line.strip()), "")


def _one_line(text: str) -> str:
    return " ".join(text.casefold().split())


def _named(source: Source, opening: str, name: str) -> Source:
    """Return a source with the file that it came from, and the identifiers that its opening or its name gives it."""
    stem = Path(name).stem
    said = opening or source.text[:_OPENING]
    found = {
        "doi": find_doi(source.url) or find_doi(stem.replace("_", "/", 1)) or find_doi(said),
        "arxiv": find_arxiv(source.url) or bare_arxiv(stem) or find_arxiv(said),
        "isbn": find_isbn(said),
    }
    identifiers = tuple(f"{kind}:{one}" for kind, one in found.items() if one)
    return replace(source, document=Document(name, (), identifiers, "" if source.text else "contains no text"))


def _lines(path: Path, name: str) -> Iterator[Source]:
    ignored = 0
    for number, record in read_objects(path):
        where = f"{name}:{number}"
        written = text_field(record, "url", where, required=True) or ""
        url = source_address(written)
        ignored += bool(written) and not url
        identifier = record.get("id")
        yield Source(
            id=str(identifier)
            if isinstance(identifier, int)
            else without_password(text_field(record, "id", where) or f"{name}#{number}"),
            url=url or f"{name}#{number}",
            title=text_field(record, "title", where, required=True) or "",
            text=text_field(record, "text", where, required=True) or "",
            published=read_date(text_field(record, "published", where) or ""),
            retrieved=text_field(record, "retrieved", where),
            provider=text_field(record, "provider", where) or "",
        )
    tell_ignored(name, ignored)


def _source(name: str, header: dict[str, str], default_title: str, body: str) -> Source:
    title = header.get("title") or " ".join(default_title.split())[:_LONGEST_TITLE] or Path(name).stem
    written = header.get("url", "")
    url = source_address(written)
    tell_ignored(name, bool(written) and not url)
    return Source(name, url or name, title, body.strip(), read_date(header.get("date", "")))


def _front_matter(text: str) -> tuple[dict[str, str], str]:
    """Split off a leading block between two lines ``---``; its lines are ``key: value``."""
    lines = text.split("\n")
    if lines[0].rstrip() != "---":
        return {}, text
    for number, line in enumerate(lines[1:], 1):
        if line.rstrip() in ("---", "..."):
            return _pairs(lines[1:number]), "\n".join(lines[number + 1 :])
    return {}, text


def _header_block(text: str) -> tuple[dict[str, str], str]:
    """Split off leading lines ``Title:``, ``URL:``, ``Date:`` that end with a blank line."""
    head, blank, body = text.lstrip("\n").partition("\n\n")
    lines = head.split("\n")
    known = all(line.partition(":")[0].strip().lower() in _HEADER and ":" in line for line in lines)
    return (_pairs(lines), body) if known and blank else ({}, text)


def _pairs(lines: list[str]) -> dict[str, str]:
    """Return the title, address and day that lines give, each by the first of its keys that has one; none is nested."""
    given: dict[str, str] = {}
    for line in lines:
        key, colon, value = line.partition(":")
        if colon and key[:1].strip():
            given.setdefault(re.sub(r"[_-]", " ", key.strip().lower()), _unquoted(value.strip()))
    addresses = filter(_is_address, (given.get(key, "") for key in _KEYS_OF_ADDRESS))
    days = filter(read_date, (given.get(key, "") for key in _KEYS_OF_DAY))
    pairs = {
        "title": given.get("title", ""),
        "url": next(addresses, given.get("url", "")),
        "date": next(days, ""),
    }
    return {field: value for field, value in pairs.items() if value}


def _address_line(body: str, *, bare: bool = False) -> str:
    """Return the address that stands alone above a text's first sentence, whence it was saved; "" for none.

    Behind a label ("Source: "), or ``bare`` the only one; below "Read also:" stands another's.
    """
    before, found = "", list[str]()
    for line in islice(filter(None, map(str.strip, body.split("\n"))), _FIRST_LINES):
        address = _SAID_TO_BE.sub("", line)
        if _is_address(address) and address != line:
            return address
        if _is_address(line) and bare and not before.endswith(":"):
            found.append(line)
        if line.startswith("!") or (line.endswith(_SENTENCE_ENDS) and line.count(" ") > 1):
            break
        before = line
    return found[0] if len(found) == 1 else ""


def _is_address(text: str) -> bool:
    return text.startswith(("http://", "https://")) and " " not in text


def _unquoted(value: str) -> str:
    quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
    return value[1:-1] if quoted else value


def _heading(body: str) -> str:
    """Return the first heading of a Markdown text, outside of fenced code, else its first line in bold, or ""."""
    fence = ""
    before = ""
    for line in body.split("\n"):
        stripped = line.strip()
        if stripped[:3] in ("```", "~~~"):
            fence = "" if stripped[:3] == fence else fence or stripped[:3]
        elif not fence:
            marks = len(stripped) - len(stripped.lstrip("#"))
            if 1 <= marks <= 6 and stripped[marks : marks + 1] in (" ", "\t"):
                return stripped.strip("#").strip()
            if before and stripped and stripped.strip("=") == "":
                return before
        before = stripped
    opening = _first_line(body).strip()
    return opening[2:-2] if _BOLD.fullmatch(opening) else ""  # no lead, and no poster's name


READERS: dict[str, Callable[[Path, str], Iterator[Source]]] = {
    ".docx": _docx,
    ".epub": _epub,
    ".htm": _html,
    ".html": _html,
    ".jsonl": _lines,
    ".markdown": _markdown,
    ".md": _markdown,
    ".pdf": _pdf,
    ".txt": _plain,
}
