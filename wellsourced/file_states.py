"""The files that a report depends on: what is in each, and whether that still holds when the report is made."""

from __future__ import annotations

import os
import stat

from wellsourced_core.digest import blake2b

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    State = tuple[int, ...]

ABSENT, _OTHER = "absent", "mode "
_CHUNK = 1 << 20


class FileStates:
    """Reads each file once: its digest as it was first seen, and its state then."""

    def __init__(self) -> None:
        self._seen: dict[str, tuple[State | None, str]] = {}

    def digest(self, path: str) -> str:
        """Return what is at a path: the digest of a file's bytes, ``ABSENT``, or of what kind else and whose it is."""
        known = self._seen.get(path)
        if known is None:
            # The state comes first: a file that is changed while it is read has another one afterwards.
            known = self._seen[path] = _state(path), _digest(path)
        return known[1]

    def is_plain(self, path: str) -> bool:
        """Tell whether a file is there, or nothing: what a folder or a pipe holds is not told by its digest."""
        return not self.digest(path).startswith(_OTHER)

    def unchanged(self, paths: Iterable[str]) -> bool:
        """Tell whether the files are still what was read of them."""
        return all(path in self._seen and _state(path) == self._seen[path][0] for path in paths)


def _state(path: str) -> State | None:
    try:
        now = os.stat(path)  # noqa: PTH116
    except (OSError, ValueError):
        return None
    return now.st_dev, now.st_ino, now.st_mode, now.st_size, now.st_mtime_ns, now.st_ctime_ns


def _digest(path: str) -> str:
    try:
        state = os.stat(path)  # noqa: PTH116
        if not stat.S_ISREG(state.st_mode):
            return f"{_OTHER}{state.st_mode:o} of {state.st_uid}"
        found = blake2b(digest_size=20)
        with open(path, "rb") as file:  # noqa: PTH123
            while part := file.read(_CHUNK):
                found.update(part)
        return found.hexdigest()
    except (OSError, ValueError) as error:
        return ABSENT if isinstance(error, FileNotFoundError | NotADirectoryError) else f"unreadable: {error}"
