"""Reports of many drafts, waiting on the disk for the one report that they become: none is held longer than it is read.

A few are held in memory, as bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wellsourced_core.errors import StorageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Any

    from wellsourced_core.model import FileReport

_HELD = 8 * 1024 * 1024  # bytes


class ReportSpool(Sequence["FileReport"]):
    """The reports by the numbers of their drafts, each made again whenever it is looked at; gaps are passed over."""

    def __init__(self) -> None:
        self._places: dict[int, tuple[int, int]] = {}
        self._memory = bytearray()
        self._file: IO[bytes] | None = None
        self._order: list[int] | None = None
        self._last: tuple[int, FileReport] | None = None  # the only one, of a run with one draft, is looked at often

    def put(self, number: int, packed: bytes | memoryview) -> None:
        """Keep the report of a draft. Raises StorageError where the disk is full."""
        start = self._end()
        self._places[number] = start, len(packed)
        self._order = None
        if self._file is None and start + len(packed) > _HELD:
            self._to_disk()
        if self._file is None:
            self._memory += packed
            return
        try:
            self._file.seek(start)
            self._file.write(packed)
        except OSError as error:
            raise _full(error) from error

    def close(self) -> None:
        """Let go of what is on the disk."""
        if self._file is not None:
            self._file.close()

    def __len__(self) -> int:
        return len(self._places)

    def __getitem__(self, at: Any) -> Any:
        if self._order is None:
            self._order = sorted(self._places)
        return self._read(self._order[at])

    def __iter__(self) -> Iterator[FileReport]:
        return map(self._read, sorted(self._places))

    def _read(self, number: int) -> FileReport:
        from wellsourced.formats.records.kept_report import unpack

        if self._last is None or self._last[0] != number:
            self._last = None  # let go before the next is made
            self._last = number, unpack(self._packed(*self._places[number]))
        return self._last[1]

    def _packed(self, start: int, length: int) -> bytes:
        if self._file is None:
            return bytes(memoryview(self._memory)[start : start + length])
        self._file.seek(start)
        return self._file.read(length)

    def _end(self) -> int:
        return sum(next(reversed(self._places.values()), (0, 0)))

    def _to_disk(self) -> None:
        from tempfile import TemporaryFile

        try:
            self._file = TemporaryFile()  # noqa: SIM115  # open as long as this is
            self._file.write(self._memory)
        except OSError as error:
            raise _full(error) from error
        self._memory = bytearray()


def _full(error: OSError) -> StorageError:
    problem = f"cannot be written ({error.strerror or type(error).__name__})"
    return StorageError("the folder for temporary files", problem, "free some space, or set TMPDIR to another folder")
