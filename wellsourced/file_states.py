"""The files that a report depends on: what is in each, and whether that still holds when the report is made."""

from __future__ import annotations

import os
import stat

from wellsourced.result_cache import key_of
from wellsourced_core.digest import blake2b

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from wellsourced.result_cache import Results

    State = tuple[int, ...]

ABSENT, _OTHER, _UNREADABLE = "absent", "mode ", "unreadable: "
_CHUNK = 1 << 20
_LARGE = 1 << 17  # bytes from which on a digest is worth remembering


class FileStates:
    """Reads each file once: its digest as it was first seen, and its state then.

    The digest of a large file is remembered among the ``results`` by its state (size, number, times of change, as git's
    index has them): 100 MB of documents that did not change are not read to find that out.
    """

    def __init__(self, results: Results | None = None) -> None:
        self._results = results
        self._seen: dict[str, tuple[State | None, str]] = {}

    def digest(self, path: str) -> str:
        """Return what is at a path: the digest of a file's bytes, ``ABSENT``, or of what kind else and whose it is."""
        known = self._seen.get(path)
        if known is None:
            # The state comes first: a file that is changed while it is read has another one afterwards.
            state = _state(path)
            known = self._seen[path] = state, self._remembered(path, state)
        return known[1]

    def _remembered(self, path: str, state: State | None) -> str:
        """Return what is at a path, from the results where a large file has the state that it had before."""
        if self._results is None or state is None or not stat.S_ISREG(state[2]) or state[3] < _LARGE:
            return _digest(path)
        key = key_of("digest of", os.path.abspath(path), *map(str, state))  # noqa: PTH100
        known = self._results.get(key)
        if known is not None:
            return known.decode("utf-8")
        found = _digest(path)
        if _state(path) == state and not found.startswith((ABSENT, _UNREADABLE)):
            self._results.put(key, found.encode("utf-8"))
        return found

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
        return ABSENT if isinstance(error, FileNotFoundError | NotADirectoryError) else f"{_UNREADABLE}{error}"
