"""sources.jsonl: the sources of a draft, one a line, numbered by line order unless n is given."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from retrieval.jsonl import read_objects, text_field, whole_field
from retrieval.published_date import read_date
from retrieval.source_address import source_address, tell_ignored, without_password
from retrieval.storage import is_file, replace_file, scrub
from wellsourced_core.errors import InputError
from wellsourced_core.model import DATED_BY, Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wellsourced_core.model import DatedBy


_DATED_BY: dict[str, DatedBy] = {one: one for one in DATED_BY}
_LARGEST = 1024 * 1024 * 1024
_day = lru_cache(maxsize=10_000)(read_date)  # sources share days


def read_sources(path: Path, *, by_line: bool = True) -> tuple[Source, ...]:
    """Read a file of sources; every source has its citation number ``n`` and a unique ``id``.

    Without ``by_line`` a line's place is no number: a source that is given none has none, and the id ``file:line``.

    A line is {n?, id?, url, title, text, published?, dated_by?, retrieved?, provider?}; other keys are ignored, a null
    or missing text is "" (the source can then not be checked). Raises InputError naming file, line and
    field; also for an empty file, a number or an id that is given twice.
    """
    if is_file(path) and path.stat().st_size > _LARGEST:
        raise InputError(path, "is larger than 1 GiB", "give only the sources that the draft cites")
    sources: list[Source] = []
    number_at: dict[int, int] = {}
    id_at: dict[str, int] = {}
    ignored = 0
    for line, record in read_objects(path):
        where = f"{path}:{line}"
        source = read_source(record, where, default_number=len(sources) + 1 if by_line else None)
        if source.n is not None:
            _claim(number_at, source.n, line, where, "number")
        _claim(id_at, source.id, line, where, "id")
        sources.append(source)
        ignored += bool(record["url"]) and not source.url
    if not sources:
        raise InputError(path, "contains no source", "write one JSON object a line")
    tell_ignored(path, ignored)
    return tuple(sources)


def read_source(record: dict[str, Any], where: str, *, default_number: int | None) -> Source:
    """Read one source from its JSON object; ``where`` (file:line) is what errors name."""
    n = whole_field(record, "n", where)
    n = default_number if n is None else n
    published = _day(text_field(record, "published", where) or "")
    return Source(
        id=_identifier(record, where) or (where if n is None else str(n)),
        url=source_address(text_field(record, "url", where, required=True) or ""),
        title=text_field(record, "title", where, required=True) or "",
        text=text_field(record, "text", where) or "",
        published=published,
        retrieved=text_field(record, "retrieved", where),
        provider=text_field(record, "provider", where) or "",
        n=n,
        dated_by=_DATED_BY.get(text_field(record, "dated_by", where) or "", "") if published else "",
    )


def write_sources(path: Path, sources: Iterable[Source]) -> None:
    """Write sources, one a line, atomically; read_sources reads their addresses as source_address does."""
    replace_file(path, render_sources(sources))


def render_sources(sources: Iterable[Source]) -> bytes:
    """Return what write_sources writes."""
    return "".join(map(_line, sources)).encode("utf-8")


def _line(source: Source) -> str:
    record = {
        "n": source.n,
        "id": source.id,
        "url": source.url,
        "title": source.title,
        "text": source.text,
        "published": source.published.isoformat() if source.published else None,
        "dated_by": source.dated_by or None,
        "retrieved": source.retrieved,
        "provider": source.provider or None,
    }
    present = {
        key: scrub(value) if isinstance(value, str) else value for key, value in record.items() if value is not None
    }
    return json.dumps(present, ensure_ascii=False) + "\n"


def _identifier(record: dict[str, Any], where: str) -> str | None:
    value = record.get("id")
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return without_password(text_field(record, "id", where) or "") or None


def _claim(taken: dict[Any, int], key: object, line: int, where: str, what: str) -> None:
    if key in taken:
        raise InputError(where, f"has the {what} of line {taken[key]}", f"give every source its own {what}")
    taken[key] = line
