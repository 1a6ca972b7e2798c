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

from retrieval.html_page import read_html
from retrieval.pdf import PdfRefusedError, read_pdf

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
    """Parse one file: {"kind": "html" | "pdf", "url"} -> the extract's fields, or {"code", "problem"}."""
    try:
        extract = read_pdf(data) if request["kind"] == "pdf" else read_html(data.decode("utf-8"), request["url"])
    except PdfRefusedError as error:
        return {"code": "unsupported-type", "problem": str(error)}
    except ModuleNotFoundError as error:
        return {"code": "missing-extra", "problem": f"cannot be read without {error.name}"}
    except MemoryError:
        return {"code": "bad-markup", "problem": "takes too much memory to parse"}
    # One page may trip any of a dozen parsers in its own way; it must not end the batch.
    except Exception as error:
        return {"code": "bad-markup", "problem": f"cannot be parsed ({type(error).__name__})"}
    fields = asdict(extract)
    fields["published"] = extract.published.isoformat() if extract.published else None
    return fields


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # no such limits on this platform
        return
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))


if __name__ == "__main__":
    main()
