"""How well a claim's number fits each number of a source by the words around it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.numbers.context import context_of
from audit.numbers.context_score import ContextScore, greatest
from audit.numbers.numbered_text import read_claim
from audit.statistics import prepare

SOURCE = "The quarry employs 60 masons. The harbour employs 25 pilots. A chapel of 1840 stands on 3 arches."
WORDS = st.sampled_from("quarry harbour masons pilots chapel arches 60 25 7".split())
TEXTS = st.lists(st.lists(WORDS, min_size=1, max_size=6), min_size=1, max_size=5).map(
    lambda sentences: " ".join(f"The {' '.join(words)}." for words in sentences)
)


def sought(claim: str, source: str = SOURCE) -> ContextScore:
    return ContextScore(context_of(read_claim(claim), 0), prepare(source))


@pytest.mark.parametrize(
    ("claim", "fits"),
    [
        ("The quarry employs 99 masons.", "60"),
        ("The harbour employs 99 pilots.", "25"),
        ("The chapel stands on 99 arches.", "3"),
    ],
)
def test_the_number_among_the_same_words_fits_best(claim: str, fits: str) -> None:
    found = sought(claim)
    assert found.source.mentions[found.best_fit(range(len(found.source.mentions)))].text == fits


def test_the_word_behind_a_number_counts() -> None:
    source = "The quarry employs 60 masons. In the harbour, far beyond the western hills, there are 25 pilots."
    found = sought("99 masons work there.", source)
    masons, pilots = (next(i for i, q in enumerate(found.source.mentions) if q.text == text) for text in ("60", "25"))
    assert found.following(masons) == 1.0
    assert found.following(pilots) < 0


def test_words_that_the_source_lacks_fit_nowhere() -> None:
    found = sought("Zebras graze 99 savannahs.")
    assert {found.affinity(i) for i in range(len(found.source.mentions))} == {0.0}
    assert {found.binding(i) for i in range(len(found.source.mentions))} == {0.0}


@given(TEXTS, TEXTS)
def test_what_is_given_as_the_most_is_never_passed_and_the_best_is_the_best(claim: str, source: str) -> None:
    read = read_claim(claim)
    if not read.mentions:
        return
    found = ContextScore(context_of(read, 0), prepare(source))
    numbers = range(len(found.source.mentions))
    limits = [(found.most_affinity(i), found.most_fit(i)) for i in numbers]
    for i, (most_affinity, most_fit) in zip(numbers, limits, strict=True):
        assert found.affinity(i) <= most_affinity + 1e-9
        assert found.binding(i) <= found.most_binding + 1e-9
        assert found.fit(i) <= most_fit + 1e-9
    if numbers:
        assert found.best_fit(numbers) == greatest(numbers, found.fit)


def test_of_equals_the_first_is_the_greatest() -> None:
    assert greatest([4, 2, 7], lambda i: float(i != 7)) == 2
