"""opinions.json: the answers of a second opinion, keyed by the content asked about; kept with the draft."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from retrieval.jsonl import parse_object, text_field
from retrieval.storage import replace_file
from wellsourced.formats.records import dump
from wellsourced.second_opinion import VERDICTS, Opinion
from wellsourced_core.errors import InputError

SCHEMA = "wellsourced.opinions/1"
_LARGEST = 64 * 1024 * 1024
_REMEDY = "correct it, or delete the file and ask again with --second-opinion"


def render(opinions: Mapping[str, Opinion]) -> str:
    """Return the opinions as JSON, in order of their keys."""
    rows = {
        key: {"model": one.model, "verdict": one.verdict, "why": one.why, "claim": one.claim}
        for key, one in sorted(opinions.items())
    }
    return dump({"schema": SCHEMA, "opinions": rows})


def write_opinions(path: Path, opinions: Mapping[str, Opinion]) -> None:
    """Replace the file in one step; without opinions nothing is written. Raises StorageError."""
    if opinions:
        replace_file(path, render(opinions).encode("utf-8"))


def read_opinions(path: Path) -> dict[str, Opinion]:
    """Read opinions strictly; a file that is not there holds none. Raises InputError naming the file and the key."""
    try:
        if not path.exists():
            return {}
        if not path.is_file() or path.stat().st_size > _LARGEST:
            raise InputError(path, "is not a file of opinions", _REMEDY)
        record = parse_object(path.read_bytes(), str(path), _REMEDY)
    except OSError as error:
        raise InputError(path, f"cannot be read ({error.strerror})", "check the permissions") from error
    rows = record.get("opinions")
    if record.get("schema") != SCHEMA or not isinstance(rows, dict):
        raise InputError(path, f"does not follow {SCHEMA}", _REMEDY)
    return {key: _opinion(row, f"{path}: {key[:12]}") for key, row in rows.items()}


def _opinion(row: object, where: str) -> Opinion:
    if not isinstance(row, dict):
        raise InputError(where, "is not an object", _REMEDY)
    model, verdict, why, claim = (text_field(row, name, where) or "" for name in ("model", "verdict", "why", "claim"))
    for known in VERDICTS:
        if known == verdict:
            return Opinion(model, known, why, claim)
    raise InputError(where, f"the verdict is {verdict[:40]!r}", _REMEDY)
