"""The journal of a run folder: what is done, what failed, what came from outside, and what it cost.

SQLite with a write-ahead log: every transaction is on the disk before the next step begins, whole or not at all.
Times, failures and interruptions are recorded here and nowhere else in the folder.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import fields, is_dataclass
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any

from retrieval.storage import replacing
from wellsourced_core.errors import InputError, StorageError

JOURNAL = ".journal.sqlite"
_APPLICATION = 0x77736A6C  # "wsjl"
# A journal's version is how many of these it has had; they are only ever added to.
MIGRATIONS = (
    """
    CREATE TABLE runs (number INTEGER PRIMARY KEY, as_of TEXT NOT NULL, finished INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE done (folder TEXT PRIMARY KEY, key TEXT NOT NULL, result TEXT NOT NULL);
    CREATE TABLE failures (topic TEXT PRIMARY KEY, count INTEGER NOT NULL, why TEXT NOT NULL);
    CREATE TABLE answers (key TEXT, kind TEXT, question TEXT, value TEXT NOT NULL, PRIMARY KEY (key, kind, question));
    CREATE TABLE calls (
      id INTEGER PRIMARY KEY, run INTEGER NOT NULL, key TEXT NOT NULL, request TEXT NOT NULL, state TEXT NOT NULL,
      calls INTEGER NOT NULL, tokens INTEGER NOT NULL, usd REAL NOT NULL, made TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
      reply TEXT
    );
    CREATE INDEX calls_by_request ON calls (request, state);
    CREATE INDEX calls_by_key ON calls (key);
    """,
    """
    CREATE TABLE batches (id TEXT PRIMARY KEY, run INTEGER NOT NULL, collected INTEGER NOT NULL DEFAULT 0);
    ALTER TABLE calls ADD COLUMN batch TEXT;
    """,
    "ALTER TABLE runs ADD COLUMN options TEXT NOT NULL DEFAULT '';",
)


class Journal:
    """An open journal. Safe to use from several threads; one process at a time (see runlock)."""

    def __init__(self, path: Path, database: sqlite3.Connection) -> None:
        self.path = path
        self.run = 0
        self._database = database
        self._lock = threading.RLock()
        self._depth = 0

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Run the block as one transaction; a nested block is part of the outer one."""
        with self._lock, _errors_named(self.path):
            if self._depth == 0:
                self._database.execute("BEGIN IMMEDIATE")
            self._depth += 1
            try:
                yield self._database
                if self._depth == 1:
                    self._database.execute("COMMIT")
            except BaseException:
                if self._depth == 1 and self._database.in_transaction:
                    with suppress(sqlite3.Error):
                        self._database.execute("ROLLBACK")
                raise
            finally:
                self._depth -= 1

    def one(self, sql: str, *values: object) -> Any:
        """Return the first row of a query, or None."""
        with self._lock, _errors_named(self.path):
            return self._database.execute(sql, values).fetchone()

    def all(self, sql: str, *values: object) -> list[Any]:
        with self._lock, _errors_named(self.path):
            return self._database.execute(sql, values).fetchall()

    def change(self, sql: str, *values: object) -> int:
        """Change rows in a transaction of its own or the open one; return the last row's number."""
        with self.transaction() as database:
            return database.execute(sql, values).lastrowid or 0

    # ---------------------------------------------------------------------------------------- runs

    def begin(self, today: date, *, given: bool, options: str = "", remake: bool = False) -> date:
        """Resume the last run or begin a new one, and return its date.

        A run that was not finished keeps its date past midnight unless another date is ``given``. Raises InputError
        where its articles were made with other ``options``, unless they are to be made anew.
        """
        last = self.one("SELECT number, as_of, finished, options FROM runs ORDER BY number DESC LIMIT 1")
        goes_on = last is not None and (last[1] == today.isoformat() or not (given or last[2]))
        with self.transaction():
            if goes_on:
                if last[3] not in ("", options) and not remake and self.one("SELECT 1 FROM done"):
                    problem = f"contains articles made with {last[3]}, not {options}"
                    raise InputError(self.path.parent, problem, "choose another --out, or add --remake")
                self.run, as_of = last[0], date.fromisoformat(last[1])
                self.change("UPDATE runs SET finished = 0, options = ? WHERE number = ?", options, self.run)
            else:
                self.run, as_of = (last[0] if last else 0) + 1, today
                row = (self.run, today.isoformat(), options)
                self.change("INSERT INTO runs (number, as_of, options) VALUES (?, ?, ?)", *row)
                self.change("DELETE FROM answers")
                self.change("UPDATE calls SET reply = NULL WHERE state != 'open'")
        return as_of

    def end(self) -> None:
        """Record that this run has nothing left to do: the next one has its own date and budget."""
        self.change("UPDATE runs SET finished = 1 WHERE number = ?", self.run)

    # ---------------------------------------------------------------------------------------- topics

    def result(self, folder: str, key: str) -> str | None:
        """Return the outcome of a topic that was finished in this folder under the same key."""
        row = self.one("SELECT result FROM done WHERE folder = ? AND key = ?", folder, key)
        return None if row is None else str(row[0])

    def finish(self, folder: str, key: str, topic: str, result: str) -> None:
        """Record that a topic's folder is complete; its searches are dropped, what was paid for stays."""
        with self.transaction():
            self.change("INSERT OR REPLACE INTO done VALUES (?, ?, ?)", folder, key, result)
            self.change("DELETE FROM failures WHERE topic = ?", topic)
            self.change("DELETE FROM answers WHERE key = ? AND kind = 'search'", key)

    def failures(self, topic: str) -> tuple[int, str]:
        """Return how often a topic has failed through its own fault since it last succeeded, and the last reason."""
        row = self.one("SELECT count, why FROM failures WHERE topic = ?", topic)
        return (0, "") if row is None else (row[0], row[1])

    def fail(self, topic: str, why: str) -> None:
        self.change(
            "INSERT INTO failures VALUES (?, 1, ?) ON CONFLICT (topic) DO UPDATE SET count = count + 1, why = ?",
            *(topic, why, why),
        )

    def forgive(self) -> None:
        """Forget all failures, so that quarantined topics are tried again."""
        self.change("DELETE FROM failures")

    # ---------------------------------------------------------------------------------------- answers

    def answer(self, key: str, kind: str, question: str) -> str | None:
        """Return the recorded answer to a topic's question, or None."""
        row = self.one("SELECT value FROM answers WHERE key = ? AND kind = ? AND question = ?", key, kind, question)
        return None if row is None else str(row[0])

    def answers(self, key: str, kind: str) -> dict[str, str]:
        """Return all recorded answers of one kind for a topic, by question."""
        return dict(self.all("SELECT question, value FROM answers WHERE key = ? AND kind = ?", key, kind))

    def keep(self, key: str, kind: str, question: str, value: str) -> None:
        self.change("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?)", key, kind, question, value)

    def forget(self, key: str) -> None:
        """Drop a topic's answers, so that its next attempt asks again; grades that were paid for stay."""
        self.change("DELETE FROM answers WHERE key = ? AND (kind != 'grade' OR value LIKE ?)", key, '%"failed":true%')


@contextmanager
def open_journal(folder: Path) -> Iterator[Journal]:
    """Open the journal of a run folder, making or migrating it; raises StorageError that names its path."""
    path = folder / JOURNAL
    with _errors_named(path):
        database = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
    with closing(database):
        with _errors_named(path):
            _prepare(path, database)
        yield Journal(path, database)


def fingerprint(*values: object) -> str:
    """Return 32 hexadecimal digits that stand for values: frozen dataclasses, tuples, texts, numbers, dates."""
    text = json.dumps([_plain(value) for value in values], sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("ascii")).hexdigest()[:32]


def _plain(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: _plain(getattr(value, one.name)) for one in fields(value)} | {"": type(value).__name__}
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, frozenset):
        return sorted(json.dumps(_plain(item), sort_keys=True) for item in value)
    raise TypeError(f"{type(value).__name__} has no fingerprint")


def _prepare(path: Path, database: sqlite3.Connection) -> None:
    application = database.execute("PRAGMA application_id").fetchone()[0]
    version = database.execute("PRAGMA user_version").fetchone()[0]
    if application not in (0, _APPLICATION) or version > len(MIGRATIONS):
        problem = "was written by a newer version" if application == _APPLICATION else "is not our journal"
        raise StorageError(path, problem, "use the newer program, or another --out")
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    database.execute("PRAGMA temp_store = MEMORY")
    if version < len(MIGRATIONS):
        if version:
            _back_up(path, database, version)
        _migrate(database, version)


def _migrate(database: sqlite3.Connection, version: int) -> None:
    """Bring a journal up to date in one transaction, so that it is never between two versions."""
    steps = "".join(MIGRATIONS[version:])
    head = f"PRAGMA application_id = {_APPLICATION}; PRAGMA user_version = {len(MIGRATIONS)};"
    try:
        database.executescript(f"BEGIN IMMEDIATE; {steps} {head} COMMIT;")
    except sqlite3.Error:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


def _back_up(path: Path, database: sqlite3.Connection, version: int) -> None:
    with (
        replacing(path.with_name(f"{path.name}.v{version}")) as temporary,
        closing(sqlite3.connect(temporary)) as copy,
    ):
        database.backup(copy)


@contextmanager
def _errors_named(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        remedy = "free some space, check the permissions, or choose another --out"
        if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError):
            remedy = "it is damaged: move it away; finished articles stay, but are rebuilt"
        raise StorageError(path, f"cannot be used ({error})", remedy) from error
