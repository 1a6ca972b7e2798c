"""What follows from the numbers of two sources that are cited together."""

from __future__ import annotations

from audit.pairs import judge
from audit.runner import audit
from wellsourced_core.model import Claim, Pair, Source

WAGE = "A quarryman of the Ellerton pits earned 27 shillings a week in 1900. The pits employed 1,140 men and 62 boys."
RELIEF = "Each family received ten shillings a week from the relief fund. The fund closed in March with 14 pounds left."
CLAIM = "Each family received ten shillings a week, not quite two fifths of what a quarryman of Ellerton had earned"
LIST = "\n\n## Sources\n\n1. https://wage.example\n2. https://relief.example\n"


def told(claim: str) -> list[str]:
    sources = (
        Source("wage", "https://wage.example", "Wages", WAGE, n=1),
        Source("relief", "https://relief.example", "Relief", RELIEF, n=2),
    )
    return [f.code for f in audit(claim + LIST, sources).findings if f.code.startswith("N")]


def test_a_share_of_one_sources_number_in_anothers_is_no_finding() -> None:
    assert told(f"{CLAIM} [1][2].") == []


def test_a_share_that_they_do_not_give_is_told() -> None:
    assert told(f"{CLAIM.replace('two fifths', 'four fifths')} [1][2].") == ["N201"]


def test_pairs_read_what_is_cited_together() -> None:
    source = Source("relief", "", "", RELIEF)
    alone, together = judge(Pair(Claim(f"{CLAIM}."), source)), judge(Pair(Claim(f"{CLAIM}."), source, (WAGE,), (0,)))
    assert "N201" in alone.findings
    assert "N201" not in together.findings
    assert together.statistics_accepted  # the shillings are carried; of the share no one source shows the sum
