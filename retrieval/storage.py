"""Write files whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from wellsourced.core.errors import StorageError


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a temporary path beside ``path``; it takes the final name only when the block ends well.

    Whatever ends the block early, the old file stays as it was; a link keeps pointing to the file that changed. Raises
    StorageError naming ``path``, also for what is there and is no file: a device is never replaced by one.
    """
    import secrets

    if is_device(path):
        raise StorageError(path, "is no regular file", "name a file")
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
    if is_device(path):
        try:
            with path.open("wb") as stream:
                stream.write(data)
        except OSError as error:
            raise StorageError(path, f"cannot be written ({error.strerror})", "choose another place") from error
        return
    with replacing(path) as temporary:
        temporary.write_bytes(data)


def is_device(path: Path) -> bool:
    """Tell whether a path leads to something that is neither a file nor a folder: a device, a pipe, a socket."""
    return path.exists() and not path.is_file() and not path.is_dir()


def scrub(text: str) -> str:
    """Replace lone surrogates, which no file can hold, by U+FFFD."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
