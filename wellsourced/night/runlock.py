"""One run at a time in a folder: a lock of the operating system, which ends with its process however that ends."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from wellsourced_core.errors import StorageError, WellsourcedError

LOCK = ".lock"


class InUseError(WellsourcedError):
    """Another run works in this folder."""

    code = "in-use"
    exit_code = 3


@contextmanager
def hold(folder: Path) -> Iterator[None]:
    """Lock a folder for this process, creating it if necessary.

    Raises InUseError, which names the process that holds it, and StorageError where no lock can be made. The process id
    in the file is for that message alone: what a dead process left there stops nobody, whoever has its id now.
    """
    path = folder / LOCK
    handle = _taken(folder, path)
    try:
        with suppress(OSError):  # a full disk costs the message its number, not the lock
            os.ftruncate(handle, 0)
            os.pwrite(handle, str(os.getpid()).encode("ascii"), 0)
        yield
    finally:
        # Removed while it is held: who opened it meanwhile sees that it is no longer the file of that name.
        with suppress(OSError):
            path.unlink()
        os.close(handle)


def _taken(folder: Path, path: Path) -> int:
    while True:
        handle = -1
        try:
            folder.mkdir(parents=True, exist_ok=True)
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o644)
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _is_still(path, handle):
                return handle
            os.close(handle)
        except BlockingIOError:
            holder = os.pread(handle, 20, 0).decode("ascii", "replace").strip()
            os.close(handle)
            who = f"pid {holder}" if holder else "another process"
            raise InUseError(folder, f"is in use by {who}", "wait for it to end, or choose another --out") from None
        except OSError as error:
            if handle >= 0:
                os.close(handle)
            reason = error.strerror or type(error).__name__
            raise StorageError(path, f"cannot be locked ({reason})", "check the folder and its permissions") from error


def _is_still(path: Path, handle: int) -> bool:
    try:
        return os.path.samestat(path.stat(follow_symlinks=False), os.fstat(handle))
    except FileNotFoundError:
        return False
