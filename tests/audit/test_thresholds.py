"""The thresholds of the judgement of numbers are values that a caller may replace, and they decide."""

from __future__ import annotations

import pytest

from audit.statistics import judge, prepare
from audit.thresholds import PLACE_THRESHOLDS, Thresholds
from wellsourced_core.values import replace

SOURCE = (
    "Rain fell on 140 days in Ardle. In Skerry it fell on 95. Fog was rare. The pier was rebuilt. Gulls nest there."
)


def test_they_cannot_be_changed_in_place() -> None:
    with pytest.raises(AttributeError):
        PLACE_THRESHOLDS.context = 0.5  # type: ignore[misc]


def test_equal_ones_are_equal() -> None:
    assert Thresholds() == PLACE_THRESHOLDS
    assert replace(PLACE_THRESHOLDS, names=3) != PLACE_THRESHOLDS


@pytest.mark.parametrize(("names", "verdict"), [(1, "other-fact"), (2, "other-fact"), (9, "carried")])
def test_how_many_unknown_names_make_a_source_speak_of_something_else(names: int, verdict: str) -> None:
    claim = "Rain fell on 140 days in Ardle, say Brunhilde and Theodora."
    (found,) = judge(claim, prepare(SOURCE), replace(PLACE_THRESHOLDS, names=names))
    assert found.verdict == verdict
