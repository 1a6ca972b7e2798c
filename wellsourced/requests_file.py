"""Requests for sources: a file of topics that a person fills in and passes back to `batch`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from retrieval.jsonl import parse_object
from retrieval.storage import replace_file
from wellsourced.file_names import PROVENANCE
from wellsourced.formats.records import dump_line


def write_requests(path: Path, requests: Sequence[dict[str, Any]]) -> bool:
    """Write requests, a line each, in one step; without any, nothing is written. Raises StorageError."""
    if requests:
        replace_file(path, "".join(map(dump_line, requests)).encode("utf-8"))
    return bool(requests)


def requests_of(folders: Sequence[Path]) -> list[dict[str, Any]]:
    """Return the requests that the records of finished topics hold, in the order of the folders."""
    found = []
    for folder in folders:
        path = folder / PROVENANCE
        if path.is_file():
            one = parse_object(path.read_text("utf-8"), str(path)).get("request")
            if isinstance(one, dict):
                found.append(one)
    return found
