"""The measure that other tests rely on tells linear from steeper growth."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from growth import Job, exponent


def loop(steps: int) -> Job:
    return lambda: sum(1 for _ in range(steps))


@pytest.mark.parametrize(
    ("steps", "least", "most"),
    [(lambda n: n * 50, 0.5, 1.4), (lambda n: n * n, 1.6, 2.4), (lambda n: n**3 // 100, 2.6, 3.4)],
    ids=["linear", "quadratic", "cubic"],
)
def test_an_exponent_is_that_of_the_growth(steps: Callable[[int], int], least: float, most: float) -> None:
    assert least < exponent(loop(steps(100)), loop(steps(800)), 8, enough=least, rounds=4) < most


def test_no_more_is_measured_than_is_needed() -> None:
    runs: list[int] = []
    exponent(lambda: runs.append(1), lambda: runs.append(8), 8, enough=100)
    assert runs.count(8) == 1
    runs.clear()
    exponent(lambda: runs.append(1), lambda: runs.append(8), 8, enough=-100, rounds=5)
    assert runs.count(8) == 5
