"""The section on what an article's evidence lacks."""

from __future__ import annotations

from quality.evidence import Evidence
from wellsourced.risks_section import HEADING, with_risks
from wellsourced_core.model import Conflict, Span

ARTICLE = "# The mill\n\nThe mill employs 40 people [1].\n"


def evidence(*conflicts: Conflict, notes: tuple[str, ...] = ()) -> Evidence:
    return Evidence(0.8, 0.5, 0.5, 2, 0, True, conflicts, notes)


def conflict(first: str, second: str) -> Conflict:
    return Conflict("people", 1, "40", 2, "52", "conflict", Span(0, len(first), first), Span(0, len(second), second))


def test_an_article_without_a_risk_stays_as_it_is() -> None:
    assert with_risks(ARTICLE, evidence()) == ARTICLE


def test_both_sides_of_a_contradiction_are_quoted_with_their_markers() -> None:
    found = with_risks(
        ARTICLE, evidence(conflict("The mill employs 40 people [3].", "It employs *52* people."), notes=("A note.",))
    )
    assert found == (
        f"{ARTICLE}\n{HEADING}\n\nA note.\n\n"
        "“The mill employs 40 people” [1]. By contrast: “It employs \\*52\\* people” [2].\n"
    )


def test_a_side_too_long_to_quote_leaves_the_pair_out_and_three_pairs_are_shown() -> None:
    assert with_risks(ARTICLE, evidence(conflict("The mill. " * 40, "It employs 52."))) == ARTICLE
    many = [conflict(f"The mill had {n} wheels.", "It had one wheel.") for n in range(5)]
    assert with_risks(ARTICLE, evidence(*many)).count("By contrast") == 3
