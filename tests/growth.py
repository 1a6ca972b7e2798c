"""How fast the CPU time of a job grows with its size, measured so that a busy machine cannot fail a test."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable

Job = Callable[[], object]


def spent(job: Job) -> float:
    """Return the CPU seconds that one run of `job` takes."""
    start = time.process_time()
    job()
    return time.process_time() - start


def exponent(small: Job, large: Job, ratio: float, enough: float, *, rounds: int = 12) -> float:
    """Return the growth exponent between two jobs whose sizes differ by `ratio`.

    It is the gentlest of up to `rounds` measured pairs, and measuring stops at the first that is at most `enough`:
    noise spoils some pairs, while a job that grows too fast does so in all of them. The small job counts with the
    quickest of three runs after a warm-up, so that one slow run cannot hide a steep growth.
    """
    small()
    gentlest = math.inf
    for _ in range(rounds):
        quickest = min(spent(small) for _ in range(3))
        gentlest = min(gentlest, math.log(max(spent(large), 1e-9) / max(quickest, 1e-9)) / math.log(ratio))
        if gentlest <= enough:
            break
    return gentlest


def calls(job: Job) -> int:
    """Return how many functions a job calls: the same in each run, however busy the machine."""
    count = 0

    def counted(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counted)
    try:
        job()
    finally:
        sys.setprofile(None)
    return count
