"""The process that parses what strangers wrote, as its parent sees it: pages, documents and drafts go to it as bytes.

It has no keys, a bounded memory, and is killed when it takes too long or answers at too great a length.
"""

from __future__ import annotations

import atexit
import json
import os
import selectors
import subprocess
import sys
import threading
import time

from wellsourced_core.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FILE_TIME = 60.0  # for a file of the user's own: a book of a thousand pages takes some seconds
_START = 30.0  # its imports, on a busy machine
_LONGEST_ANSWER = 256 * 1024 * 1024
_STRETCH = 1 << 20
# Its environment: no key of any service.
_SURROUNDINGS = (
    "PATH",
    "PYTHONPATH",
    "PYTHONDONTWRITEBYTECODE",
    "VIRTUAL_ENV",
    "LANG",
    "LC_ALL",
    "SYSTEMROOT",
    "TMPDIR",
)
_PROGRAM = "from retrieval.reader_worker import main; main()"


class _TooLongError(Exception):
    """The answer passes all bounds."""


class ReaderProcess:
    """One process, started when first needed and again after it was ended."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self._pid = 0
        self._lock = threading.Lock()

    def reply(self, request: dict[str, Any], data: bytes, name: str, time_limit: float, remedy: str) -> dict[str, Any]:
        """Ask it; ``remedy`` is what to do about a file that it cannot read.

        Raises InputError with code unsupported-type, bad-markup or missing-extra for what it cannot do, or not in time.
        """
        with self._lock:
            fresh = self.process is None or self._pid != os.getpid() or self.process.poll() is not None
            if fresh:
                self._start()
            try:
                reply = self._ask({**request, "seconds": time_limit}, data, time_limit + (_START if fresh else 0.0))
            except (OSError, TimeoutError, _TooLongError) as error:
                self.end()
                raise InputError(name, _problem(error), remedy, code="bad-markup") from error
        if "code" in reply:
            raise InputError(name, reply["problem"], reply.get("remedy") or remedy, code=reply["code"])
        return reply

    def _start(self) -> None:
        self.end()  # what is left of one that died
        # -P: the current folder must not decide which code parses.
        command = [sys.executable, "-P", "-c", _PROGRAM]
        surroundings = {name: os.environ[name] for name in _SURROUNDINGS if name in os.environ}
        self.process = subprocess.Popen(  # noqa: S603 - our own interpreter and code
            command,
            env=surroundings,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
        )
        self._pid = os.getpid()

    def _ask(self, asked: dict[str, Any], data: bytes, time_limit: float) -> dict[str, Any]:
        process = self.process
        if process is None or process.stdin is None or process.stdout is None:
            raise OSError("the reader has ended")
        request = json.dumps({**asked, "length": len(data)}).encode("ascii") + b"\n"
        for chunk in (request, data):
            view = memoryview(chunk)
            while view:
                view = view[process.stdin.write(view) or 0 :]
        deadline = time.monotonic() + time_limit
        answer = bytearray()
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            while not answer.endswith(b"\n"):
                if not selector.select(max(0.0, deadline - time.monotonic())):
                    raise TimeoutError
                chunk = os.read(process.stdout.fileno(), _STRETCH)
                if not chunk:
                    raise OSError("the reader ended")
                answer += chunk
                if len(answer) > _LONGEST_ANSWER:
                    raise _TooLongError
        reply: dict[str, Any] = json.loads(answer)
        return reply

    def end(self) -> None:
        """Kill the process, whatever it is doing."""
        process, self.process = self.process, None
        if process is None or self._pid != os.getpid():
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()


def _problem(error: Exception) -> str:
    """Say of a file in a few words why there is no answer."""
    if isinstance(error, TimeoutError):
        return "takes too long to parse"
    return "holds too much to be read" if isinstance(error, _TooLongError) else "ends its parser"


reader = ReaderProcess()
atexit.register(reader.end)
