"""Stop cleanly: the first signal lets the run save its state, the second ends it at once."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

# What a batch is ended by: the keyboard, a service manager or shutdown, a closed terminal.
_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_LONGEST = 4.5


class Interrupted(KeyboardInterrupt):
    """A signal has asked us to stop; ``exit_code`` is what the process ends with: 130, or 143 for all but SIGINT."""

    def __init__(self, signum: int) -> None:
        super().__init__(signal.Signals(signum).name)
        self.exit_code = 130 if signum == signal.SIGINT else 143


class Interrupt:
    """Whether a signal has come."""

    def __init__(self) -> None:
        self.signum = 0

    def check(self) -> None:
        """Raise Interrupted once a signal has come."""
        if self.signum:
            raise Interrupted(self.signum)


@contextmanager
def interruptible() -> Iterator[Interrupt]:
    """Record signals instead of dying from them; long-running code calls ``check``.

    A signal that was ignored when the process began stays ignored (nohup). Whatever hangs, the process ends
    4.5 seconds after the first signal.
    """
    interrupt = Interrupt()
    if threading.current_thread() is not threading.main_thread():
        yield interrupt
        return

    def handle(signum: int, _: FrameType | None) -> None:
        code = Interrupted(signum).exit_code
        if interrupt.signum:
            os._exit(code)
        interrupt.signum = signum
        last = threading.Timer(_LONGEST, os._exit, (code,))
        last.daemon = True
        last.start()

    previous = {one: signal.getsignal(one) for one in _SIGNALS}
    try:
        for one, handler in previous.items():
            if handler is not signal.SIG_IGN:
                signal.signal(one, handle)
        yield interrupt
    finally:
        for one, handler in previous.items():
            signal.signal(one, handler)
