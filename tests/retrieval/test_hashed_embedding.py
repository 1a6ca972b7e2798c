"""The hashing embedder: a fixed place and sign for every word, the same everywhere."""

import math
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.hashed_embedding import DIMENSION, hashed


def cosine(one: str, other: str) -> float:
    return math.fsum(a * b for a, b in zip(hashed(one), hashed(other), strict=True))


@settings(max_examples=100)
@given(st.text(max_size=100))
def test_a_vector_has_length_one_or_none(text: str) -> None:
    vector = hashed(text)
    assert len(vector) == DIMENSION
    length = math.sqrt(math.fsum(v * v for v in vector))
    assert length == pytest.approx(1.0) or length == 0.0


def test_forms_of_a_word_are_nearer_than_other_words() -> None:
    assert cosine("honey", "honeyed") > cosine("honey", "harbour") + 0.1
    assert cosine("Bees dance in the hive", "The bees' dance in a hive") > 0.95


def test_the_order_of_words_makes_no_difference() -> None:
    assert cosine("night trains run", "run trains night") == pytest.approx(1.0)


def test_the_vector_is_the_same_under_any_hash_seed() -> None:
    code = "from retrieval.hashed_embedding import hashed; print(list(hashed('Night trains are back on twelve lines')))"
    runs = [
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1]
