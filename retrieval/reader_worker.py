"""The process that parses what strangers wrote: it has no secrets, and its parent may kill it at any time.

It reads requests from standard input and answers on standard output: a line of JSON each, a request's line
followed by ``length`` bytes.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import Any

from retrieval.refused_file import RefusedFileError
from wellsourced_core.errors import InputError

_MEMORY = 2 * 1024**3
_GRACE = 40  # seconds: the parent ends it before, and only one that lost its parent ends itself
_PDF = 'install "wellsourced[pdf]"'


def main() -> None:
    """Answer requests until the parent closes the pipe."""
    _limit_memory()
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # output of a library must not enter our protocol
    while line := requests.readline():
        request = json.loads(line)
        data = requests.read(request["length"])
        _limit_time(int(request["seconds"]) + _GRACE)
        answers.write(json.dumps(answer(request, data)).encode("ascii") + b"\n")
        answers.flush()
        _limit_time(0)


def answer(request: dict[str, Any], data: bytes) -> dict[str, Any]:
    """Read one file: {"kind": "docx" | "epub" | "html" | "pdf", "url"} -> the extract's fields,
    {"kind": "page", "page", "passage"} -> {"picture"} of a page of a PDF, {"kind": "draft" | "comments", ...} -> what
    retrieval.draft_reading asks for; or {"code", "problem", "remedy"?}.
    """
    try:
        return _KINDS[request["kind"]](request, data)
    except RefusedFileError as error:
        return {"code": "unsupported-type", "problem": str(error)}
    except InputError as error:
        return {"code": error.code, "problem": error.problem, "remedy": error.remedy}
    except ModuleNotFoundError as error:
        return {"code": "missing-extra", "problem": f"cannot be read without {error.name}", "remedy": _PDF}
    except MemoryError:
        return {"code": "bad-markup", "problem": "takes too much memory to parse"}
    # One page may trip any of a dozen parsers in its own way; it must not end the batch.
    except Exception as error:
        return {"code": "bad-markup", "problem": f"cannot be parsed ({type(error).__name__})"}


def _html(request: dict[str, Any], data: bytes) -> dict[str, Any]:
    from retrieval.html_page import read_html

    return _fields(read_html(data.decode("utf-8"), request["url"]))


def _docx(_: dict[str, Any], data: bytes) -> dict[str, Any]:
    from retrieval.docx import read_docx

    return _fields(read_docx(data))


def _epub(_: dict[str, Any], data: bytes) -> dict[str, Any]:
    from retrieval.epub import read_epub

    return _fields(read_epub(data))


def _pdf(_: dict[str, Any], data: bytes) -> dict[str, Any]:
    from retrieval.pdf import read_pdf

    return _fields(read_pdf(data))


def _picture(request: dict[str, Any], data: bytes) -> dict[str, Any]:
    from base64 import b64encode

    from retrieval.pdf_picture import picture_of

    return {"picture": b64encode(picture_of(data, request["page"], request["passage"])).decode("ascii")}


def _draft(request: dict[str, Any], data: bytes) -> dict[str, Any]:
    from retrieval.draft_formats import read_draft
    from retrieval.draft_formats.draft_text import packed

    return packed(read_draft(data, request["name"]))


def _comments(request: dict[str, Any], data: bytes) -> dict[str, Any]:
    from base64 import b64encode
    from datetime import date

    from retrieval.draft_formats.word_comments import Comment, commented

    comments = [Comment(*one) for one in request["comments"]]
    made = commented(data, comments, date.fromisoformat(request["day"]))
    return {"document": b64encode(made).decode("ascii")}


_KINDS = {
    "comments": _comments,
    "docx": _docx,
    "draft": _draft,
    "epub": _epub,
    "html": _html,
    "page": _picture,
    "pdf": _pdf,
}


def _fields(extract: Any) -> dict[str, Any]:
    from dataclasses import asdict

    fields = asdict(extract)
    fields["published"] = extract.published.isoformat() if extract.published else None
    return fields


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # no such limits on this platform
        return
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))


def _limit_time(seconds: int) -> None:
    """End this process after some seconds, whoever is left to do it; 0 for never."""
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)


if __name__ == "__main__":
    main()
