"""Pages as they were fetched, kept on disk: content-addressed, checksummed, safe for several processes."""

from __future__ import annotations

import errno
import functools
import hashlib
import json
import logging
import os
import shutil
import stat
import time
from contextlib import suppress
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from retrieval.storage import is_file, replace_file
from wellsourced_core.errors import StorageError, shown
from wellsourced_core.message_numbers import plural
from wellsourced_core.values import frozen

_VERSION = "v1"
_LARGEST_ENTRY = 64 * 1024
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
log = logging.getLogger("wellsourced.retrieval")


@frozen
class Entry:
    """A page in the cache: the requested address, the final address, and the content."""

    url: str
    final_url: str
    content_type: str
    retrieved: str
    body: bytes
    etag: str = ""
    last_modified: str = ""


@frozen
class Cache:
    """A folder of pages, keyed by the address exactly as asked for.

    An entry is a small JSON file with its own checksum; it names its body, a file called by its SHA-256.
    Both are written whole and then renamed. An entry that is truncated, altered, of another version
    or of another address counts as missing and is fetched again. Nothing in it is ever executed.
    """

    folder: Path

    @classmethod
    def open(cls, folder: Path) -> Cache:
        """Create the folder if necessary. Raises StorageError if others may write to it or we cannot list it."""
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            info = folder.stat()
            next(folder.iterdir(), None)
        except OSError as error:
            raise StorageError(folder, f"cannot be the cache ({error.strerror})", "choose another folder") from error
        if hasattr(os, "getuid") and (info.st_uid != os.getuid() or info.st_mode & (stat.S_IWGRP | stat.S_IWOTH)):
            raise StorageError(folder, "can be written by others", "choose a folder of your own for the cache")
        return cls(folder)

    def get(self, url: str, *, within: float | None = None) -> Entry | None:
        """Return the page kept for an address, or None; ``within``: only if it was kept in the last so many seconds."""
        record = self._record(url, within)
        if record is None:
            return None
        path = self._body(record["sha256"])
        try:
            body = path.read_bytes() if is_file(path) else b""
        except OSError:
            return None
        if hashlib.sha256(body).hexdigest() != record["sha256"]:
            return None
        fields = {name: record[name] for name in _FIELDS}
        return Entry(body=body, **fields)

    def files(self, url: str) -> tuple[Path, ...]:
        """Return the files that ``get`` looks at for an address, there or not."""
        record = self._record(url, None)
        return (self._entry(url),) if record is None else (self._entry(url), self._body(record["sha256"]))

    def put(self, entry: Entry) -> None:
        """Keep a page; a later one at the same address replaces it."""
        digest = hashlib.sha256(entry.body).hexdigest()
        replace_file(self._body(digest), entry.body)
        record = {name: getattr(entry, name) for name in _FIELDS} | {"sha256": digest}
        replace_file(self._entry(entry.url), _sealed(record))

    def offer(self, entry: Entry) -> None:
        """Keep a page if possible: an unwritable cache costs no page and is reported once.

        Raises StorageError for a full disk, where nothing else could be written either.
        """
        try:
            self.put(entry)
        except StorageError as error:
            if isinstance(error.__cause__, OSError) and error.__cause__.errno in _FULL:
                raise
            _tell(self.folder, error.problem)

    def clear(self) -> int:
        """Remove all pages of every version; returns how many entries there were.

        Nothing else is touched, whatever folder was named as the cache. Raises StorageError where pages stay, or may
        be that cannot be seen.
        """
        count = self.size()[0]
        for version in _versions(self.folder):
            for part in (version / "entries", version / "bodies"):
                if not version.is_symlink() and not part.is_symlink():
                    shutil.rmtree(part, ignore_errors=True)
            with suppress(OSError):  # something else lies in it
                version.rmdir()
        if left := self.size()[0]:
            raise StorageError(
                self.folder, f"still contains {left} of {plural(count, 'page')}", "check its permissions"
            )
        return count

    def size(self) -> tuple[int, int]:
        """Return how many pages there are, and the bytes of all files together.

        Raises StorageError where some cannot be seen.
        """
        parts = [version / part for version in _versions(self.folder) for part in ("entries", "bodies")]
        files = [path for part in parts for few in _listed(part) for path in _listed(few)]
        sizes = [(path, _size(path)) for path in files]
        return sum(path.suffix == ".json" for path, size in sizes if size), sum(size for _, size in sizes)

    def _record(self, url: str, within: float | None) -> dict[str, Any] | None:
        path = self._entry(url)
        try:
            info = path.stat()
            # An entry from the future means that a clock was wrong: its age is unknown.
            if within is not None and not 0 <= time.time() - info.st_mtime <= within:
                return None
            if info.st_size > _LARGEST_ENTRY or not stat.S_ISREG(info.st_mode):
                return None
            record = _unsealed(path.read_bytes())
        except OSError:
            return None
        return record if record is not None and record["url"] == url else None

    def _entry(self, url: str) -> Path:
        key = hashlib.sha256(url.encode("utf-8", "surrogatepass")).hexdigest()
        return self.folder / _VERSION / "entries" / key[:2] / f"{key}.json"

    def _body(self, digest: str) -> Path:
        return self.folder / _VERSION / "bodies" / digest[:2] / digest


@functools.cache
def _tell(folder: Path, problem: str) -> None:
    log.warning("cache: %s: %s, pages are not kept", shown(str(folder)), problem)


def _versions(folder: Path) -> list[Path]:
    return [path for path in _listed(folder) if fnmatchcase(path.name, "v[0-9]*")]


def _listed(folder: Path) -> list[Path]:
    """Return what lies in a folder, in order; nothing where there is none."""
    try:
        return sorted(folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):  # another process removed it, or it is a file of somebody else
        return []
    except OSError as error:
        raise StorageError(folder, f"cannot be read ({error.strerror})", "check its permissions") from error


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:  # another process removed it
        return 0
    except OSError as error:
        raise StorageError(path, f"cannot be read ({error.strerror})", "check its permissions") from error


_FIELDS = ("url", "final_url", "content_type", "retrieved", "etag", "last_modified")


def _sealed(record: dict[str, Any]) -> bytes:
    """Write a record as one line of JSON after the line that holds its SHA-256."""
    content = json.dumps(record, sort_keys=True).encode("ascii")
    return hashlib.sha256(content).hexdigest().encode("ascii") + b"\n" + content + b"\n"


def _unsealed(data: bytes) -> dict[str, Any] | None:
    checksum, _, content = data.partition(b"\n")
    if not content.endswith(b"\n"):
        return None
    if hashlib.sha256(content[:-1]).hexdigest().encode("ascii") != checksum:
        return None
    record = json.loads(content)
    if not isinstance(record, dict) or set(record) != {*_FIELDS, "sha256"}:
        return None
    return record if all(isinstance(value, str) for value in record.values()) else None
