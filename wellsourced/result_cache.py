"""What was said of an input the last time, kept on disk by a key of everything that it depended on.

A file an entry, under the user's own cache folder and nowhere else: no configuration can name another place, so that
no repository brings results along. An entry is written beside its place and renamed; one that is cut off, altered or
longer than allowed counts as absent. Any number of processes may share the folder and be killed. Entries are data:
nothing in them is executed.
"""

from __future__ import annotations

import os
import stat
from codecs import getincrementaldecoder
from contextlib import suppress

from wellsourced_core.digest import blake2b
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

LARGEST = 24 * 1024 * 1024  # bytes of an entry: a report that is longer is put together anew
FOLDER, _VERSION, _PARTS = "wellsourced-results", "v1", 256
_STRETCH = 1 << 16
_CHECK = 16  # bytes of the digest that an entry ends with
_KEPT = 0.75  # the share of the bound that is left after too much was kept, so that not every run has to look


def key_of(*parts: str | bytes) -> str:
    """Return the name of an entry for what it depends on; parts are told apart by their lengths."""
    found = blake2b(digest_size=20)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        found.update(b"%d:" % len(data))
        found.update(data)
    return found.hexdigest()


def texts(data: bytes) -> Iterator[str]:
    """Yield what was kept as text in stretches: as a whole it would be held twice."""
    decoder = getincrementaldecoder("utf-8")("surrogatepass")
    for start in range(0, len(data), _STRETCH):
        yield decoder.decode(data[start : start + _STRETCH])


def place() -> str | None:
    """Return the folder for results: in XDG_CACHE_HOME, else in ~/.cache; None for a user without a home."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(base):  # noqa: PTH117  # to be ignored then (XDG base directory specification)
        base = os.path.expanduser("~/.cache")  # noqa: PTH111
    return f"{base}/{FOLDER}" if os.path.isabs(base) else None  # noqa: PTH117


@frozen
class Results:
    """A folder of entries that holds ``most`` bytes; the entries used last stay."""

    folder: str
    most: int

    @classmethod
    def open(cls, most: int) -> Results | None:
        """Return the user's results, None where there can be none or others may write to them."""
        folder = place()
        with suppress(OSError):
            if folder is not None and not os.path.isdir(folder):  # noqa: PTH112
                os.makedirs(folder, 0o700)  # noqa: PTH103
        return cls.at_its_place(most)

    @classmethod
    def at_its_place(cls, most: int = 0) -> Results | None:
        """Do the same without making a folder for them."""
        folder = place()
        return cls(folder, most) if folder is not None and _is_own(folder) else None

    def get(self, key: str) -> bytes | None:
        """Return what is kept under a key, and note that it was used; None where nothing sound is."""
        path = self.path(key)
        try:
            with open(path, "rb", opener=_opened) as file:
                length = os.fstat(file.fileno()).st_size - _CHECK
                body = file.read(max(0, length)) if length <= LARGEST else b""
                seal = _sealing(key)
                seal.update(body)
                if file.read(_CHECK + 1) != seal.digest():
                    return None
        except OSError:
            return None
        with suppress(OSError):
            os.utime(path)
        return body

    def put(self, key: str, body: bytes) -> None:
        """Keep something under a key if that is possible; what is in the way of it is no error."""
        with self.entry(key) as entry:
            entry.add(body)

    def entry(self, key: str) -> NewEntry:
        """Return an entry to write piece by piece; used with `with`, it is kept when the block ends well."""
        return NewEntry(self, key)

    def clear(self) -> int:
        """Remove every entry; returns how many there were. Nothing else is touched."""
        count = self.size()[0]
        for _, _, path in list(self._all()):
            with suppress(OSError):
                os.unlink(path)  # noqa: PTH108
        for part in _folders(f"{self.folder}/{_VERSION}"):
            with suppress(OSError):
                os.rmdir(part)  # noqa: PTH106
        for folder in (f"{self.folder}/{_VERSION}", self.folder):
            with suppress(OSError):
                os.rmdir(folder)  # noqa: PTH106
        return count

    def size(self) -> tuple[int, int]:
        """Return how many entries there are and the bytes of all files together."""
        sizes = [(size, path) for _, size, path in self._all()]
        return sum("." not in os.path.basename(path) for _, path in sizes), sum(size for size, _ in sizes)  # noqa: PTH119

    def make_room(self, path: str) -> None:
        """Remove the entries that were used least recently, and what killed processes left, if there are too many.

        Keys spread evenly: what lies beside a new entry tells about how much there is.
        """
        if _PARTS * sum(size for _, size, _ in _files(os.path.dirname(path))) <= self.most:  # noqa: PTH120
            return
        found = sorted(self._all())
        left = sum(size for _, size, _ in found)
        if left <= self.most:
            return
        for _, size, path in found:
            if left <= _KEPT * self.most:
                break
            with suppress(OSError):  # another process was faster
                os.unlink(path)  # noqa: PTH108
            left -= size

    def _all(self) -> Iterator[tuple[int, int, str]]:
        for part in _folders(f"{self.folder}/{_VERSION}"):
            yield from _files(part)

    def path(self, key: str) -> str:
        return f"{self.folder}/{_VERSION}/{key[:2]}/{key}"


class NewEntry:
    """An entry that is written beside its place, until it is kept or something is in the way of that."""

    def __init__(self, results: Results | None, key: str) -> None:
        self._results = results
        self._seal = _sealing(key)
        self._left = 0
        self._file: IO[bytes] | None = None
        if results is None:
            return
        self._path = results.path(key)
        self._temporary = f"{self._path}.{os.getpid()}"
        self._left = min(LARGEST, results.most // 2)
        with suppress(OSError):
            os.makedirs(os.path.dirname(self._path), 0o700, exist_ok=True)  # noqa: PTH103, PTH120
            self._file = open(self._temporary, "wb")  # noqa: PTH123, SIM115  # closed by keep() and drop()

    def add(self, data: bytes) -> None:
        """Write the next bytes; an entry that becomes too long is dropped."""
        self._left -= len(data)
        if self._file is None or self._left < 0:
            return self.drop()
        self._seal.update(data)
        try:
            self._file.write(data)
        except OSError:
            self.drop()
        return None

    def keep(self) -> None:
        """Give the entry its name, in one step."""
        if self._file is None or self._results is None:
            return
        try:
            self._file.write(self._seal.digest())
            self._file.close()
            os.replace(self._temporary, self._path)  # noqa: PTH105
            self._file = None
        except OSError:
            self.drop()
        else:
            self._results.make_room(self._path)

    def drop(self) -> None:
        """Remove what was written."""
        if self._file is not None:
            with suppress(OSError):
                self._file.close()
            with suppress(OSError):
                os.unlink(self._temporary)  # noqa: PTH108
            self._file = None

    def __enter__(self) -> NewEntry:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self.keep()
        else:
            self.drop()


def _sealing(key: str) -> blake2b:
    """Return the digest to be of an entry: its name is in it, so that no entry is sound under another name."""
    return blake2b(key.encode("ascii"), digest_size=_CHECK)


def _is_own(folder: str) -> bool:
    """Tell whether a folder is there, not a link to one, that belongs to the user and nobody else may write to."""
    try:
        state = os.lstat(folder)
    except OSError:
        return False
    private = not hasattr(os, "geteuid") or (state.st_uid == os.geteuid() and not state.st_mode & 0o022)
    return stat.S_ISDIR(state.st_mode) and private


def _opened(path: str, flags: int) -> int:
    """Open a file without following a link, and wait for no other end of a pipe."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))


def _folders(folder: str) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return [entry.path for entry in entries if entry.is_dir(follow_symlinks=False)]
    except OSError:
        return []


def _files(folder: str) -> Iterator[tuple[int, int, str]]:
    """Yield when each file of a folder was used last, its bytes and its path."""
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                with suppress(OSError):  # removed in the meantime
                    if entry.is_file(follow_symlinks=False):
                        state = entry.stat(follow_symlinks=False)
                        yield state.st_mtime_ns, state.st_size, entry.path
    except OSError:
        return
