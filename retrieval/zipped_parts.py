"""Read parts of a zipped document (.docx, .epub), never more of them than allowed, whatever sizes they claim."""

from __future__ import annotations

import zipfile
import zlib
from contextlib import contextmanager
from io import BytesIO

from retrieval.refused_file import RefusedFileError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_LARGEST = 64 * 1024 * 1024  # bytes, unfolded, of all parts that are read
_MOST_PARTS = 10_000
_ZIPPED = b"PK"
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # what a password turns a .docx into, too
_LOCKED_PACKAGE = "EncryptedPackage".encode("utf-16-le")
_ENCRYPTED = 1
# Whatever a reader trips over, a byte of which was changed.
_DAMAGED = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    ValueError,
    LookupError,
    RuntimeError,
    EOFError,
    OSError,
)


class Parts:
    """The parts of a document by their names. Nothing but what is asked for is unfolded."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._left = _LARGEST
        self.names = frozenset(archive.namelist()[:_MOST_PARTS])

    def read(self, name: str) -> bytes:
        """Return a part. Raises RefusedFileError where it is locked, or all that was read unfolds to too much."""
        if self._archive.getinfo(name).flag_bits & _ENCRYPTED:
            raise RefusedFileError("is encrypted")
        with self._archive.open(name) as stream:
            data = stream.read(self._left + 1)
        self._left -= len(data)
        if self._left < 0:
            raise RefusedFileError("unfolds to more than 64 MiB")
        return data

    def refuse_bombs(self, most: int) -> None:
        """Raise RefusedFileError where all parts together are more than a reader of all of them bears.

        No part ever gives more than the size that it claims.
        """
        parts = self._archive.infolist()
        if len(parts) > _MOST_PARTS or sum(part.file_size for part in parts) > most:
            raise RefusedFileError(f"unfolds to more than {most >> 20} MiB")


@contextmanager
def parts_of(data: bytes, kind: str) -> Iterator[Parts]:
    """Open a document. Raises RefusedFileError, also for what goes wrong while it is read."""
    if not data:
        raise RefusedFileError("is empty")
    if data.startswith(_OLD_OFFICE):
        raise RefusedFileError("is encrypted" if _LOCKED_PACKAGE in data else "is in the format of an old .doc file")
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            yield Parts(archive)
    except RefusedFileError:
        raise
    except _DAMAGED as error:
        raise RefusedFileError("is damaged" if data.startswith(_ZIPPED) else f"is not {kind} file") from error
