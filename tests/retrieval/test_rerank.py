"""Reranking by Voyage, on a loopback server; without a key it is skipped and said so."""

import json
from pathlib import Path

import pytest

from retrieval.rerank import rerank
from wellsourced_core.errors import ConfigError
from wellsourced_core.model import Source

REPLY = (Path(__file__).parents[2] / "fixtures" / "replies" / "voyage.json").read_text("utf-8")
SOURCES = tuple(
    Source(name, f"https://{name}.example/", name.title(), f"Text of {name}.") for name in ("one", "two", "three")
)


@pytest.fixture
def key(monkeypatch) -> None:
    monkeypatch.setenv("VOYAGE_API_KEY", "pa-SECRET")


def test_sources_come_in_the_service_s_order_with_its_scores(server, answer, key) -> None:
    server.answer = lambda _r: answer(REPLY, mime="application/json")
    done = rerank("which text", SOURCES, url=server.url("/v1/rerank"))
    assert [source.id for source in done.ranked] == ["three", "one", "two"]
    assert done.scores == (0.8125, 0.4375, 0.0)
    assert (done.note, done.tokens) == ("Rerank: 3 sources by rerank-2.5", 126)
    (request,) = server.requests
    assert request.headers["authorization"] == "Bearer pa-SECRET"
    assert json.loads(request.body) == {
        "query": "which text",
        "documents": ["One\nText of one.", "Two\nText of two.", "Three\nText of three."],
        "model": "rerank-2.5",
        "truncation": True,
    }


def test_without_a_key_the_order_stays_and_the_note_says_so(monkeypatch) -> None:
    monkeypatch.delenv("VOYAGE_API_KEY", raising=False)
    done = rerank("which text", SOURCES)
    assert (done.ranked, done.scores) == (SOURCES, (None, None, None))
    assert done.note == "Rerank: skipped, no VOYAGE_API_KEY"


def test_nothing_to_rank_asks_nobody(server, key) -> None:
    assert rerank("x", (), url=server.url("/")).ranked == ()
    assert rerank(" ", SOURCES, url=server.url("/")).ranked == SOURCES
    assert server.connections == 0


@pytest.mark.parametrize(
    "data",
    [
        [],
        "x",
        [{"index": 0, "relevance_score": 0.5}],
        [{"index": i, "relevance_score": 5} for i in range(3)],
        [{"index": i, "relevance_score": "high"} for i in range(3)],
        [{"index": 7, "relevance_score": 0.5}] * 3,
        [None, None, None],
    ],
)
def test_g07_an_answer_without_a_score_for_each_changes_nothing_and_is_told(server, answer, key, data: object) -> None:
    server.answer = lambda _r: answer(json.dumps({"data": data}), mime="application/json")
    done = rerank("x", SOURCES, url=server.url("/"))
    assert done.ranked == SOURCES
    assert done.note.startswith("Rerank: skipped, voyage answers without")


def test_a_failing_service_changes_nothing_and_is_told(server, answer, key) -> None:
    server.answer = lambda _r: answer("no", "400 Bad Request")
    assert rerank("x", SOURCES, url=server.url("/")).note == "Rerank: skipped, voyage answers with status 400"


def test_g01_a_refused_key_is_named_and_not_shown(server, answer, key) -> None:
    server.answer = lambda _r: answer("no", "401 Unauthorized")
    with pytest.raises(ConfigError, match="VOYAGE_API_KEY") as caught:
        rerank("x", SOURCES, url=server.url("/"))
    assert "SECRET" not in str(caught.value)


def test_ties_keep_the_given_order_and_what_is_beyond_a_thousand_follows(server, answer, key) -> None:
    many = tuple(Source(str(i), "", "t", "x") for i in range(1_002))
    data = [{"index": i, "relevance_score": 0.5} for i in reversed(range(1_000))]
    server.answer = lambda _r: answer(
        json.dumps({"data": data, "usage": {"total_tokens": -5}}), mime="application/json"
    )
    done = rerank("x", many, url=server.url("/"))
    assert done.ranked == many
    assert done.scores == (*[0.5] * 1_000, None, None)
    assert done.tokens == 0


@pytest.mark.parametrize(("count", "longest"), [(1, 16_000), (37, 16_000), (60, 9_990), (1_000, 590), (1_200, 590)])
def test_all_documents_together_stay_within_what_voyage_takes(server, answer, key, count: int, longest: int) -> None:
    """Its limit: tokens of the query times documents, plus those of all documents, at most 600,000."""
    server.answer = lambda _r: answer("{}", mime="application/json")
    rerank("ten signs.", [Source(str(i), "", "", "x" * 20_000) for i in range(count)], url=server.url("/v1/rerank"))
    sent = json.loads(server.requests[0].body)["documents"]
    assert {len(document) for document in sent} == {longest}
    assert sum(len(document) + 10 for document in sent) <= 600_000
