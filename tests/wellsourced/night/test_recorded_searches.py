"""What is recorded of a topic's searches."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from wellsourced.night import answer_codec
from wellsourced.night.recorded_searches import Searches
from wellsourced_core.errors import BackendError
from wellsourced_core.model import Source


class Slow:
    """A backend that fails when it is let go."""

    name = "slow"

    def __init__(self) -> None:
        self.asked, self.go = threading.Event(), threading.Event()

    def search(self, _query: str, _limit: int) -> tuple[Source, ...]:
        self.asked.set()
        self.go.wait()
        raise BackendError(self.name, "broke down", "look after it")


def test_a_search_that_fails_after_it_was_given_up_stays_recorded_as_late() -> None:
    backend, kept = Slow(), dict[str, str]()
    searches = Searches(kept.get, kept.__setitem__)
    (recorded,) = searches.of([backend])
    with ThreadPoolExecutor(1) as pool:
        found = pool.submit(recorded.search, "mills", 5)
        backend.asked.wait()
        ((_, failure),) = searches.give_up()
        backend.go.set()
        with pytest.raises(BackendError, match="broke down"):
            found.result()
    assert searches.give_up() == ()
    with pytest.raises(BackendError, match="did not answer in time"):
        answer_codec.sources(failure)


def test_a_search_that_fails_is_recorded_with_its_failure() -> None:
    backend, kept = Slow(), dict[str, str]()
    backend.go.set()
    searches = Searches(kept.get, kept.__setitem__)
    (recorded,) = searches.of([backend])
    with pytest.raises(BackendError):
        recorded.search("mills", 5)
    ((_, failure),) = searches.give_up()
    assert "broke down" in failure
    assert kept == {}
