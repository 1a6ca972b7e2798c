"""Shares that the source has of something else, where the claim's own share follows."""

from __future__ import annotations

from audit.statistics import judge, prepare

LAKE = (
    "The reservoir shrank from 2,000 hectares to 1,500 hectares in summer. Boats may use it until dusk, swimmers may "
    "not. Since the reform of the bank rates the cooperative's savers were paid 25 per cent of the profit."
)


def test_a_share_that_follows_goes_before_the_same_figure_of_something_else() -> None:
    [found] = judge("The reservoir shrank by a quarter in summer.", prepare(LAKE))
    assert (found.verdict, found.derivation) == ("derived", "change")


def test_a_share_that_does_not_follow_is_still_of_something_else() -> None:
    [found] = judge("The reservoir shrank by a third in summer.", prepare(LAKE.replace("25 per", "33 per")))
    assert found.verdict != "derived"
