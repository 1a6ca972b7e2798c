"""The recorded searches of one topic: what was found, what failed, and what came too late to count."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from retrieval.attempt import DEADLINE
from retrieval.backends import Backend, Found, find
from wellsourced.night import answer_codec
from wellsourced.night.journal import fingerprint
from wellsourced_core.errors import BackendError, ConfigError, InputError
from wellsourced_core.model import Source
from wellsourced_core.values import frozen


class Searches:
    """The searches of one topic: repeated ones are answered from ``known``, new results are passed to ``keep``."""

    def __init__(self, known: Callable[[str], str | None], keep: Callable[[str, str], None]) -> None:
        self._known, self._keep = known, keep
        self._lock = threading.Lock()
        self._unanswered: dict[str, str] = {}

    def of(self, backends: Sequence[Backend]) -> tuple[Backend, ...]:
        """Return backends whose answers are recorded."""
        return tuple(_Recorded(backend, self) for backend in backends)

    def find(self, backend: Backend, query: str, limit: int) -> Found:
        question = fingerprint(backend.name, query, limit)
        known = self._known(question)
        if known is not None:
            return answer_codec.found(known)
        began = time.monotonic()
        with self._lock:
            self._unanswered[question] = answer_codec.failure_record(_late(backend))
        try:
            found = find(backend, query, limit)
        except (ConfigError, InputError):
            raise
        except Exception as error:
            with self._lock:
                if question in self._unanswered:  # else it was given up before, and is recorded as late
                    self._unanswered[question] = answer_codec.failure_record(error)
            raise
        with self._lock:
            # A search that is late counts as failed: the article is made without it, now and when it is made again.
            if time.monotonic() - began < DEADLINE and question in self._unanswered:
                self._keep(question, answer_codec.found_record(found))
                del self._unanswered[question]
        return found

    def give_up(self) -> tuple[tuple[str, str], ...]:
        """Return the searches that failed so far or are late, with how they did: what they still find is not kept."""
        with self._lock:
            failed = tuple(self._unanswered.items())
            self._unanswered.clear()
        return failed


@frozen
class _Recorded:
    """A backend whose answers are recorded."""

    backend: Backend
    searches: Searches

    @property
    def name(self) -> str:
        return self.backend.name

    def search(self, query: str, limit: int) -> tuple[Source, ...]:
        return self.find(query, limit).sources

    def find(self, query: str, limit: int) -> Found:
        return self.searches.find(self.backend, query, limit)


def _late(backend: Backend) -> BackendError:
    return BackendError(backend.name, "did not answer in time", "try again later")
