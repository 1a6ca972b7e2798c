"""JSON Lines that a command is given: a file, or standard input for `-`."""

from __future__ import annotations

import io

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from wellsourced.commands import Terminal

_STDIN = "-"


def name_of(given: str) -> str:
    """Return what errors call the lines."""
    return "<stdin>" if given == _STDIN else given


def lines(given: str, terminal: Terminal) -> Iterator[tuple[int, bytes]]:
    """Return (number, line) for every line that is not blank, read as they come. Raises InputError."""
    from pathlib import Path

    from retrieval.jsonl import lines_of, read_lines

    if given != _STDIN:
        return read_lines(Path(given))
    stream = getattr(terminal.into, "buffer", None) or io.BytesIO(terminal.into.read().encode("utf-8"))
    return lines_of(stream, name_of(given))
