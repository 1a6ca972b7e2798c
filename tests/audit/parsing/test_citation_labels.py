"""Labels are read as written, compared as what they are, and expanded only as far as the list goes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.parsing.citation_labels import label_of, members


@pytest.mark.parametrize(
    ("raw", "label"),
    [("1", 1), ("01", 1), ("000", 0), (" 7 ", 7), ("note", "note"), ("1a", "1a"), ("१", "१"), ("１", "１"), ("²", "²"),
     ("999999999", 999_999_999), ("1000000000", "1000000000"), ("0" * 20 + "5", 5), ("9" * 5000, "9" * 5000)],
)  # fmt: skip
def test_a_label_is_a_number_only_of_few_ascii_digits(raw: str, label: int | str) -> None:
    assert label_of(raw) == label


@pytest.mark.parametrize(
    ("group", "labels"),
    [
        ("1", [1]),
        ("1, 3", [1, 3]),
        ("3; 1", [3, 1]),
        ("1-3", [1, 2, 3]),
        ("1–3", [1, 2, 3]),
        ("2 - 5", [2, 3, 5]),
        ("3-7, 9", [3, 7, 9]),
        ("5-2", []),
        ("2026-01", []),
        ("2-2", [2]),
        ("1-999999999", [1, 2, 3, 999_999_999]),
        ("2-10000000000", [2, 3, "10000000000"]),
        ("10000000000-3", []),
    ],
)
def test_a_range_has_its_ends_and_the_members_between(group: str, labels: list[int | str]) -> None:
    assert [ref.label for ref in members(group, 0, {1, 2, 3})] == labels


@given(st.text(alphabet="0123456789,-– ;", max_size=40), st.sets(st.integers(0, 30)), st.integers(0, 9))
def test_every_reference_points_at_digits(group: str, known: set[int], offset: int) -> None:
    for ref in members(group, offset, known):
        piece = group[ref.start - offset : ref.end - offset]
        assert piece[0].isdigit()
        assert piece[-1].isdigit()
    assert len(list(members(group, offset, known))) <= len(group) * (len(known) + 2)
