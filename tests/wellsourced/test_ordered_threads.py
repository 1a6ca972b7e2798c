"""Work in threads, results in order."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wellsourced.ordered_threads import in_order
from wellsourced_core.errors import StorageError


@settings(max_examples=25)
@given(st.lists(st.integers(0, 3), max_size=12), st.integers(1, 5))
def test_results_come_in_order_whoever_is_first(pauses: list[int], jobs: int) -> None:
    def work(item: tuple[int, int]) -> int:
        time.sleep(item[1] / 1000)
        return item[0]

    found = in_order(enumerate(pauses), work, jobs, lambda: None)
    assert list(found) == list(range(len(pauses)))


def test_h12_topics_are_taken_as_they_are_needed() -> None:
    taken: list[int] = []

    def items() -> Iterator[int]:
        for number in range(1_000_000):
            taken.append(number)
            yield number

    found = in_order(items(), lambda item: item, 2, lambda: None)
    assert [next(found) for _ in range(5)] == [0, 1, 2, 3, 4]
    found.close()
    assert len(taken) < 20


def test_an_error_ends_the_work_and_leaves_no_thread() -> None:
    def work(item: int) -> int:
        if item == 3:
            raise StorageError("disk", "is full", "make room")
        return item

    found = in_order(range(100), work, 3, lambda: None)
    before = threading.active_count()
    with pytest.raises(StorageError):
        list(found)
    assert threading.active_count() <= before
