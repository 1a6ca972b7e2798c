"""Read a folder of documents into sources: .md, .txt, .html, .pdf and .jsonl."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

from retrieval.jsonl import read_objects, text_field
from retrieval.published_date import read_date
from retrieval.source_address import source_address, tell_ignored, without_password
from retrieval.storage import has_content, is_file, is_folder, scrub
from wellsourced_core.errors import InputError, WellsourcedError
from wellsourced_core.model import Source
from wellsourced_core.values import frozen

_LARGEST = 50 * 1024 * 1024
_LONGEST_TITLE = 300
_HEADER = ("title", "url", "date")
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
    for path in _files(folder):
        if but is not None and os.path.realpath(path) == os.path.realpath(but):
            continue
        name = scrub(path.relative_to(folder).as_posix())
        if is_folder(path):
            yield Skipped(name, "cannot be entered")
            continue
        reader = READERS.get(path.suffix.lower())
        if reader is None:
            reason = f"its type ({path.suffix or 'none'}) is none of {' '.join(sorted(READERS))}"
            yield Skipped(name, reason, foreign=True)
            continue
        try:
            sources = tuple(reader(path, name))
        except WellsourcedError as error:
            yield Skipped(name, f"{error.problem} ({error.subject})" if error.subject != name else error.problem)
            continue
        readable = [source for source in sources if source.text.strip()]
        yield from readable
        if len(readable) < len(sources) or not sources:
            yield Skipped(
                name,
                "contains no text" if not readable else f"{len(sources) - len(readable)} lines contain no text",
            )


def _files(folder: Path) -> Iterator[Path]:
    """Return the files below a folder by their path, and the folders that cannot be entered."""
    found: list[Path] = []
    closed: list[OSError] = []
    for parent, folders, names in os.walk(folder, onerror=closed.append):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [Path(parent, name) for name in names if not name.startswith(".")]
    found += [Path(error.filename) for error in closed]
    return iter(sorted(found, key=lambda path: path.relative_to(folder).as_posix()))


def _bytes(path: Path, name: str) -> bytes:
    if not is_file(path):
        raise InputError(name, "is not a regular file", "remove it from the folder")
    try:
        if path.stat().st_size > _LARGEST:
            raise InputError(name, "is larger than 50 MiB", "split it")
        return path.read_bytes() if has_content(path) else b""
    except OSError as error:
        raise InputError(name, f"cannot be read ({error.strerror})", "check the permissions") from error


def _text(path: Path, name: str) -> str:
    from retrieval.charset import decode

    data = _bytes(path, name)
    is_utf16 = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    if b"\0" in data[:4_096] and not is_utf16:
        raise InputError(name, "contains NUL bytes and is not text", "remove it from the folder")
    text = decode(data)[0].replace("\r\n", "\n").replace("\r", "\n")
    # Any pairs of bytes are letters in UTF-16, but only a text has blanks or stops between them.
    if _is_junk(text[:_LOOKED_AT]) or (is_utf16 and text.strip() and _BLANKS.isdisjoint(text[:_LOOKED_AT])):
        raise InputError(name, "is not text, or is in an unknown encoding", "save it as UTF-8, or remove it")
    return text


def _is_junk(text: str) -> bool:
    """Return whether more than one character in a hundred does not occur in text."""
    odd = sum(c == "\ufffd" or (unicodedata.category(c) in _NO_TEXT and not c.isspace()) for c in text)
    return 100 * odd > len(text)


def _markdown(path: Path, name: str) -> Iterator[Source]:
    header, body = _front_matter(_text(path, name))
    yield _source(name, header, _heading(body), body)


def _plain(path: Path, name: str) -> Iterator[Source]:
    header, body = _header_block(_text(path, name))
    first = next((line for line in body.split("\n") if line.strip()), "")
    yield _source(name, header, first, body)


def _html(path: Path, name: str) -> Iterator[Source]:
    from retrieval.extract import extract

    page, _ = extract(_bytes(path, name), name=name, content_type="text/html")
    header = {
        "title": page.title,
        "url": page.url,
        "date": page.published.isoformat() if page.published else "",
    }
    yield _source(name, header, "", page.text)


def _pdf(path: Path, name: str) -> Iterator[Source]:
    from retrieval.extract import extract

    page, _ = extract(_bytes(path, name), name=name, content_type="application/pdf")
    first = next((line for line in page.text.split("\n") if line.strip()), "")
    yield _source(name, {"title": page.title}, first, page.text)


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
    pairs: dict[str, str] = {}
    for line in lines:
        key, colon, value = line.partition(":")
        if colon and key.strip().lower() in _HEADER:
            pairs.setdefault(key.strip().lower(), _unquoted(value.strip()))
    return pairs


def _unquoted(value: str) -> str:
    quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
    return value[1:-1] if quoted else value


def _heading(body: str) -> str:
    """Return the first heading of a Markdown text, outside of fenced code, or "" without one."""
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
    return ""


READERS: dict[str, Callable[[Path, str], Iterator[Source]]] = {
    ".htm": _html,
    ".html": _html,
    ".jsonl": _lines,
    ".markdown": _markdown,
    ".md": _markdown,
    ".pdf": _pdf,
    ".txt": _plain,
}
