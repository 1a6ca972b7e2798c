"""Write files whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from wellsourced.core.errors import StorageError


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a temporary path beside ``path``; it takes the final name only when the block ends well.

    Whatever ends the block early, the old file stays as it was. Raises StorageError naming ``path``.
    """
    temporary = path.parent / f".tmp-{secrets.token_hex(8)}"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield temporary
        with temporary.open("rb") as written:
            os.fsync(written.fileno())
        temporary.replace(path)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise StorageError(path, f"cannot be written ({reason})", "free some space or choose another place") from error
    finally:
        with suppress(OSError):
            temporary.unlink()


def write_atomically(path: Path, data: bytes) -> None:
    """Replace a file's content in one step, making its folder if need be."""
    with replacing(path) as temporary:
        temporary.write_bytes(data)


def scrub(text: str) -> str:
    """Replace lone surrogates, which no file can hold, by U+FFFD."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
