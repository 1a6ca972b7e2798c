"""Make many articles, each independent of the others; finished ones are kept, failures are recorded by topic."""

from __future__ import annotations

import errno
import json
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict

from wellsourced.llm import REFUSED
from wellsourced.night.budget import BudgetReachedError, Ledger
from wellsourced.night.journal import Journal, fingerprint
from wellsourced.ordered_threads import in_order
from wellsourced.topics import Entry, Rejected, name_of
from wellsourced_core.errors import (
    BackendError,
    ConfigError,
    InputError,
    StorageError,
    WellsourcedError,
    WriterError,
    shown,
)
from wellsourced_core.model import Article, Severity, Topic
from wellsourced_core.values import frozen, replace
from writer.grounded import UnusableReplyError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import ResultOutcome

ARTICLES: tuple[ResultOutcome, ...] = ("full", "short", "insufficient")
OUTCOMES: tuple[ResultOutcome, ...] = (*ARTICLES, "failed", "quarantined", "left")
QUARANTINE = 3
# This many topics in a row that fail through no fault of their own are an outage.
_OUTAGE = 3
_LONGEST_WAIT = 30.0
# What keeps one topic's folder from being written, and no other.
_IN_THE_WAY = (FileExistsError, NotADirectoryError, IsADirectoryError, PermissionError)
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG, errno.EMFILE, errno.ENFILE})


@frozen
class Result:
    """The outcome of a topic and its folder; ``usd`` is what its calls cost.

    ``over_budget`` says that it is left because the budget is spent; a record does not hold it: what is left is made
    again.
    """

    topic: str
    folder: str
    outcome: ResultOutcome
    why: str
    sources: int = 0
    citations: int = 0
    repairs: int = 0
    findings: int = 0
    usd: float = 0.0
    over_budget: bool = False


def fields_of(result: Result) -> dict[str, object]:
    """Return what the records hold of a result."""
    return {name: value for name, value in asdict(result).items() if name != "over_budget"}


@frozen
class Work:
    """How a topic becomes a folder. ``setup`` identifies everything apart from the topic that decides the article.

    ``make`` gets the topic and its key, ``save`` and ``is_whole`` the name of its folder.
    """

    setup: str
    make: Callable[[Topic, str], Article]
    save: Callable[[str, Article], None]
    is_whole: Callable[[str], bool]

    def key(self, topic: Topic) -> str:
        """Return the key of a topic in this run: it changes with the topic and with the setup."""
        return fingerprint(topic, self.setup)


class Night:
    """One session of a run. ``patience`` is how long an outage is waited out once something has worked."""

    def __init__(self, work: Work, journal: Journal, ledger: Ledger, *, patience: float = 60.0) -> None:
        self._work, self._journal, self._ledger, self._patience = work, journal, ledger, patience
        self._halt = threading.Event()
        self._why, self._over_budget = "", False
        self._lock = threading.Lock()
        self._worked_at: float | None = None
        self._in_a_row = 0
        self.trouble: WellsourcedError | None = None

    def results(self, topics: Iterable[Entry], jobs: int, check: Callable[[], None]) -> Iterator[tuple[Result, bool]]:
        """Yield the outcome of every topic, in order, and whether it was made now.

        ``check`` is called often and may raise to end the run. Raises StorageError where nothing can be saved,
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
        """Make one topic: wait out an outage, count a failure of its own."""
        began: float | None = None
        pause = 1.0
        while not self._halt.is_set():
            try:
                article = self._work.make(topic, key)
                self._work.save(folder, article)
                result = _result(topic, folder, article, self._ledger.spent_on(key))
                self._journal.finish(folder, key, fingerprint(topic), json.dumps(fields_of(result)))
            except BudgetReachedError as error:
                self._stop(str(error), over_budget=True)
            # Without a disk nothing can be kept; a refused key or a wrong option would cost every topic.
            except (StorageError, InputError, ConfigError) as error:
                if isinstance(error.__cause__, _IN_THE_WAY):
                    return self._failed(topic, folder, key, error)
                self._stop(str(error))
                raise
            # Whatever goes wrong with one topic, the run continues; the summary names it.
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
        return Result(name_of(topic), folder, "left", self._why, over_budget=self._over_budget)

    def _failed(self, topic: Topic, folder: str, key: str, error: Exception) -> Result:
        """Count a failure of the topic itself. A reply that is not a draft is not reused; a good one is."""
        why = _said(error)
        with self._journal.transaction():
            self._journal.fail(fingerprint(topic), why)
            if isinstance(error, UnusableReplyError):
                self._ledger.void(key)
            if not self._ledger.has_reply(key):
                self._journal.forget(key)
        return Result(name_of(topic), folder, "failed", why, usd=self._ledger.spent_on(key))

    def _out(self, topic: Topic, folder: str, key: str, error: Exception, began: float) -> Result:
        """Give up on a topic because of an outage; if nothing works any more, stop the run."""
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
        """Wait, and return True, if an outage came in the middle of the run and has not lasted too long."""
        left = self._patience - (time.monotonic() - began)
        if self._worked_at is None or left <= 0:
            return False
        self._halt.wait(min(seconds, left))
        return True

    def _worked(self) -> None:
        with self._lock:
            self._worked_at, self._in_a_row = time.monotonic(), 0

    def _stop(self, why: str, *, over_budget: bool = False) -> None:
        with self._lock:
            if not self._why:
                self._why, self._over_budget = why, over_budget
        self._halt.set()

    def _end(self) -> None:
        self._stop("interrupted")


def exit_code(results: Iterable[Result]) -> int:
    """Return 0 if every topic became an article or an explained refusal, else 3."""
    return 0 if all(result.outcome in ARTICLES for result in results) else 3


def is_finished(results: Iterable[Result]) -> bool:
    """Return whether another session would find nothing to do; quarantined topics and rejected lines do not count."""
    return all(result.outcome in (*ARTICLES, "quarantined") or not result.folder for result in results)


def _is_outage(error: Exception) -> bool:
    """Return whether a service or the network, not the topic, caused a failure."""
    if isinstance(error, WriterError):
        return not isinstance(error, UnusableReplyError) and error.code != REFUSED
    return isinstance(error, BackendError)


def _raise_if_full(error: Exception, folder: str) -> None:
    if isinstance(error, OSError) and error.errno in _FULL:
        where = error.filename or folder
        raise StorageError(where, f"cannot be used ({error.strerror})", "free some space or raise the limit") from error


def _said(error: Exception) -> str:
    return str(error) if isinstance(error, WellsourcedError) else shown(f"{type(error).__name__}: {error}")


def _result(topic: Topic, folder: str, article: Article, usd: float) -> Result:
    record = article.provenance
    result = Result(name_of(topic), folder, record.outcome, record.decision.why, len(article.sources))
    return replace(
        result,
        citations=sum(len(marker.refs) for marker in article.audit.markers),
        repairs=len(record.repairs),
        findings=sum(
            finding.severity is not Severity.NOTE for finding in article.audit.findings if finding.code != "D901"
        ),
        usd=usd,
    )
