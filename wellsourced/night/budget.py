"""The ledger of paid calls and their budget: checked before each call, settled after it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime

from wellsourced.night.journal import Journal
from wellsourced_core.errors import WellsourcedError
from wellsourced_core.model import Usage
from wellsourced_core.values import frozen

_UNSURE = "unsure:"
# A call's states: open while it is under way (usage: the most it may take), answered (its reply may be used again),
# void (paid for, of no use), free (it never took place), lost (cut off by a kill: the bound stays).
_OPEN, ANSWERED, VOID, FREE, LOST = "open", "answered", "void", "free", "lost"


class BudgetReachedError(WellsourcedError):
    """The next call might pass the budget."""

    code = "budget-reached"
    exit_code = 3


@frozen
class Limits:
    """What a run may use in all its sessions; None means no limit."""

    usd: float | None = None
    tokens: int | None = None

    def allow(self, usd: float, tokens: int) -> bool:
        """Tell whether so much may be taken."""
        return (self.usd is None or usd <= self.usd) and (self.tokens is None or tokens <= self.tokens)

    def __str__(self) -> str:
        parts = [] if self.usd is None else [f"${self.usd:g}"]
        return " and ".join(parts + ([] if self.tokens is None else [f"{self.tokens} tokens"]))


@frozen
class Spent:
    """What calls used; ``lost`` ones count with their upper bounds."""

    calls: int
    tokens: int
    usd: float
    lost: int


@frozen
class Submission:
    """A message batch of which only the intent is known: when it was begun, and how many seconds ago."""

    intent: str
    begun: datetime
    age: float


class Ledger:
    """The calls of the journal's run. Safe to use from several threads."""

    def __init__(self, journal: Journal, limits: Limits) -> None:
        self._journal, self._limits = journal, limits
        self._settled = threading.Condition()
        self._under_way = 0
        # What the last process left open was cut; a submitted batch goes on without us.
        journal.change("UPDATE calls SET state = ? WHERE state = ? AND batch IS NULL", LOST, _OPEN)

    def open(self, key: str, request: str, most: Usage) -> int:
        """Enter a call that is about to be made, with the most it may use; return its number.

        While calls under way might use up what is left, this waits for them. Raises BudgetReachedError where the call
        might exceed the budget even so.
        """
        with self._settled:
            while not self.fitting((most,)):
                if not self._under_way:
                    raise BudgetReachedError(
                        "the budget",
                        f"the next call may take ${most.usd:.4f}, {_tokens(most)} tokens and pass {self._limits}"
                        f" ({self._so_far()})",
                        "allow more and run again",
                    )
                self._settled.wait()
            number = self._enter(key, request, most)
            self._under_way += 1
            return number

    def settle(
        self, number: int, took: Usage, state: str, reply: str | None = None, also: Callable[[], None] | None = None
    ) -> None:
        """Record how a call ended and what it used; ``also`` runs in the same transaction."""
        with self._settled:
            try:
                with self._journal.transaction():
                    self._close(number, took, state, reply)
                    if also is not None:
                        also()
            finally:
                self._under_way -= 1
                self._settled.notify_all()

    def fitting(self, mosts: Iterable[Usage]) -> int:
        """Return how many calls, of these in their order, stay within the budget whatever they take."""
        spent = self.spent()
        usd, tokens, count = spent.usd, spent.tokens, 0
        for most in mosts:
            usd, tokens = usd + most.usd, tokens + _tokens(most)
            if not self._limits.allow(usd, tokens):
                break
            count += 1
        return count

    def reply(self, request: str) -> str | None:
        """Return the recorded reply to a request, or None."""
        sql = "SELECT reply FROM calls WHERE request = ? AND state = ? AND reply IS NOT NULL"
        row = self._journal.one(sql, request, ANSWERED)
        return None if row is None else str(row[0])

    def has_reply(self, key: str) -> bool:
        """Tell whether a reply is recorded for a topic."""
        sql = "SELECT 1 FROM calls WHERE key = ? AND state = ? AND reply IS NOT NULL"
        return self._journal.one(sql, key, ANSWERED) is not None

    def void(self, key: str) -> None:
        """Record that a topic's replies are unusable: its next attempt may pay for another one."""
        self._journal.change(
            "UPDATE calls SET state = ?, reply = NULL WHERE key = ? AND state = ?", VOID, key, ANSWERED
        )

    def spent(self) -> Spent:
        """Return what the run has taken so far; calls under way count as the most they may take."""
        sql = "SELECT TOTAL(calls), TOTAL(tokens), TOTAL(usd), TOTAL(state = ?) FROM calls WHERE run = ?"
        calls, tokens, usd, lost = self._journal.one(sql, LOST, self._journal.run)
        return Spent(int(calls), int(tokens), usd, int(lost))

    def spent_on(self, key: str) -> float:
        """Return what a topic's calls cost in dollars, without those cut off by a kill."""
        sql = "SELECT usd FROM calls WHERE run = ? AND key = ? AND state IN (?, ?) ORDER BY id"
        return sum((float(row[0]) for row in self._journal.all(sql, self._journal.run, key, ANSWERED, VOID)), 0.0)

    # ------------------------------------------------------------------------------------ message batches

    def open_batch(self, requests: Mapping[str, tuple[str, Usage]]) -> tuple[int, ...]:
        """Enter all requests of a batch, {request: (key, most)}, before it is submitted.

        From now on a kill leaves a submission of which nobody knows whether it arrived: see ``unsure``.
        """
        with self._journal.transaction() as database:
            numbers = tuple(self._enter(key, request, most) for request, (key, most) in requests.items())
            intent = [(f"{_UNSURE}{numbers[0]}", number) for number in numbers]
            database.executemany("UPDATE calls SET batch = ? WHERE id = ?", intent)
        return numbers

    def unsure(self) -> tuple[Submission, ...]:
        """Return the submissions that a kill or a lost answer left without an id, oldest first."""
        sql = (
            "SELECT batch, MIN(made), STRFTIME('%s') - STRFTIME('%s', MIN(made)) FROM calls"
            " WHERE run = ? AND state = ? AND batch LIKE ? GROUP BY batch ORDER BY MIN(id)"
        )
        rows = self._journal.all(sql, self._journal.run, _OPEN, f"{_UNSURE}%")
        return tuple(
            Submission(str(one), datetime.fromisoformat(made).replace(tzinfo=UTC), age) for one, made, age in rows
        )

    def known_batch(self, batch: str) -> bool:
        """Tell whether a batch was submitted from this folder, in any run."""
        return self._journal.one("SELECT 1 FROM batches WHERE id = ?", batch) is not None

    def submitted(self, numbers: tuple[int, ...], batch: str) -> None:
        """Note the id of a batch: from now on another process can collect it."""
        with self._journal.transaction() as database:
            database.execute("INSERT INTO batches (id, run) VALUES (?, ?)", (batch, self._journal.run))
            database.executemany("UPDATE calls SET batch = ? WHERE id = ?", [(batch, number) for number in numbers])

    def not_submitted(self, numbers: tuple[int, ...]) -> None:
        """Note that a submission never arrived: it cost nothing."""
        with self._journal.transaction():
            for number in numbers:
                self._close(number, Usage(), FREE, None)

    def batches(self) -> tuple[str, ...]:
        """Return the batches of this run that were submitted and not yet collected, oldest first."""
        sql = "SELECT id FROM batches WHERE run = ? AND collected = 0 ORDER BY rowid"
        return tuple(str(row[0]) for row in self._journal.all(sql, self._journal.run))

    def waiting(self, batch: str) -> dict[str, int]:
        """Return what a batch was asked, by request, with the number of the call."""
        sql = "SELECT request, id FROM calls WHERE batch = ? AND state = ? ORDER BY id"
        return {str(request): int(number) for request, number in self._journal.all(sql, batch, _OPEN)}

    def collected(self, batch: str, results: Mapping[int, tuple[Usage, str, str | None]]) -> None:
        """Note all results of a batch, {number: (took, state, reply)}, at once."""
        with self._journal.transaction():
            for number, (took, state, reply) in results.items():
                self._close(number, took, state, reply)
            self._journal.change("UPDATE calls SET state = ? WHERE batch = ? AND state = ?", LOST, batch, _OPEN)
            self._journal.change("UPDATE batches SET collected = 1 WHERE id = ?", batch)

    def _so_far(self) -> str:
        spent = self.spent()
        return f"spent: ${spent.usd:.4f}, {spent.tokens} tokens in {spent.calls} calls"

    def _enter(self, key: str, request: str, most: Usage) -> int:
        return self._journal.change(
            "INSERT INTO calls (run, key, request, state, calls, tokens, usd) VALUES (?, ?, ?, ?, 1, ?, ?)",
            *(self._journal.run, key, request, _OPEN, _tokens(most), most.usd),
        )

    def _close(self, number: int, took: Usage, state: str, reply: str | None) -> None:
        self._journal.change(
            "UPDATE calls SET state = ?, calls = ?, tokens = ?, usd = ?, reply = ? WHERE id = ?",
            *(state, took.calls, _tokens(took), took.usd, reply, number),
        )


def _tokens(usage: Usage) -> int:
    return usage.input_tokens + usage.output_tokens + usage.cache_read_tokens + usage.cache_write_tokens
