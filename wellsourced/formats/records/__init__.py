"""The JSON records of an article and of a research: a module per record, values in, text out."""

from __future__ import annotations

import json

from retrieval.storage import scrub

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def dump(record: dict[str, Any]) -> str:
    """Write a record as JSON with a final newline; key order is the record's own."""
    return json.dumps(clean(record), ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def dump_line(record: dict[str, Any]) -> str:
    """Write a record as one line of JSON Lines."""
    return json.dumps(clean(record), ensure_ascii=False, allow_nan=False) + "\n"


def clean(value: Any) -> Any:
    """Make a value fit for a file: lone surrogates replaced, floats with at most nine decimals."""
    if isinstance(value, str):
        return scrub(value)
    if isinstance(value, float):
        return round(value, 9)
    if isinstance(value, dict):
        return {key: clean(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [clean(item) for item in value]
    return value
