"""Record the events of a run for other programs: a JSON object per line, of the schema `events`."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

from wellsourced_core.errors import shown


class Events:
    """A file of events, opened anew for each so that it may be rotated; None records nothing.

    The first failure to write is reported; the run goes on.
    """

    def __init__(
        self, path: Path | None, tell: Callable[[str], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._path, self._tell, self._clock = path, tell, clock
        self._started = clock()
        self._failed = False

    def emit(self, event: str, **details: object) -> None:
        """Append an event, with the seconds since the start."""
        if self._path is None:
            return
        line = json.dumps({"event": event, "seconds": round(self._clock() - self._started, 3), **details})
        try:
            with open(self._path, "a", encoding="utf-8", opener=_at_once) as stream:
                stream.write(line + "\n")
        except OSError as error:
            if not self._failed:
                self._tell(f"note: {shown(str(self._path))}: events are lost ({error.strerror}); the run goes on")
            self._failed = True


def _at_once(path: str, flags: int) -> int:
    """Open a file without waiting: a pipe that nobody reads must not hold up the run."""
    return os.open(path, flags | os.O_NONBLOCK, 0o666)
