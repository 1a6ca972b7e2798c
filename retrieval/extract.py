"""Turn the bytes of a page into title, text and date, in a child process that is killed if it hangs."""

from __future__ import annotations

import atexit
import json
import os
import selectors
import subprocess
import sys
import threading
import time
from typing import Any, Literal

from retrieval.charset import decode
from retrieval.html_page import LONGEST_TEXT, Extract
from retrieval.published_date import read_date
from wellsourced_core.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import DatedBy

DocumentKind = Literal["docx", "epub", "html", "pdf"]
LARGEST_PAGE = 20 * 1024 * 1024
TIME_LIMIT = 5.0
DOCUMENT_TIME = 60.0  # for a file of the user's own: a book of a thousand pages takes some seconds
# The child's environment: no key of any service.
_SURROUNDINGS = (
    "PATH",
    "PYTHONPATH",
    "PYTHONDONTWRITEBYTECODE",
    "VIRTUAL_ENV",
    "LANG",
    "LC_ALL",
    "SYSTEMROOT",
    "TMPDIR",
)
_START = 30.0  # the child's imports, on a busy machine
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
_PROGRAM = "from retrieval.extract_worker import main; main()"
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
        page = _child.parse("pdf", data, url, name, time_limit)
    elif kind in ("html", "text"):
        text, guessed = decode(data, _charset(parameters))
        if kind == "html":
            page = _child.parse("html", text.encode("utf-8"), url, name, time_limit)
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
    return _child.parse(kind, data, "", name, DOCUMENT_TIME, _REMEDIES.get(kind, _CITE_ANOTHER))


def page_picture(data: bytes, page: int, passage: str, name: str) -> bytes:
    """Return a picture (PNG) of a page of a PDF, counted from 0, with a passage marked. Raises InputError."""
    from base64 import b64decode

    reply = _child.reply({"kind": "page", "page": page, "passage": passage}, data, name, DOCUMENT_TIME)
    return b64decode(reply["picture"])


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


class _Child:
    """One parser process, started when first needed and again after it was ended."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._pid = 0
        self._lock = threading.Lock()

    def parse(
        self, kind: DocumentKind, data: bytes, url: str, name: str, time_limit: float, remedy: str = _CITE_ANOTHER
    ) -> Extract:
        reply = self.reply({"kind": kind, "url": url}, data, name, time_limit, remedy)
        published = read_date(reply["published"] or "")
        dated_by: DatedBy = reply["dated_by"] if published else ""
        pages, opening = tuple(reply["pages"]), reply["opening"]
        return Extract(reply["title"], reply["text"], published, reply["url"], dated_by, pages, opening)

    def reply(
        self, request: dict[str, Any], data: bytes, name: str, time_limit: float, remedy: str = _CITE_ANOTHER
    ) -> dict[str, Any]:
        """Ask the child. Raises InputError for what it cannot do, or not in time."""
        with self._lock:
            fresh = self._process is None or self._pid != os.getpid() or self._process.poll() is not None
            if fresh:
                self._start()
            try:
                reply = self._ask(request, data, time_limit + (_START if fresh else 0.0))
            except (OSError, TimeoutError) as error:
                self.end()
                problem = "takes too long to parse" if isinstance(error, TimeoutError) else "ends its parser"
                raise InputError(name, problem, remedy, code="bad-markup") from error
        if "code" in reply:
            remedy = 'install "wellsourced[pdf]"' if reply["code"] == "missing-extra" else remedy
            raise InputError(name, reply["problem"], remedy, code=reply["code"])
        return reply

    def _start(self) -> None:
        self.end()  # what is left of one that died
        # -P: the current folder must not decide which code parses.
        command = [sys.executable, "-P", "-c", _PROGRAM]
        surroundings = {name: os.environ[name] for name in _SURROUNDINGS if name in os.environ}
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and code
            command,
            env=surroundings,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
        )
        self._pid = os.getpid()

    def _ask(self, asked: dict[str, Any], data: bytes, time_limit: float) -> dict[str, Any]:
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            raise OSError("the parser has ended")
        request = json.dumps({**asked, "length": len(data)}).encode("ascii") + b"\n"
        for chunk in (request, data):
            view = memoryview(chunk)
            while view:
                view = view[process.stdin.write(view) or 0 :]
        deadline = time.monotonic() + time_limit
        answer = bytearray()
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            while not answer.endswith(b"\n"):
                if not selector.select(max(0.0, deadline - time.monotonic())):
                    raise TimeoutError
                chunk = os.read(process.stdout.fileno(), 1 << 20)
                if not chunk:
                    raise OSError("the parser ended")
                answer += chunk
        reply: dict[str, Any] = json.loads(answer)
        return reply

    def end(self) -> None:
        """Kill the child, whatever it is doing."""
        process, self._process = self._process, None
        if process is None or self._pid != os.getpid():
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()


_child = _Child()
atexit.register(_child.end)
