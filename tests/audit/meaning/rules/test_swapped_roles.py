"""Who does something, and to whom."""

from __future__ import annotations

import pytest

from audit.meaning.rules.swapped_roles import RULE
from audit.meaning.statement import Objection, Statement

DEAL = "Kerr Maritime said on Monday it had agreed to buy Bergen-based Nordlast for 900 million kroner."
RACE = "The lorry overtook rail as the main carrier of freight in 1971."


def exchanged(claim: str, source: str) -> Objection | None:
    return RULE.judge(Statement(claim, source, 1.0, False, bool, tuple))


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Nordlast has agreed to acquire Kerr Maritime for 900 million kroner.", DEAL),
        ("Kerr Maritime is being taken over by Nordlast.", "Kerr Maritime takes over Nordlast in May."),
        ("Kerr Maritime is being bought by Nordlast.", DEAL),
        ("Rail overtook the lorry as the main carrier of freight.", RACE),
        ("Anna Holm will succeed Carl Berg.", "Carl Berg succeeds Anna Holm as chair in June."),
        ("Osk were beaten 3-1 by Tarn.", "Osk beat Tarn 3-1 in the cup."),
    ],
)
def test_exchanged(claim: str, source: str) -> None:
    assert exchanged(claim, source) is not None


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Kerr Maritime acquires Nordlast.", DEAL),
        ("Nordlast is being bought by Kerr Maritime.", DEAL),
        ("Rail was overtaken by the lorry in 1971.", RACE),
        ("Nordlast bought two ferries.", DEAL),
        ("Tarn were beaten 3-1 by Osk.", "Osk beat Tarn 3-1 in the cup."),
        ("Ost beat West.", "Ost beat West in May, and West beat Ost in June."),
        ("Anna Holm takes over from Carl Berg.", "Carl Berg handed the chair to Anna Holm."),
    ],
)
def test_in_order(claim: str, source: str) -> None:
    assert exchanged(claim, source) is None
