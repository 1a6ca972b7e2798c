"""The baseline file: findings that are accepted, in order of path and id, so that it reads well in a diff."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import date
from pathlib import Path

from audit.baseline import Entry, place
from retrieval.file_kinds import HEAD, refuse_binary, refuse_non_file
from retrieval.jsonl import parse_object, text_field
from retrieval.storage import replace_file, scrub
from wellsourced.formats.records import dump
from wellsourced_core.errors import InputError, StorageError, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SCHEMA = "wellsourced.baseline/1"
_LARGEST = 64 * 1024 * 1024
_KEYS = ("id", "code", "path", "message", "expires")
_LONGEST = 400
_REMEDY = "correct it, or write the baseline again with --write-baseline"


def render(entries: Iterable[Entry]) -> str:
    """Return a baseline as JSON: the same entries in any order give the same bytes."""
    rows = [_row(entry) for entry in entries]
    rows.sort(key=lambda row: (row["path"], row["id"]))
    return dump({"schema": SCHEMA, "findings": rows})


def write_baseline(path: Path, entries: Iterable[Entry]) -> None:
    """Replace a baseline in one step. Raises StorageError."""
    replace_file(path, render(entries).encode("utf-8"))


def read_baseline(path: Path) -> tuple[Entry, ...]:
    """Read a baseline strictly. Raises InputError naming the file and the field, StorageError without permission."""
    record = _parsed(path)
    _expect(set(record) == {"schema", "findings"}, str(path), 'must have the keys "schema" and "findings" and no other')
    schema, rows = record["schema"], record["findings"]
    _expect(schema == SCHEMA, f"{path}: schema", f"{shown(json.dumps(schema), 60)} is not {SCHEMA}")
    _expect(isinstance(rows, list), f"{path}: findings", "is not a list")
    entries: list[Entry] = []
    index_of: dict[tuple[str, str], int] = {}
    for index, row in enumerate(rows):
        where = f"{path}: findings[{index}]"
        entry = _entry(row, where)
        first = index_of.setdefault((entry.path, entry.id), index)
        _expect(first == index, f"{where}.id", f"has the path and id of findings[{first}]")
        entries.append(entry)
    return tuple(entries)


def _row(entry: Entry) -> dict[str, Any]:
    message = entry.message if len(entry.message) <= _LONGEST else entry.message[: _LONGEST - 1] + "…"
    return {
        "id": entry.id,
        "code": entry.code,
        "path": scrub(entry.path),
        "message": scrub(message),
        "expires": entry.expires.isoformat() if entry.expires else None,
    }


def _entry(row: object, where: str) -> Entry:
    if not isinstance(row, dict):
        raise InputError(where, "is not an object", _REMEDY)
    for key in row:
        _expect(key in _KEYS, f"{where}.{key}", "is not a key of an entry")
    texts = {key: text_field(row, key, where, required=key != "expires") for key in _KEYS}
    for key in ("id", "code", "path"):
        _expect(bool(texts[key]), f"{where}.{key}", "is empty")
    return Entry(
        id=texts["id"] or "",
        code=texts["code"] or "",
        path=place(texts["path"] or ""),
        message=texts["message"] or "",
        expires=_day(texts["expires"], f"{where}.expires"),
    )


def _day(text: str | None, where: str) -> date | None:
    if text is None:
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise InputError(
            where, f"{text[:40]!r} is not a date", "write YYYY-MM-DD, or null for no end", code="bad-field"
        )
    return day


def _parsed(path: Path) -> dict[str, Any]:
    content = _content(path)
    try:
        return parse_object(content, str(path))
    except InputError as error:
        fault = error.__cause__
        where = f"{path}:{fault.lineno}" if isinstance(fault, json.JSONDecodeError) else str(path)
        raise InputError(where, error.problem, _REMEDY) from fault


def _content(path: Path) -> bytes:
    try:
        if not path.exists():
            raise InputError(path, "there is no such baseline", "make one with --write-baseline")
        refuse_non_file(path, "name a baseline")
        if path.stat().st_size > _LARGEST:
            raise InputError(path, "is larger than 64 MiB", "this is not a baseline")
        data = path.read_bytes()
        refuse_binary(path, data[:HEAD], "a baseline", _REMEDY)
        return data.removeprefix(b"\xef\xbb\xbf")
    except PermissionError as error:
        raise StorageError(path, "may not be read", "check its permissions") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(path, f"cannot be read ({reason})", "check the path") from error


def _expect(right: bool, where: str, problem: str) -> None:
    if not right:
        raise InputError(where, problem, _REMEDY, code="bad-field")
