"""Read files, and write them completely or not at all."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from wellsourced_core.errors import StorageError


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a temporary path beside ``path``; it takes the final name only when the block ends well.

    Whatever ends the block early, the old file stays as it was; a link keeps pointing to the file that changed. Raises
    StorageError naming ``path``, also for what is there and is no file: a device is never replaced by one.
    """
    import secrets

    if is_device(path):
        taken = FileExistsError(errno.EEXIST, "a device or a pipe has this name")
        raise StorageError(path, "is not a regular file", "name a file, or move it away") from taken
    temporary = path.parent / f".tmp-{secrets.token_hex(8)}"
    try:
        target = Path(os.path.realpath(path))
        temporary = target.parent / temporary.name
        target.parent.mkdir(parents=True, exist_ok=True)
        yield temporary
        with temporary.open("rb") as written:
            os.fsync(written.fileno())
        temporary.replace(target)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise StorageError(path, f"cannot be written ({reason})", "free some space or choose another place") from error
    finally:
        with suppress(OSError):
            temporary.unlink()


def write_atomically(path: Path, data: bytes) -> None:
    """Replace a file's content in one step, making its folder if need be; a device or a pipe is written to."""
    write_pieces(path, (data,))


def write_pieces(path: Path, pieces: Iterable[bytes]) -> None:
    """Do the same with pieces that are made one after the other."""
    if is_device(path):
        try:
            with path.open("wb") as stream:
                stream.writelines(pieces)
        except OSError as error:
            raise StorageError(path, f"cannot be written ({error.strerror})", "choose another place") from error
        return
    with replacing(path) as temporary, temporary.open("wb") as stream:
        stream.writelines(pieces)


def replace_file(path: Path, data: bytes) -> None:
    """Do the same for a file that we read again: a pipe in its place would block, so it is refused."""
    with replacing(path) as temporary:
        temporary.write_bytes(data)


def content(path: Path, most: int = -1) -> bytes:
    """Return a file's bytes, or its first ``most``. Raises StorageError for one that may not be read."""
    try:
        with path.open("rb") as stream:
            return stream.read(most)
    except OSError as error:
        denied = isinstance(error, PermissionError)
        problem = "may not be read" if denied else f"cannot be read ({error.strerror or type(error).__name__})"
        raise StorageError(path, problem, "check its permissions") from error


def has_content(path: Path) -> bool:
    """Tell whether a file has a size; one of /proc has none, and to read it may wait for ever. Raises OSError."""
    return path.stat().st_size > 0


def is_device(path: Path) -> bool:
    """Tell whether a path leads to something that is neither a file nor a folder: a device, a pipe, a socket."""
    mode = _mode(path)
    return bool(mode) and not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def is_file(path: Path) -> bool:
    """Tell whether a regular file is there; not one by a name that is too long, or where nobody may look."""
    return stat.S_ISREG(_mode(path))


def is_folder(path: Path) -> bool:
    """Tell whether a folder is there, in the same way."""
    return stat.S_ISDIR(_mode(path))


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode
    except (OSError, ValueError):  # pathlib's own tests let some of them through
        return 0


def scrub(text: str) -> str:
    """Replace lone surrogates, which no file can hold, by U+FFFD."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
