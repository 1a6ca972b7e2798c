"""Show the progress of a run: a bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from typing import IO

_WIDTH = 24  # of the bar, at most
_COLUMNS = 80  # where a terminal does not tell


class Progress:
    """Counts steps of a known total; ``close`` leaves the terminal on a fresh line.

    A stream that fails (a closed terminal, a full disk) costs the progress, not the run.
    """

    def __init__(
        self, stream: IO[str], total: int, *, quiet: bool = False, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._stream, self._total, self._quiet, self._clock = stream, total, quiet, clock
        self._done = self._made = 0
        self._cost, self._drawn = "", False
        self._started = clock()
        self._bar = stream.isatty() and os.environ.get("TERM") != "dumb"

    def step(self, what: str, *, made: bool = True, usd: float = 0.0) -> None:
        """Count one step and show it. A step that was made by an earlier run says nothing about the time left."""
        self._done += 1
        self._made += made
        self._cost = f" ${usd:.2f}" if usd else ""
        if self._bar:
            self._draw(what)
        else:
            self._write(f"[{self._done}/{self._total}]{self._cost} {what}\n")

    def now(self, what: str) -> None:
        """Show what happens within a step: beside the bar, or as a line of its own."""
        if self._bar:
            self._draw(what)
        else:
            self._write(f"{what}\n")

    def say(self, line: str) -> None:
        """Write a line of its own."""
        self._write(("\r\x1b[K" if self._bar else "") + line + "\n")

    def close(self) -> None:
        if self._drawn:
            self._write("\n")

    def _draw(self, what: str) -> None:
        columns = self._columns()
        width = min(_WIDTH, columns // 3)
        filled = width * self._done // max(1, self._total)
        bar = "#" * filled + "-" * (width - filled)
        line = f"[{bar}] {self._done}/{self._total}{self._left()}{self._cost} {what}"
        self._write("\r\x1b[K" + line[: columns - 1])
        self._drawn = True

    def _write(self, text: str) -> None:
        if self._quiet:
            return
        with suppress(OSError, ValueError):
            self._stream.write(text)
            self._stream.flush()

    def _columns(self) -> int:
        """Return the terminal's width, asked for each time: it may have been resized."""
        with suppress(OSError, ValueError):
            return os.get_terminal_size(self._stream.fileno()).columns or _COLUMNS
        return _COLUMNS

    def _left(self) -> str:
        """Estimate the time left from the mean of the steps made so far."""
        if not self._made:
            return ""
        seconds = round((self._clock() - self._started) / self._made * (self._total - self._done))
        return f" {seconds // 60}:{seconds % 60:02d} left"
