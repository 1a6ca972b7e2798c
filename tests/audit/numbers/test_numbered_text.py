"""A text read for its numbers: which sentences have a stem, and what a stem weighs."""

from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.numbers.numbered_text import read

WORDS = st.sampled_from("harbour crane tide mill ship lamp rope tar 12 300".split())
TEXTS = st.lists(st.lists(WORDS, min_size=1, max_size=6), min_size=1, max_size=8).map(
    lambda sentences: " ".join(f"The {' '.join(words)}." for words in sentences)
)


@given(TEXTS)
def test_the_sentences_of_each_stem_stand_in_order(text: str) -> None:
    found = read(text)
    stems = set().union(*found.sentence_stems)
    naive = {stem: [at for at, held in enumerate(found.sentence_stems) if stem in held] for stem in stems}
    assert {stem: list(at) for stem, at in found.holders.items()} == naive


@given(TEXTS)
def test_a_stem_weighs_more_the_fewer_sentences_have_it(text: str) -> None:
    found = read(text)
    n = len(found.sentence_stems)
    for stem, weight in found.weights.items():
        df = sum(stem in held for held in found.sentence_stems)
        assert weight == pytest.approx(log(1 + (n + 1) / (df + 0.5)))
    assert found.weights[""] == max(found.weights.values())
