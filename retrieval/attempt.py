"""Run searches in parallel; a backend that fails or hangs costs only its own results."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from retrieval.backends import Backend, find
from wellsourced_core.errors import BackendError, ConfigError, InputError, WellsourcedError, shown
from wellsourced_core.model import Attempt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import AttemptKind

DEADLINE = 20.0
_TURN = 0.5  # seconds that a search which has ended waits for those before it to be told first


def attempt(
    kind: AttemptKind,
    query: str,
    backends: Sequence[Backend],
    limit: int,
    *,
    deadline: float = DEADLINE,
    told: Callable[[Attempt], None] = lambda _: None,
) -> tuple[Attempt, ...]:
    """Send one query to all backends in parallel; one Attempt per backend, in their order."""
    return attempts(((kind, query),), backends, limit, deadline=deadline, told=told)


def attempts(
    queries: Sequence[tuple[AttemptKind, str]],
    backends: Sequence[Backend],
    limit: int,
    *,
    deadline: float = DEADLINE,
    told: Callable[[Attempt], None] = lambda _: None,
) -> tuple[Attempt, ...]:
    """Send every (kind, query) to every backend in parallel; Attempts are ordered by query, then by backend.

    A search that fails, or has not answered ``deadline`` seconds after the start, gives an Attempt with
    ``error`` and no source. What the user must correct (ConfigError, InputError) is raised instead.
    ``told`` hears of every Attempt as it is there: in their order, but no search waits long for one before it.
    """
    searches = [_Search(kind, query, backend, limit) for kind, query in queries for backend in backends]
    for search in searches:
        search.start()
    end = time.monotonic() + deadline
    made: dict[int, Attempt] = {}
    while waiting := [i for i in range(len(searches)) if i not in made]:
        first = searches[waiting[0]]
        first.join(max(0.0, min(_TURN, end - time.monotonic())))
        is_over = not first.is_alive() or time.monotonic() >= end
        # One by one, so that searches which are equally fast are told in the same order in every run.
        for i in waiting[:1] if is_over else [i for i in waiting if not searches[i].is_alive()]:
            made[i] = searches[i].outcome(deadline)
            told(made[i])
    return tuple(made[i] for i in range(len(searches)))


def require_any(made: Sequence[Attempt]) -> None:
    """Raise BackendError when there were searches and every one of them failed."""
    if made and all(one.error is not None for one in made):
        problem = "; ".join(dict.fromkeys(f"{one.provider}: {one.error}" for one in made))
        raise BackendError("search", f"every backend failed ({problem})", "try again later or name another --backend")


class _Search(threading.Thread):
    """One search. A daemon: Python does not wait for a hung one when it ends."""

    def __init__(self, kind: AttemptKind, query: str, backend: Backend, limit: int) -> None:
        super().__init__(name=f"search-{backend.name}", daemon=True)
        self._asked = (kind, query, backend, limit)
        self._result: Attempt | Exception | None = None

    def run(self) -> None:
        kind, query, backend, limit = self._asked
        try:
            found = find(backend, query, limit)
            self._result = Attempt(kind, query, found.sources[:limit], backend.name, answer=found.answer)
        # A backend may fail in any way; the thread can report it only in its Attempt.
        except Exception as error:
            self._result = error

    def outcome(self, deadline: float) -> Attempt:
        kind, query, backend, _ = self._asked
        # Read once: a search that is late may still set it.
        result = self._result
        if isinstance(result, Attempt):
            return result
        if isinstance(result, (ConfigError, InputError)):
            raise result
        if result is None:
            why = f"no answer within {deadline:g} s"
        elif isinstance(result, WellsourcedError):
            # What to do is said once, of all backends.
            why = result.problem if result.subject == backend.name else f"{result.subject}: {result.problem}"
        else:
            why = shown(f"{type(result).__name__}: {result}")
        return Attempt(kind, query, (), backend.name, why)
