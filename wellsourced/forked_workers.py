"""Do numbered work in several processes of this machine; one that dies takes only its own piece along."""

from __future__ import annotations

import gc
import os
from contextlib import suppress

from wellsourced_core.errors import WellsourcedError
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkProcess
    from typing import TypeVar

    _Made = TypeVar("_Made")

_HANDFUL = 5  # pieces that are done sooner than a process is worth its start
_LEAST = 2  # pieces a worker


@frozen
class Died:
    """What came of a piece of work whose process ended before it was done; ``how`` says in words by what."""

    how: str


def workers(asked: int | None, pieces: int) -> int:
    """Return how many processes are to share the work: as many as asked for, else the cores for more than a handful."""
    if not hasattr(os, "fork"):
        return 1
    if asked is None:
        asked = _cores() if pieces > _HANDFUL else 1
    return max(1, min(asked, pieces // _LEAST))


def spread(work: Callable[[int], _Made], pieces: Sequence[int], processes: int) -> Iterator[tuple[int, _Made | Died]]:
    """Do every piece and yield its number with what came of it, in the order in which they are done.

    The processes are copies of this one: what it has imported and read is theirs. They end when it does, however that
    ends. With one process the work is done here. Raises what the work raises.
    """
    if processes == 1:
        yield from ((piece, work(piece)) for piece in pieces)
        return
    from multiprocessing.connection import wait

    gc.freeze()  # what is there already is not looked at again, so that its memory stays shared
    left = iter(pieces)
    team = _Team(work)
    try:
        for piece in (piece for _, piece in zip(range(processes), left, strict=False)):
            team.start(piece)
        while team.busy:
            for connection in wait(list(team.busy)):
                piece, made = team.result(connection)  # type: ignore[arg-type]
                yield piece, made  # type: ignore[misc]  # what the work makes
                following = next(left, None)
                if following is not None:
                    team.go_on(connection, following)  # type: ignore[arg-type]
    finally:
        team.dismiss()


def in_order(work: Callable[[int], _Made], count: int, asked: int | None, name: str) -> list[_Made]:
    """Do so many pieces and return what came of them, by their numbers; ``name`` is what the work is about.

    Raises what the work raises, and WellsourcedError where a process ends before it is done.
    """
    made = sorted(spread(work, range(count), workers(asked, count)), key=lambda one: one[0])
    done: list[_Made] = []
    for _, one in made:
        if isinstance(one, Died):
            raise died(name, one)
        done.append(one)
    return done


def died(name: str, one: Died) -> WellsourcedError:
    """Return the error that says so."""
    remedy = "run again with --jobs 1; if that ends too, report it"
    return WellsourcedError(name, f"the process that worked on it has ended ({one.how})", remedy, code="worker-lost")


class _Team:
    """Processes, the pipes to them, and what each is at."""

    def __init__(self, work: Callable[[int], object]) -> None:
        self._work = work
        self._processes: dict[Connection, ForkProcess] = {}
        self.busy: dict[Connection, int] = {}

    def start(self, piece: int) -> None:
        """Start a process with a piece of work."""
        from multiprocessing import get_context

        context = get_context("fork")
        ours, theirs = context.Pipe()
        # A worker learns from its pipe's other end that we are gone: nobody else may hold that end open.
        process = context.Process(target=_labour, args=(self._work, theirs, [*self._processes, ours]), daemon=True)
        process.start()
        theirs.close()
        self._processes[ours] = process
        self._give(ours, piece)

    def go_on(self, connection: Connection, piece: int) -> None:
        """Give the next piece to a process that is done, or to a new one in place of one that died."""
        if connection in self._processes:
            self._give(connection, piece)
        else:
            self.start(piece)

    def result(self, connection: Connection) -> tuple[int, object]:
        """Return what a process made, and of what. Raises what the work raised."""
        piece = self.busy.pop(connection)
        try:
            made, error = connection.recv()
        except (EOFError, ConnectionError):
            process = self._processes.pop(connection)
            process.join()
            connection.close()
            code = process.exitcode or 0
            return piece, Died(f"signal {-code}" if code < 0 else f"exit code {code}")
        if error is not None:
            raise error
        return piece, made

    def dismiss(self) -> None:
        """End every process: those at work at once, the others by closing their pipes."""
        for connection, process in self._processes.items():
            if connection in self.busy:
                process.terminate()
            connection.close()
        for process in self._processes.values():
            process.join()

    def _give(self, connection: Connection, piece: int) -> None:
        self.busy[connection] = piece
        with suppress(ConnectionError):  # it has died: result() says so
            connection.send(piece)


def _labour(work: Callable[[int], object], pipe: Connection, of_others: Sequence[Connection]) -> None:
    """Work until there is nothing more to do; whoever is at the terminal interrupts the process that started us."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for connection in of_others:
        connection.close()
    with suppress(EOFError, ConnectionError):
        while True:
            pipe.send(_done(work, pipe.recv()))


def _done(work: Callable[[int], object], piece: int) -> tuple[object, Exception | None]:
    """Return what comes of a piece of work, or what it raised, in a form that travels."""
    import pickle

    try:
        return work(piece), None
    except Exception as error:
        try:
            return None, pickle.loads(pickle.dumps(error))  # noqa: S301  # our own, made here
        except Exception:
            return None, RuntimeError(f"{type(error).__name__}: {error}")


def _cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
