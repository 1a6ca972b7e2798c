"""The nightly run: topic after topic, each on its own; what is done stays done, what fails is named."""

from __future__ import annotations

import errno
import json
import math
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, wait
from dataclasses import asdict
from queue import SimpleQueue
from typing import TypeVar

from wellsourced.core.errors import (
    BackendError,
    ConfigError,
    InputError,
    StorageError,
    WellsourcedError,
    WriterError,
    shown,
)
from wellsourced.core.model import Article, Topic
from wellsourced.core.values import frozen, replace
from wellsourced.night.budget import BudgetReachedError, Ledger
from wellsourced.night.journal import Journal, fingerprint
from wellsourced.topics import Rejected
from writer.grounded import UnusableReplyError

ARTICLES = ("full", "short", "insufficient")
OUTCOMES = (*ARTICLES, "failed", "quarantined", "left")
QUARANTINE = 3
# So many topics in a row that fail by no fault of theirs are an outage.
_OUTAGE = 3
_LONGEST_WAIT = 30.0
# Whoever is asked to end has five seconds: time for calls that are nearly through.
_GRACE = 2.0
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG, errno.EMFILE, errno.ENFILE})

Entry = tuple[Topic | Rejected, str]
_T = TypeVar("_T")
_R = TypeVar("_R")


@frozen
class Result:
    """What became of a topic, with the folder that holds it; ``usd`` is what its calls took."""

    topic: str
    folder: str
    outcome: str  # one of OUTCOMES
    why: str
    sources: int = 0
    citations: int = 0
    repairs: int = 0
    findings: int = 0
    usd: float = 0.0


@frozen
class Work:
    """How a topic becomes a folder. ``setup`` stands for everything but the topic that decides the article.

    ``make`` gets the topic and its key, ``save`` and ``is_whole`` the name of its folder.
    """

    setup: str
    make: Callable[[Topic, str], Article]
    save: Callable[[str, Article], None]
    is_whole: Callable[[str], bool]

    def key(self, topic: Topic) -> str:
        """Return what stands for a topic in this run: another question or setting is another key."""
        return fingerprint(topic, self.setup)


class Night:
    """One sitting of a run. ``patience`` is how long an outage is waited out once something has worked."""

    def __init__(self, work: Work, journal: Journal, ledger: Ledger, *, patience: float = 60.0) -> None:
        self._work, self._journal, self._ledger, self._patience = work, journal, ledger, patience
        self._halt = threading.Event()
        self._why = ""
        self._lock = threading.Lock()
        self._worked_at: float | None = None
        self._in_a_row = 0
        self.trouble: WellsourcedError | None = None

    def results(self, topics: Iterable[Entry], jobs: int, check: Callable[[], None]) -> Iterator[tuple[Result, bool]]:
        """Yield what became of every topic, in their order, and whether it was made now.

        ``check`` is asked often and may raise to end the run. Raises StorageError where nothing can be saved,
        and InputError or ConfigError for what must be corrected before any topic can be made.
        """
        return in_order(topics, self._do, jobs, check, on_end=self._end)

    def is_open(self, topic: Topic | Rejected, folder: str) -> bool:
        """Tell whether a topic is still to be made."""
        if isinstance(topic, Rejected) or self._journal.failures(fingerprint(topic))[0] >= QUARANTINE:
            return False
        return self._journal.result(folder, self._work.key(topic)) is None or not self._work.is_whole(folder)

    def _do(self, entry: Entry) -> tuple[Result, bool]:
        topic, folder = entry
        if isinstance(topic, Rejected):
            return Result(f"line {topic.line}", "", "failed", str(topic.error)), False
        key = self._work.key(topic)
        done = self._journal.result(folder, key)
        if done is not None and self._work.is_whole(folder):
            return Result(**json.loads(done)), False
        failures, why = self._journal.failures(fingerprint(topic))
        if failures >= QUARANTINE:
            return Result(name_of(topic), folder, "quarantined", f"failed {failures} times, last: {why}"), False
        return self._attempt(topic, folder, key), True

    def _attempt(self, topic: Topic, folder: str, key: str) -> Result:
        """Make one topic; an outage is waited out, a fault of its own is counted."""
        began: float | None = None
        pause = 1.0
        while not self._halt.is_set():
            try:
                article = self._work.make(topic, key)
                self._work.save(folder, article)
                result = _result(topic, folder, article, self._ledger.spent_on(key))
                self._journal.finish(folder, key, fingerprint(topic), json.dumps(asdict(result)))
            except BudgetReachedError as error:
                self._stop(str(error))
            # Without a disk nothing can be kept; a refused key or a wrong option would cost every topic.
            except (StorageError, InputError, ConfigError) as error:
                self._stop(str(error))
                raise
            # Whatever one topic does to us, the night goes on; the summary names it.
            except Exception as error:
                _raise_if_full(error, folder)
                began = time.monotonic() if began is None else began
                if not _is_outage(error):
                    return self._failed(topic, folder, key, error)
                if not self._may_wait(began, pause):
                    return self._out(topic, folder, key, error, began)
                pause = min(2 * pause, _LONGEST_WAIT)
            else:
                self._worked()
                return result
        return Result(name_of(topic), folder, "left", self._why)

    def _failed(self, topic: Topic, folder: str, key: str, error: Exception) -> Result:
        """Count a failure that is the topic's own. A reply that is no draft is not used again, a good one is."""
        why = _said(error)
        with self._journal.transaction():
            self._journal.fail(fingerprint(topic), why)
            if isinstance(error, UnusableReplyError):
                self._ledger.void(key)
            if not self._ledger.has_reply(key):
                self._journal.forget(key)
        return Result(name_of(topic), folder, "failed", why, usd=self._ledger.spent_on(key))

    def _out(self, topic: Topic, folder: str, key: str, error: Exception, began: float) -> Result:
        """Give up on a topic for an outage; where nothing works any more, the run stops."""
        if not self._ledger.has_reply(key):
            self._journal.forget(key)
        with self._lock:
            self._in_a_row += 1
            if self.trouble is None and isinstance(error, WellsourcedError):
                self.trouble = error
            worked_since = self._worked_at is not None and self._worked_at >= began
            is_down = self._in_a_row >= _OUTAGE or (self._worked_at is not None and not worked_since)
        if is_down:
            self._stop(_said(error))
        return Result(name_of(topic), folder, "failed", _said(error), usd=self._ledger.spent_on(key))

    def _may_wait(self, began: float, seconds: float) -> bool:
        """Wait out an outage, if it came in the middle of the run and did not last too long yet."""
        left = self._patience - (time.monotonic() - began)
        if self._worked_at is None or left <= 0:
            return False
        self._halt.wait(min(seconds, left))
        return True

    def _worked(self) -> None:
        with self._lock:
            self._worked_at, self._in_a_row = time.monotonic(), 0

    def _stop(self, why: str) -> None:
        with self._lock:
            self._why = self._why or why
        self._halt.set()

    def _end(self) -> None:
        self._stop("interrupted")


def in_order(
    items: Iterable[_T],
    work: Callable[[_T], _R],
    jobs: int,
    check: Callable[[], None],
    on_end: Callable[[], None] = lambda: None,
) -> Iterator[_R]:
    """Work on items with ``jobs`` threads and yield the results in the items' order, a few ahead at most.

    The calling thread only waits, so that signals reach it: ``check`` is asked ten times a second and may
    raise. However this ends, ``on_end`` is told and the threads finish what they do; after a KeyboardInterrupt
    they have two seconds for that.
    """
    tasks: SimpleQueue[tuple[Future[_R], _T] | None] = SimpleQueue()

    def labour() -> None:
        while (task := tasks.get()) is not None:
            future, item = task
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(work(item))
                except BaseException as error:
                    future.set_exception(error)

    # Daemons: a call that hangs must not keep a process from ending that was asked to.
    threads = [threading.Thread(target=labour, daemon=True) for _ in range(jobs)]
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


def exit_code(results: Iterable[Result]) -> int:
    """Return 0 when every topic became an article or an honest refusal, else 3."""
    return 0 if all(result.outcome in ARTICLES for result in results) else 3


def is_finished(results: Iterable[Result]) -> bool:
    """Tell whether another sitting would find nothing to do: what is quarantined or no topic stays so."""
    return all(result.outcome in (*ARTICLES, "quarantined") or not result.folder for result in results)


def _is_outage(error: Exception) -> bool:
    """Tell whether a failure is no fault of the topic: a service or the network."""
    if isinstance(error, WriterError):
        return not isinstance(error, UnusableReplyError) and error.code != "request-refused"
    return isinstance(error, BackendError)


def _raise_if_full(error: Exception, folder: str) -> None:
    if isinstance(error, OSError) and error.errno in _FULL:
        where = error.filename or folder
        raise StorageError(where, f"cannot be used ({error.strerror})", "free some space or raise the limit") from error


def _said(error: Exception) -> str:
    return str(error) if isinstance(error, WellsourcedError) else shown(f"{type(error).__name__}: {error}")


def name_of(topic: Topic) -> str:
    """Return what a person calls a topic."""
    return topic.id or shown(topic.question, 120)


def _result(topic: Topic, folder: str, article: Article, usd: float) -> Result:
    record = article.provenance
    result = Result(name_of(topic), folder, record.outcome, record.decision.why, len(article.sources))
    return replace(
        result,
        citations=sum(len(marker.refs) for marker in article.audit.markers),
        repairs=len(record.repairs),
        findings=sum(finding.severity != "note" for finding in article.audit.findings if finding.code != "D901"),
        usd=usd,
    )
