"""The names of the axes, by their files: what configuration may weigh, without importing any axis."""

from __future__ import annotations

from functools import cache

from quality import __path__ as room
from wellsourced_core.discovery import modules


@cache
def axis_names() -> tuple[str, ...]:
    """Return the names of all axes, in alphabetical order."""
    return modules(f"{folder}/axes" for folder in room)
