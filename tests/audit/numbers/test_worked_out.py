"""Which formula a claim's number means, and what is said where it means one that gives something else."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.statistics import direction_mismatch, judge, prepare
from wellsourced_core.model import StatisticVerdict
from wellsourced_core.quantities import quantities

DEPOT = "The depot keeps 40 trams, 10 of them electric. It employs 300 people, and 100 of them are women."
CANAL = "Barges paid 60 crowns a day, down from 75. The lock keeper's house, built in 1830, has 12 rooms and 4 stoves."
AMOUNTS = st.integers(2, 10**6)


def on(claim: str, source: str, text: str) -> StatisticVerdict:
    [found] = [one for one in judge(claim, prepare(source)) if one.quantity.text == text]
    return found


@pytest.mark.parametrize(
    ("claim", "source", "text", "shown"),
    [
        ("A quarter of the trams at the depot are electric.", DEPOT, "A quarter", "10 / 40"),
        ("A third of the people at the depot are women.", DEPOT, "A third", "100 / 300"),
        ("Barges paid a fifth less than before.", CANAL, "a fifth", "(60 - 75) / 75"),
    ],
)
def test_the_numbers_that_stand_among_the_claims_words_are_meant(
    claim: str, source: str, text: str, shown: str
) -> None:
    assert on(claim, source, text).why == f"follows from the source: {shown}"


@pytest.mark.parametrize(
    ("claim", "source", "text", "given"),
    [
        ("A third of the trams at the depot are electric.", DEPOT, "A third", "25 % (10 / 40)"),
        ("Barges paid a third less a day, down from 75 crowns.", CANAL, "a third", "20 % ((60 - 75) / 75)"),
    ],
)
def test_what_follows_elsewhere_is_refused_and_what_does_here_is_shown(
    claim: str, source: str, text: str, given: str
) -> None:
    found = on(claim, source, text)
    assert (found.verdict, found.why) == ("absent", f"not in the source; its numbers give {given}")


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Twenty of the 34 looms were not repaired.", "The mill has 34 looms, 14 of them were repaired."),
        ("The cooper Ivo Brandt was born in 1702.", "The cooper Ivo Brandt died in 1771 at the age of 69."),
    ],
)
def test_the_rest_of_a_whole_contradicts_nobody(claim: str, source: str) -> None:
    assert direction_mismatch(claim, prepare(source)) is None


def test_a_mere_negation_still_does() -> None:
    assert direction_mismatch("The 14 looms were not repaired.", prepare("The 14 looms were repaired.")) is not None


def computed(shown: str) -> float:
    """Return the value of a formula as it is shown."""
    operators = re.sub(r"[0-9][0-9,.]*", lambda number: number[0].replace(",", ""), shown)
    return float(eval(re.sub(r"[^0-9.()+*/ -]", "", operators), {"__builtins__": {}}))  # noqa: S307  # digits and signs


@given(AMOUNTS, AMOUNTS, st.integers(1, 2 * 10**6), st.sampled_from(("sum", "difference")))
def test_a_formula_that_is_shown_gives_the_claims_number(a: int, b: int, n: int, how: str) -> None:
    total = {"sum": a + b, "difference": abs(a - b)}[how]
    source = prepare(f"The northern yard built {a:,} boats and the southern yard built {b:,} boats.")
    for number in (total, n):
        claim = {
            "sum": f"Together the yards built {number:,} boats in all.",
            "difference": f"One yard built {number:,} boats more than the other.",
        }[how]
        for one in judge(claim, source):
            if one.derivation:
                apart = abs(computed(one.why.partition(": ")[2]) - one.quantity.value)
                assert apart <= 0.5 * one.quantity.step


@given(AMOUNTS, AMOUNTS, st.integers(1, 100))
def test_a_share_that_is_shown_is_the_claims(part: int, whole: int, percent: int) -> None:
    source = prepare(f"The guild had {part + whole:,} members, {part:,} of them weavers.")
    for one in judge(f"Weavers made up {percent} per cent of the guild's members.", source):
        if one.derivation:
            given = abs(computed(one.why.partition(": ")[2]))
            assert abs(100 * given - percent) <= 0.5 + 1e-9


def test_numbers_of_a_claim_are_read_as_they_are_tested() -> None:
    assert [q.value for q in quantities("One yard built 1,204 boats more.")][-1] == 1204
