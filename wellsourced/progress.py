"""Progress of a run: a bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

import time
from typing import IO

_WIDTH = 24


class Progress:
    """Counts steps of a known total; ``close`` leaves the terminal on a fresh line."""

    def __init__(self, stream: IO[str], total: int, *, quiet: bool = False) -> None:
        self._stream, self._total, self._quiet = stream, total, quiet
        self._done = 0
        self._started = time.monotonic()
        self._bar = stream.isatty()

    def step(self, what: str) -> None:
        """Count one step and show it."""
        self._done += 1
        if self._quiet:
            return
        if self._bar:
            filled = _WIDTH * self._done // max(1, self._total)
            bar = "#" * filled + "-" * (_WIDTH - filled)
            line = f"[{bar}] {self._done}/{self._total} {self._left()} {what}"
            self._stream.write("\r\x1b[K" + line[:78])
        else:
            self._stream.write(f"[{self._done}/{self._total}] {what}\n")
        self._stream.flush()

    def close(self) -> None:
        if self._bar and self._done and not self._quiet:
            self._stream.write("\n")

    def _left(self) -> str:
        """Estimate the time left from the mean of the steps so far."""
        left = (time.monotonic() - self._started) / self._done * (self._total - self._done)
        minutes, seconds = divmod(round(left), 60)
        return f"{minutes}:{seconds:02d} left"
