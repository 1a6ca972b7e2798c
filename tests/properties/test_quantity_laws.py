"""Laws of numbers that hold for any text."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from audit.numbers.matching import strength
from audit.statistics import accepted, conflicts, direction_mismatch, judge, prepare, specification_score
from wellsourced.core.quantities import quantities

PIECES = st.sampled_from(
    "12 1,234 1.234,5 $4.2 million 50 % percent points 2019 May 5 to - – between and more than about twelve hundred"
    " half of first not never rose fell trees cost guests . , ; ( ) [3] https://a.b/1 \n ½ ² € Mrd. 1990s '80s".split(
        " "
    )
)
TEXTS = st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=25).map(" ".join))
COUNTS = st.integers(min_value=10_000, max_value=999_999)
COMMON = settings(max_examples=120)


@COMMON
@given(TEXTS)
def test_spans_are_ordered_and_say_what_stands_there(text: str) -> None:
    found = quantities(text)
    assert all(text[q.start : q.end] == q.text for q in found)
    assert all(a.end <= b.start for a, b in pairwise(found))
    assert all(math.isfinite(q.value) and (q.high is None or q.high > q.value or q.kind == "score") for q in found)


@pytest.mark.parametrize("text", ["5€8", "5Mio€8", "3,5 Mio. €4.2 million", "$5€8£9", "12 EUR13"])
def test_a_sign_between_two_numbers_is_taken_once(text: str) -> None:
    found = quantities(text)
    assert len(found) >= 2
    assert all(text[q.start : q.end] == q.text for q in found)
    assert all(a.end <= b.start for a, b in pairwise(found))


@COMMON
@given(COUNTS)
def test_spellings_of_one_number_are_equal(n: int) -> None:
    spellings = (
        f"{n}",
        f"{n:,}",
        f"{n:,}".replace(",", " "),
        f"{n:,}".replace(",", "\u2009"),
        f"{n / 1000:.3f} thousand",
    )
    values = {quantities(f"It has {s} trees.")[0].value for s in spellings}
    assert values == {float(n)}


@COMMON
@given(COUNTS, COUNTS | st.integers(-20, 20))
@example(10_000, 1)
def test_a_plain_count_carries_itself_and_what_its_noughts_round(a: int, other: int) -> None:
    b = other if other >= 10_000 else a + other
    mine, theirs = quantities(f"{a:,} trees")[0], quantities(f"{b:,} trees")[0]
    noughts = len(str(a)) - len(str(a).rstrip("0"))
    if a == b:
        assert strength(mine, theirs) == 1
    elif abs(a - b) > (10**noughts / 2 if noughts else 0):
        assert strength(mine, theirs) == 0


@COMMON
@given(st.floats(min_value=0.1, max_value=900), st.sampled_from(("%", " km", " million", " euros")))
def test_a_number_carries_itself_and_no_thousandfold(x: float, unit: str) -> None:
    mine, theirs = quantities(f"{x:.1f}{unit}")[0], quantities(f"{x * 1000:.1f}{unit}")[0]
    assert strength(mine, mine) == 1.0
    assert strength(mine, theirs) == 0.0


@COMMON
@given(TEXTS, TEXTS)
def test_judging_raises_nothing_and_stays_in_bounds(claim: str, source: str) -> None:
    read = prepare(source)
    found = judge(claim, read)
    assert all(0.0 <= v.score <= 1.0 and v.why for v in found)
    assert all(v.evidence is None or source[v.evidence.start : v.evidence.end] == v.evidence.text for v in found)
    assert (accepted(found) is None) == all(v.verdict == "derived" and v.evidence is None for v in found)
    assert all(0.0 <= specification_score(claim, q, source) <= 1.0 for q in quantities(claim))
    direction_mismatch(claim, read)
    assert judge(claim, prepare(source)) == found


@COMMON
@given(TEXTS)
def test_a_text_does_not_contradict_itself(text: str) -> None:
    assert direction_mismatch(text, prepare(text)) is None or " not " in f" {text} " or "never" in text
    assert conflicts(prepare(text), prepare(text)) == ()
