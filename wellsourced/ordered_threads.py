"""Process items in several threads and yield the results in the items' order, always ready for signals."""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, wait
from queue import SimpleQueue
from typing import TypeVar

# A process that is told to stop has five seconds: time for calls that are nearly through.
_GRACE = 2.0
_T = TypeVar("_T")
_R = TypeVar("_R")


def in_order(
    items: Iterable[_T],
    work: Callable[[_T], _R],
    jobs: int,
    check: Callable[[], None],
    on_end: Callable[[], None] = lambda: None,
) -> Iterator[_R]:
    """Process items in ``jobs`` threads and yield the results in the items' order, reading few items ahead.

    The calling thread only waits, so that signals reach it: ``check`` is called ten times a second and may raise.
    However this ends, ``on_end`` is called and the threads finish the item they are at; after a KeyboardInterrupt
    they have two seconds for that.
    """
    tasks: SimpleQueue[tuple[Future[_R], _T] | None] = SimpleQueue()

    # Daemons: a call that hangs must not keep alive a process that was told to stop.
    threads = [threading.Thread(target=_labour, args=(tasks, work), daemon=True) for _ in range(jobs)]
    waiting: deque[Future[_R]] = deque()
    for thread in threads:
        thread.start()
    grace = math.inf
    try:
        for item in items:
            future: Future[_R] = Future()
            waiting.append(future)
            tasks.put((future, item))
            if len(waiting) >= 2 * jobs:
                yield _awaited(waiting.popleft(), check)
        while waiting:
            yield _awaited(waiting.popleft(), check)
    except KeyboardInterrupt:
        grace = _GRACE
        raise
    finally:
        on_end()
        for future in waiting:
            future.cancel()
        for _ in threads:
            tasks.put(None)
        _dismiss(threads, time.monotonic() + grace, check)


def _labour(tasks: SimpleQueue[tuple[Future[_R], _T] | None], work: Callable[[_T], _R]) -> None:
    while (task := tasks.get()) is not None:
        future, item = task
        if future.set_running_or_notify_cancel():
            try:
                future.set_result(work(item))
            except BaseException as error:
                future.set_exception(error)


def _awaited(future: Future[_R], check: Callable[[], None]) -> _R:
    while not future.done():
        check()
        wait((future,), timeout=0.1)
    return future.result()


def _dismiss(threads: Iterable[threading.Thread], end: float, check: Callable[[], None]) -> None:
    """Wait until threads have ended or the time has come; without an end, as long as ``check`` lets us."""
    for thread in threads:
        while thread.is_alive() and time.monotonic() < end:
            if end == math.inf:
                check()
            thread.join(0.1)
