"""The JSON schemas of all inputs and outputs (JSON Schema 2020-12): a file each, named after what it describes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from wellsourced_core.errors import InputError

_FOLDER = Path(__file__).parent


def names() -> tuple[str, ...]:
    """Return the names of all schemas, sorted."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.json")))


def text(name: str) -> str:
    """Return a schema as it is in its file. Raises InputError for an unknown name."""
    if name not in names():
        raise InputError(name, "is not a schema", f"choose one of {', '.join(names())}", code="bad-schema")
    return (_FOLDER / f"{name}.json").read_text("utf-8")


def schema(name: str) -> dict[str, Any]:
    """Return a schema, parsed."""
    parsed: dict[str, Any] = json.loads(text(name))
    return parsed
