"""Laws of numbers that hold for any text."""

from __future__ import annotations

import math
import re
import sys
import unicodedata
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from audit.agreement.strength import strength
from audit.pairs import judge as judge_pair
from audit.statistics import accepted, conflicts, direction_mismatch, judge, prepare, specification_score
from wellsourced_core.model import Claim, Pair, Source
from wellsourced_core.quantities import may_count, quantities
from wellsourced_core.text import visible, words
from wellsourced_core.values import replace

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


# The zero of every row of ten decimal digits but ASCII's own.
ZEROS = [c for c in map(chr, range(0x80, sys.maxunicode + 1)) if c.isdecimal() and unicodedata.decimal(c) == 0]


@COMMON
@given(TEXTS, st.sampled_from(ZEROS))
@example("About 1,234.5 of $4.2 million on 5 May 2019, 10^5 of 3 × 10⁶, 9/11, [3] and 50 %", "०")
def test_j106_digits_of_any_script_are_the_same_numbers_at_the_same_places(text: str, zero: str) -> None:
    turned = re.sub("[0-9]", lambda digit: chr(ord(zero) + int(digit[0])), text)
    found = quantities(turned, names=True)
    assert [replace(q, text="") for q in found] == [replace(q, text="") for q in quantities(text, names=True)]
    assert all(turned[q.start : q.end] == q.text for q in found)
    assert may_count(turned) == may_count(text)
    assert words(turned) == words(text)


HIDDEN = "\u00ad\u034f\u061c\u200b\u200c\u200d\u200e\u200f\u2060\u2063\ufe0f\ufeff\U000e0001"
SAID = (
    "The mill on the Lenne took 42 percent of the water in 2019, and 1,250 guests paid $4.2 million.",
    "Of the 17 members, two-thirds voted for the weir on 5 May 2019; it never reopened.",
)


def strewn(text: str, places: list[tuple[int, str]]) -> str:
    for place, character in places:
        at = place % (len(text) + 1)
        text = f"{text[:at]}{character}{text[at:]}"
    return text


@COMMON
@given(
    st.sampled_from(SAID),
    st.sampled_from(["42", "43"]),
    st.sampled_from(["17", "two-thirds", "2019", "percent", "never", "$4.2", "no such words"]),
    *[st.lists(st.tuples(st.integers(0, 300), st.sampled_from(HIDDEN)), max_size=8)] * 2,
)
@example(SAID[0], "42", "percent", [(29, "\u200b"), (35, "\u00ad")], [(29, "\u2060"), (35, "\u200e")])
def test_j107_hidden_characters_change_no_verdict(
    said: str, number: str, gone: str, mine: list[tuple[int, str]], theirs: list[tuple[int, str]]
) -> None:
    claim, source = said.replace("42", number), said.replace(gone, "eleven")
    plain = judge_pair(Pair(Claim(claim), Source("1", "", "", source)))
    hiding = strewn(source, theirs)
    found = judge_pair(Pair(Claim(strewn(claim, mine)), Source("1", "", "", hiding)))
    assert (found.verdict, found.support, found.findings) == (plain.verdict, plain.support, plain.findings)
    assert [(one.quantity, one.verdict) for one in found.statistics] == [
        (one.quantity, one.verdict) for one in plain.statistics
    ]
    for one, other in zip(found.statistics, plain.statistics, strict=True):
        assert (one.evidence is None) == (other.evidence is None)
        if one.evidence and other.evidence:  # cut from the source as it was given
            assert one.evidence.text == hiding[one.evidence.start : one.evidence.end]
            assert visible(one.evidence.text) == other.evidence.text


@COMMON
@given(TEXTS, st.lists(st.tuples(st.integers(0, 300), st.sampled_from(HIDDEN)), max_size=8))
def test_j107_hidden_characters_stand_in_no_number_and_no_word(text: str, places: list[tuple[int, str]]) -> None:
    text = visible(text)
    hiding = strewn(text, places)
    found = quantities(hiding, names=True)
    assert [(q.value, q.unit, q.kind) for q in found] == [
        (q.value, q.unit, q.kind) for q in quantities(text, names=True)
    ]
    assert all(hiding[q.start : q.end] == q.text for q in found)
    read = words(hiding)
    assert read.surfaces == words(text).surfaces
    assert [visible(hiding[a:b]) for a, b in zip(read.starts, read.ends, strict=True)] == [
        text[a:b] for a, b in zip(words(text).starts, words(text).ends, strict=True)
    ]


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
