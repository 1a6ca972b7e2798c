"""opinions.json: what readers said, keyed by what they were asked and the model; kept beside the draft.

A line for each opinion, sorted, each with a comma behind it: two branches that add lines merge by `merge=union`, and
what that leaves in any order, or twice, is read all the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from retrieval.jsonl import parse_object, text_field
from retrieval.storage import replace_file
from wellsourced.formats.records import clean
from wellsourced_core.errors import InputError
from wellsourced_core.model import OPINION_VERDICTS, Opinion

SCHEMA = "wellsourced.opinions/1"
_HEAD = f'{{"schema": "{SCHEMA}", "opinions": {{'
_FOOT = '"": null}}'  # the last line of all, so that every other one ends alike
_LARGEST = 64 * 1024 * 1024
_REMEDY = "correct it, or delete the file and ask again with --reader"


def render(opinions: Mapping[str, Opinion]) -> str:
    """Return the opinions as JSON, a line each, in order of their keys."""
    return "\n".join((_HEAD, *(_line(key, one) for key, one in sorted(opinions.items())), _FOOT, ""))


def _line(key: str, one: Opinion) -> str:
    row = clean({"model": one.model, "verdict": one.verdict, "why": one.why, "claim": one.claim})
    return f"{json.dumps(key)}: {json.dumps(row, ensure_ascii=False)},"


def write_opinions(path: Path, opinions: Mapping[str, Opinion]) -> None:
    """Replace the file in one step; without opinions nothing is written. Raises StorageError."""
    if opinions:
        replace_file(path, render(opinions).encode("utf-8"))


def read_opinions(path: Path) -> dict[str, Opinion]:
    """Read opinions strictly; a file that is not there holds none. Raises InputError naming the file and the key.

    Of two lines with one key, which two branches asked at the same time, one that is not contradicted counts.
    """
    try:
        if not path.exists():
            return {}
        if not path.is_file() or path.stat().st_size > _LARGEST:
            raise InputError(path, "is not a file of opinions", _REMEDY)
        data = path.read_bytes()
    except OSError as error:
        raise InputError(path, f"cannot be read ({error.strerror})", "check the permissions") from error
    told: dict[str, list[Opinion]] = {}
    for key, row in _rows(data, path):
        told.setdefault(key, []).append(_opinion(row, f"{path}: {key[:12]}"))
    return {key: _agreed(told[key]) for key in sorted(told)}


def _rows(data: bytes, path: Path) -> Iterator[tuple[str, object]]:
    """Yield the opinions of a file: line by line where it is ours, else as one object."""
    lines = data.replace(b"\r\n", b"\n").strip().split(b"\n")
    if lines[0] != _HEAD.encode() or lines[-1] != _FOOT.encode():
        record = parse_object(data, str(path), _REMEDY)
        rows = record.get("opinions")
        if record.get("schema") != SCHEMA or not isinstance(rows, dict):
            raise InputError(path, f"does not follow {SCHEMA}", _REMEDY)
        yield from ((key, row) for key, row in rows.items() if key or row is not None)
        return
    for number, line in enumerate(lines[1:-1], 2):
        if line not in (_HEAD.encode(), _FOOT.encode()):  # a merge may leave them twice
            yield from parse_object(b"{" + line.rstrip(b",") + b"}", f"{path}:{number}", _REMEDY).items()


def _agreed(told: list[Opinion]) -> Opinion:
    """Return the opinion of lines with one key; where they differ in more than words, nothing is sure."""
    first = min(told, key=lambda one: (one.verdict, one.why))
    agreed = len({one.verdict for one in told}) == 1
    return first if agreed else Opinion(first.model, "unsure", "two answers disagree", first.claim)


def _opinion(row: object, where: str) -> Opinion:
    if not isinstance(row, dict):
        raise InputError(where, "is not an object", _REMEDY)
    model, verdict, why, claim = (text_field(row, name, where) or "" for name in ("model", "verdict", "why", "claim"))
    for known in OPINION_VERDICTS:
        if known == verdict:
            return Opinion(model, known, why, claim)
    raise InputError(where, f"the verdict is {verdict[:40]!r}", _REMEDY)
