"""Run searches in parallel; a backend that fails or hangs costs only its own results."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence

from retrieval.backends import Backend
from wellsourced_core.errors import BackendError, ConfigError, InputError, WellsourcedError, shown
from wellsourced_core.model import Attempt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import AttemptKind

DEADLINE = 20.0


def attempt(
    kind: AttemptKind, query: str, backends: Sequence[Backend], limit: int, *, deadline: float = DEADLINE
) -> tuple[Attempt, ...]:
    """Send one query to all backends in parallel; one Attempt per backend, in their order."""
    return attempts(((kind, query),), backends, limit, deadline=deadline)


def attempts(
    queries: Sequence[tuple[AttemptKind, str]], backends: Sequence[Backend], limit: int, *, deadline: float = DEADLINE
) -> tuple[Attempt, ...]:
    """Send every (kind, query) to every backend in parallel; Attempts are ordered by query, then by backend.

    A search that fails, or has not answered ``deadline`` seconds after the start, gives an Attempt with
    ``error`` and no source. What the user must correct (ConfigError, InputError) is raised instead.
    """
    searches = [_Search(kind, query, backend, limit) for kind, query in queries for backend in backends]
    for search in searches:
        search.start()
    end = time.monotonic() + deadline
    for search in searches:
        search.join(max(0.0, end - time.monotonic()))
    return tuple(search.outcome(deadline) for search in searches)


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
            ranked = tuple(backend.search(query, limit))[:limit]
            self._result = Attempt(kind, query, ranked, backend.name)
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
