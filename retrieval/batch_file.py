"""A line of `score --batch`: a question and the sources to judge for it."""

from __future__ import annotations

from typing import Any

from retrieval.jsonl import text_field
from retrieval.source_address import tell_ignored
from retrieval.sources_file import read_source
from wellsourced_core.errors import InputError
from wellsourced_core.model import Source


def read_batch(record: dict[str, Any], where: str) -> tuple[object, str, tuple[Source, ...]]:
    """Return (id as given, query, sources) of one line; InputError names the line and the field."""
    query = text_field(record, "query", where, required=True) or ""
    if not any(c.isalnum() for c in query):
        raise InputError(where, "query has no word", "ask a question")
    rows = record.get("sources")
    if not isinstance(rows, list):
        raise InputError(where, "sources is not a list", "give a list of {id, url, title, text}")
    sources: list[Source] = []
    taken: dict[str, int] = {}
    for index, row in enumerate(rows):
        place = f"{where}: sources[{index}]"
        if not isinstance(row, dict):
            raise InputError(place, "is not an object", "give {id, url, title, text}")
        source = read_source(row, place, default_number=index + 1)
        first = taken.setdefault(source.id, index)
        if first != index:
            raise InputError(place, f"has the id of sources[{first}]", "give every source its own id")
        sources.append(source)
    tell_ignored(where, sum(bool(row["url"]) and not one.url for row, one in zip(rows, sources, strict=True)))
    return record.get("id"), query, tuple(sources)
