"""Markers are moved to where their sentence stands."""

from __future__ import annotations

import pytest

from audit.publish import PublishOptions
from audit.repointing import moves
from audit.runner import AuditOptions, open_case
from wellsourced_core.model import Label, Source

CITY = "The health department counted 4,318 noise complaints in Port Marlow in 2025, 22 percent fewer than in 2024."
LAB = "The sound laboratory measured the noise at 31 sites of Port Marlow and found the nights quieter by 2.3 decibels."
LEDGER = "The council of Port Marlow passed the noise ordinance by a vote of 7 to 2 after four hours of debate."
SOURCES = tuple(
    Source(f"s{n}", f"https://s{n}.example", f"Page {n}", text, n=n) for n, text in enumerate((CITY, LAB, LEDGER), 1)
)
LIST = "\n\n## Sources\n\n" + "".join(f"{n}. Page {n}. https://s{n}.example\n" for n in (1, 2, 3))


def moved(draft: str) -> list[tuple[Label, int | None]]:
    case = open_case(draft + LIST, SOURCES, AuditOptions())
    return [
        (one.citation.label, one.to if one.to is None else one.to + 1) for one in moves(case, PublishOptions().rules)
    ]


@pytest.mark.parametrize(
    ("draft", "found"),
    [
        ("Port Marlow counted 4,318 noise complaints in 2025 [1].", []),
        ("Port Marlow counted 4,318 noise complaints in 2025 [2].", [(2, 1)]),
        ("The noise ordinance of Port Marlow passed by a vote of 7 to 2 [1].", [(1, 3)]),
        # Each of two sources carries its half: both stay.
        ("Port Marlow counted 4,318 noise complaints in 2025 [1], and 31 sites were quieter by 2.3 decibels [2].", []),
        # One that adds nothing goes.
        ("The health department of Port Marlow counted 4,318 noise complaints in 2025 [1][3].", [(3, None)]),
        # Who cites sources that do not exist has not looked: of the others those stay that say it, even word for word.
        (f"{LAB[:-1]} [1-45].", [(1, None)]),
        (f"{LAB[:-1]} [1, 2].", []),
        # What nobody says is moved nowhere.
        ("Volunteers planted nine linden trees behind the old observatory [2].", []),
    ],
)
def test_a_marker_goes_where_its_sentence_stands(draft: str, found: list[tuple[Label, int | None]]) -> None:
    assert moved(draft) == found


def test_the_source_that_has_the_number_is_cited() -> None:
    other = CITY.replace("4,318", "5,120").replace("22 percent", "9 percent").replace("2025", "2023")
    sources = (*SOURCES, Source("s4", "https://s4.example", "Page 4", other, n=4))
    draft = "The health department counted 4,318 noise complaints in Port Marlow in 2025 [4]."
    case = open_case(draft + LIST + "4. Page 4. https://s4.example\n", sources, AuditOptions())
    assert [one.to for one in moves(case, PublishOptions().rules)] == [0]
