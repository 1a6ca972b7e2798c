"""Whole reports of our own with an answer key: the right sentences that are accused, and the faults that are told.

The figures are those reached: they may only get better.
"""

from __future__ import annotations

import pytest

from benchmarks.accuracy_reports import names, told
from wellsourced_core.model import Severity

# Right sentences accused, by errors; faults told.
REACHED = {
    "first": (20, 2, 48),
    "second": (23, 2, 40),
    "third": (16, 4, 37),
}


def test_every_set_is_held() -> None:
    assert REACHED.keys() == set(names())


@pytest.mark.parametrize("name", names())
def test_right_sentences_are_left_alone_and_faults_told(name: str) -> None:
    rows = list(told(name))
    accused, errors, faults = REACHED[name]
    assert sum(one.right and one.grave for one in rows) <= accused
    assert sum(one.right and one.severity is Severity.ERROR for one in rows) <= errors
    assert sum(not one.right and one.grave for one in rows) >= faults
