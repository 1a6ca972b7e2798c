"""What the rules on meaning reach on 200 restatements and overclaims that were written without them in view."""

from __future__ import annotations

from collections import Counter
from functools import cache

from benchmarks.accuracy_meaning import Row, own

ACCUSED = 3  # right restatements that a rule on meaning accuses
ACCUSED_AT_ALL = 6  # with the rules on numbers, names and support
TOLD = 76  # overclaims with a finding of any rule
LEAST_OF_A_KIND = {
    "bound moved": 10,
    "hedge dropped": 8,
    "link as cause": 8,
    "negation or opposite": 8,
    "plan as fact": 8,
    "quantifier raised": 8,
    "reported speech as fact": 9,
    "restriction dropped": 4,
    "roles or comparison turned": 4,
    "superlative raised": 9,
}


@cache
def found() -> tuple[Row, ...]:
    return tuple(own())


def test_right_restatements_are_left_alone() -> None:
    right = [row for row in found() if row.label == "right"]
    assert len(right) == 100
    assert sum(row.by_meaning for row in right) <= ACCUSED
    assert sum(bool(row.codes) for row in right) <= ACCUSED_AT_ALL


def test_overclaims_are_told() -> None:
    wrong = [row for row in found() if row.label == "wrong"]
    assert len(wrong) == 100
    assert sum(bool(row.codes) for row in wrong) >= TOLD


def test_what_is_told_of_each_kind() -> None:
    told = Counter(row.kind for row in found() if row.label == "wrong" and row.codes)
    assert {kind: told[kind] for kind in LEAST_OF_A_KIND if told[kind] < LEAST_OF_A_KIND[kind]} == {}
