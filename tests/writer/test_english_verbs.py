"""Which English sentences have a verb of their main clause."""

from __future__ import annotations

import pytest

from writer.english_verbs import has_verb


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("The board agreed both, in eleven minutes.", True),
        ("The scheme cost €9.8m in 2025.", True),
        ("Tip it on its side.", True),
        ("A teaspoon of frozen herbs equals a teaspoon of fresh ones.", True),
        ("The Consumers' Union criticises the first option.", True),
        ("Gwen Harl, of the landlords' federation, welcomed the change.", True),
        ("The season, counted from May, lasted 141 days.", True),
        ("This branch comprises 14 of the 187 businesses.", True),
        ("One costs three times as much as the other.", True),
        ("The engineer, Solveig Marr, was pale when she spoke at midnight.", True),
        ("In the famous trial, kids who got more daylight had fewer glasses.", True),
        ("However, that was enough for a rise of more than sixty percent.", True),
        ("She set the company a deadline.", True),
        ("Fuel and insurance explain some of the rise.", True),
        ("Bring a jacket even in August.", True),
        ("To win over doubters the county will pay for holiday clubs.", True),
        ("Most of the letters bore a postmark of the Thursday before.", True),
        ("To see whether magnesium improves sleep.", False),
        ("Two other cautions.", False),
        ("Bread, cheese, smoked ham and wine.", False),
        ("Anna Lee, 46, retired teacher from Lund.", False),
        ("Two rooms, one bath, furnished to a high standard.", False),
        ("Health and safety report for the year.", False),
        ("Ring road closures.", False),
        ("Bed and board for one person.", False),
        ("The machine, which the county paid for.", False),
        ("A page, in English, which is updated every week.", False),
        ("The seed of the scheme.", False),
        ("The cost of the scheme.", False),
    ],
)
def test_verbs_that_look_like_nouns(text: str, verb: bool) -> None:
    assert has_verb(text) is verb
