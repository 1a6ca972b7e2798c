"""A request for sources: the line of a topics file that a person fills in and passes back to `batch`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from retrieval.jsonl import parse_object
from retrieval.storage import replace_file
from wellsourced.formats.records import dump_line
from wellsourced_core.model import Article

NAME = "requests.jsonl"
_RECORD = "provenance.json"  # where a finished topic's request stands


def request(article: Article) -> dict[str, Any] | None:
    """Return the request to a person, or None without one: only profile strict waits for sources.

    It is a topic as `batch` reads it, with ``seed_urls`` and ``notes`` to add to; ``missing`` and ``searched`` are for
    the person and mean nothing to `batch`.
    """
    record = article.provenance
    if record.outcome != "insufficient" or record.profile != "strict":
        return None
    topic = article.topic
    return {
        **({"id": topic.id} if topic.id else {}),
        "topic": topic.question,
        "mode": record.mode,
        "profile": record.profile,
        **({"words": topic.words} if topic.words else {}),
        "missing": list(record.missing),
        "searched": [one.query for one in record.attempts],
        "seed_urls": list(topic.seed_urls),
        "notes": list(topic.notes),
    }


def write_requests(path: Path, requests: Sequence[dict[str, Any]]) -> bool:
    """Write requests, a line each, in one step; without any, nothing is written. Raises StorageError."""
    if requests:
        replace_file(path, "".join(map(dump_line, requests)).encode("utf-8"))
    return bool(requests)


def requests_of(folders: Sequence[Path]) -> list[dict[str, Any]]:
    """Return the requests that the records of finished topics hold, in the order of the folders."""
    found = []
    for folder in folders:
        path = folder / _RECORD
        if path.is_file():
            one = parse_object(path.read_text("utf-8"), str(path)).get("request")
            if isinstance(one, dict):
                found.append(one)
    return found
