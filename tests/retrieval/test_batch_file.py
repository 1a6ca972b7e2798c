"""A line of `score --batch` is read whole, or refused with its place."""

import pytest

from retrieval.batch_file import read_batch
from wellsourced_core.errors import InputError

GOOD = {"url": "https://a.example/1", "title": "T", "text": "Words.", "published": "2026-01-02"}


def test_a_batch_is_a_question_with_its_sources() -> None:
    key, query, (first, second) = read_batch({"id": 7, "query": "q", "sources": [GOOD, GOOD | {"id": "x"}]}, "f:1")
    assert (key, query, first.id, first.n, second.id) == (7, "q", "1", 1, "x")
    assert read_batch({"id": "a", "query": "q", "sources": []}, "f:1") == ("a", "q", ())


@pytest.mark.parametrize(
    ("record", "subject", "problem"),
    [
        ({"id": 1, "sources": []}, "f:1", '"query" is missing'),
        ({"id": 1, "query": "?", "sources": []}, "f:1", "no word"),
        ({"id": 1, "query": "q", "sources": {}}, "f:1", "not a list"),
        ({"id": 1, "query": "q", "sources": [GOOD, 5]}, "f:1: sources[1]", "not an object"),
        ({"id": 1, "query": "q", "sources": [GOOD | {"title": None}]}, "f:1: sources[0]", '"title" is null'),
        ({"id": 1, "query": "q", "sources": [GOOD, GOOD | {"id": 1}]}, "f:1: sources[1]", "the id of sources[0]"),
        ({"id": 1, "query": "q", "sources": [GOOD, GOOD, GOOD | {"id": "2"}]}, "f:1: sources[2]", "id of sources[1]"),
    ],
)
def test_c15_a_bad_batch_is_named_with_index_and_field(record: dict[str, object], subject: str, problem: str) -> None:
    with pytest.raises(InputError) as caught:
        read_batch(record, "f:1")
    assert caught.value.subject == subject
    assert problem in caught.value.problem
