"""Shards of pairs: nothing lost, nothing twice, the order kept, a bad line named."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from wellsourced.verify_shards import Judge, shards
from wellsourced_core.errors import InputError

PAIR = {"claim": "The dam cost 4.2 billion dollars [1].", "source_text": "The dam cost 4.2 billion dollars in all."}


def lines(count: int) -> Iterator[tuple[int, bytes]]:
    return ((n, json.dumps({"id": n, **PAIR}).encode()) for n in range(1, count + 1))


@given(st.integers(0, 30), st.integers(1, 7))
def test_shards_are_the_lines_in_order(count: int, most: int) -> None:
    cut = list(shards(lines(count), most))
    assert [line for shard in cut for line in shard] == list(lines(count))
    assert all(1 <= len(shard) <= most for shard in cut)


def test_long_lines_make_short_shards() -> None:
    long = [(n, b" " * 3_000_000) for n in range(4)]
    assert [len(shard) for shard in shards(long, 100)] == [2, 2]


def test_lines_are_read_as_they_are_needed() -> None:
    taken: list[int] = []

    def endless() -> Iterator[tuple[int, bytes]]:
        for n in range(1_000_000):
            taken.append(n)
            yield n, b"{}"

    found = shards(endless(), 10)
    next(found)
    assert len(taken) == 10


@given(st.integers(0, 12), st.integers(1, 5))
def test_what_cannot_be_read_comes_last(count: int, most: int) -> None:
    def broken() -> Iterator[tuple[int, bytes]]:
        yield from lines(count)
        raise InputError(f"pairs:{count + 1}", "the line is too long", "cut it")

    judge = pickle.loads(pickle.dumps(Judge("pairs")))  # noqa: S301 - as a worker gets it
    found = [judge(shard) for shard in shards(broken(), most)]
    assert [json.loads(line)["id"] for text, _ in found for line in text.splitlines()] == list(range(1, count + 1))
    assert [str(error) for _, error in found if error] == [f"pairs:{count + 1}: the line is too long: cut it"]
    assert found[-1][1] is not None


def test_a_bad_line_is_named_and_those_before_it_are_judged() -> None:
    text, error = Judge("pairs")([*lines(2), (7, b"{"), (8, b"never read")])
    assert len(text.splitlines()) == 2
    assert str(error).startswith("pairs:7: is not JSON")
