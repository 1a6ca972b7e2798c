"""How two words stand to each other."""

from __future__ import annotations

import pytest

from audit.meaning.tokens import key_of
from audit.meaning.word_kinds import exclude_each_other, is_kind


@pytest.mark.parametrize(
    ("one", "other"), [("red", "green"), ("Tuesday", "Thursday"), ("near", "far"), ("first", "3rd")]
)
def test_members_of_a_class_exclude_each_other(one: str, other: str) -> None:
    assert exclude_each_other(key_of(one.lower()), key_of(other.lower()))


@pytest.mark.parametrize(("one", "other"), [("red", "boat"), ("small", "tiny"), ("pork", "meat")])
def test_others_do_not(one: str, other: str) -> None:
    assert not exclude_each_other(key_of(one), key_of(other))


def test_a_kind_of_a_kind_is_a_kind() -> None:
    assert is_kind(key_of("doves"), key_of("birds"))
    assert is_kind(key_of("doves"), key_of("animals"))
    assert not is_kind(key_of("birds"), key_of("doves"))
