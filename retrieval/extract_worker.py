"""The child process that parses untrusted files: it has no secrets, and its parent may kill it at any time.

It reads requests from standard input and answers on standard output: a line of JSON each, a request's line
followed by ``length`` bytes.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from typing import Any

from retrieval.html_page import Extract, read_html
from retrieval.refused_file import RefusedFileError

_MEMORY = 2 * 1024**3


def main() -> None:
    """Answer requests until the parent closes the pipe."""
    _limit_memory()
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # output of a library must not enter our protocol
    while line := requests.readline():
        request = json.loads(line)
        data = requests.read(request["length"])
        answers.write(json.dumps(answer(request, data)).encode("ascii") + b"\n")
        answers.flush()


def answer(request: dict[str, Any], data: bytes) -> dict[str, Any]:
    """Read one file: {"kind": "docx" | "epub" | "html" | "pdf", "url"} -> the extract's fields,
    {"kind": "page", "page", "passage"} -> {"picture"} of a page of a PDF; or {"code", "problem"}.
    """
    try:
        return _picture(request, data) if request["kind"] == "page" else _fields(_read(request, data))
    except RefusedFileError as error:
        return {"code": "unsupported-type", "problem": str(error)}
    except ModuleNotFoundError as error:
        return {"code": "missing-extra", "problem": f"cannot be read without {error.name}"}
    except MemoryError:
        return {"code": "bad-markup", "problem": "takes too much memory to parse"}
    # One page may trip any of a dozen parsers in its own way; it must not end the batch.
    except Exception as error:
        return {"code": "bad-markup", "problem": f"cannot be parsed ({type(error).__name__})"}


def _read(request: dict[str, Any], data: bytes) -> Extract:
    if request["kind"] == "html":
        return read_html(data.decode("utf-8"), request["url"])
    if request["kind"] == "docx":
        from retrieval.docx import read_docx

        return read_docx(data)
    if request["kind"] == "epub":
        from retrieval.epub import read_epub

        return read_epub(data)
    from retrieval.pdf import read_pdf

    return read_pdf(data)


def _fields(extract: Extract) -> dict[str, Any]:
    fields = asdict(extract)
    fields["published"] = extract.published.isoformat() if extract.published else None
    return fields


def _picture(request: dict[str, Any], data: bytes) -> dict[str, Any]:
    from base64 import b64encode

    from retrieval.pdf_picture import picture_of

    return {"picture": b64encode(picture_of(data, request["page"], request["passage"])).decode("ascii")}


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # no such limits on this platform
        return
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))


if __name__ == "__main__":
    main()
