"""A place by another of its names is no missing name; another place is."""

from __future__ import annotations

import pytest

from audit.pairs import judge
from audit.reading.place_aliases import known_by_alias
from wellsourced_core.model import Claim, Pair, Source


@pytest.mark.parametrize(
    ("name", "text", "known"),
    [
        ("United States", "It was built in the USA.", True),
        ("United States", "It was built in the U.S. by two brothers.", True),
        ("United States", "He told us of it.", False),
        ("United States", "A USB cable.", False),
        ("United Kingdom", "Sales in Britain rose.", True),
        ("United Nations", "The UN met.", True),
        ("European Union", "The E.U. met.", True),
        ("New York", "In Boston.", False),
        ("Port Vellin", "In Brae.", False),
    ],
)
def test_other_names(name: str, text: str, known: bool) -> None:
    assert known_by_alias(name, text) is known


@pytest.mark.parametrize("said", ["the USA", "the U.S.", "the US", "America"])
def test_a_place_by_another_name_is_not_missing(said: str) -> None:
    pair = Pair(
        Claim("The ferry was built in the United States in 1945."),
        Source("1", "", "", f"The ferry was built in {said} in 1945, and sold five years later."),
    )
    assert judge(pair).findings == ()


def test_another_place_is() -> None:
    pair = Pair(
        Claim("The ferry was built in the United States in 1945."),
        Source("1", "", "", "The ferry was built in Norway in 1945, and sold five years later."),
    )
    assert "C107" in judge(pair).findings
