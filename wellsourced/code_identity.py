"""What this program is made of: a fingerprint of its code, its interpreter and its packages, none of them imported."""

from __future__ import annotations

import os
import sys

from wellsourced.policy import digest_of
from wellsourced.result_cache import key_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from wellsourced.result_cache import Results

ROOMS = ("wellsourced", "wellsourced_core", "quality", "retrieval", "audit", "writer")
_EVERY = ""  # the ending of every file's name
_BYTECODE = "__pycache__"


def code_identity(results: Results | None = None) -> str:
    """Return the fingerprint of every file of ours, byte for byte, with the interpreter and the packages installed.

    The files are read where their states (size, number, times of change, as git's index has them) were not seen
    before: ``results`` keeps the fingerprint by these.
    """
    base = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
    rooms = [f"{base}/{room}" for room in ROOMS]
    surroundings = key_of(sys.version, sys.platform, *_packages())
    seen = key_of("code", surroundings, *(part for room in rooms for part in _states(room)))
    known = results.get(seen) if results is not None else None
    if known is not None:
        return known.decode("ascii")
    found = key_of(surroundings, digest_of(rooms, _EVERY))
    if results is not None:
        results.put(seen, found.encode("ascii"))
    return found


def _states(folder: str) -> Iterator[str]:
    """Yield the path and the state of every file of a folder, in a fixed order."""
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda one: one.name):
            if entry.name == _BYTECODE:
                continue
            if entry.is_dir():
                yield from _states(entry.path)
            else:
                now = entry.stat()
                yield f"{entry.path}\0{now.st_size}\0{now.st_ino}\0{now.st_mtime_ns}\0{now.st_ctime_ns}"


def _packages() -> list[str]:
    """Return the packages that can be imported, each with its version, as their folders' names tell them."""
    found: set[str] = set()
    for folder in sys.path:
        try:
            found.update(name for name in os.listdir(folder or ".") if name.endswith(".dist-info"))  # noqa: PTH208
        except OSError:
            continue
    return sorted(found)
