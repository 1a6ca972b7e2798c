"""Numbers of a table, in the row and the column that a claim names or in others."""

from __future__ import annotations

import pytest

from audit.statistics import judge, prepare

ROWS = ("Harbour", "2021", "2022"), ("Ost", "1,420", "1,385"), ("West", "760", "905"), ("Lock", "512", "488")


def table(separator: str, *, framed: bool = False) -> str:
    lines = [separator.join(f" {cell} " for cell in row) for row in ROWS]
    if framed:
        lines = [f"{separator}{line}{separator}" for line in lines]
    return "Ships that called.\n" + "\n".join(lines) + "\nSource: harbour office."


TABLES = [table("|"), table("|", framed=True), table(";"), table("\t")]


@pytest.mark.parametrize("source", TABLES)
@pytest.mark.parametrize(
    ("claim", "named"),
    [("In 2022 West counted 760 ships.", "905"), ("In 2022 Lock counted 1,385 ships.", "488")],
)
def test_another_row_or_column(source: str, claim: str, named: str) -> None:
    (found,) = [one for one in judge(claim, prepare(source)) if one.verdict != "carried"]
    assert found.verdict == "other-fact"
    assert f'"{named}"' in found.why


@pytest.mark.parametrize("source", TABLES)
@pytest.mark.parametrize("claim", ["In 2022 West counted 905 ships.", "In 2021 Ost counted 1,420 ships."])
def test_the_row_and_the_column_that_are_named(source: str, claim: str) -> None:
    assert {one.verdict for one in judge(claim, prepare(source))} == {"carried"}


def test_a_line_alone_is_no_table() -> None:
    (found,) = judge("West counted 760 ships.", prepare("Ost; 1,420 ships came; West counted 760 ships."))
    assert found.verdict == "carried"
