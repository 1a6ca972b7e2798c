"""What makes vectors: hashing by default, or a service on the loopback address that records what it is sent."""

from __future__ import annotations

import json
from typing import Any

import pytest

from retrieval.embedders import OTHER_KEY, URL, VOYAGE_KEY, Remote, embedder_of
from retrieval.hashed_embedding import hashed
from wellsourced_core.errors import BackendError, ConfigError


@pytest.fixture
def options(server, answer) -> dict[str, Any]:
    server.answer = lambda _: answer(json.dumps({"data": [{"index": 0, "embedding": [0.6, -0.8]}]}))
    return {"embed_url": server.url("/v1/embeddings"), "embed_model": "small-1"}


def test_without_a_model_texts_are_hashed() -> None:
    assert embedder_of("pgvector", {}) is hashed


def test_a_service_is_asked_for_the_vector_of_a_text(server, options, monkeypatch) -> None:
    monkeypatch.setenv(VOYAGE_KEY, "pa-SECRET")  # not for this address
    assert embedder_of("pgvector", options)("night\u200b trains") == [0.6, -0.8]
    (request,) = server.requests
    assert (request.method, request.path) == ("POST", "/v1/embeddings")
    assert json.loads(request.body) == {"input": ["night trains"], "model": "small-1"}
    assert "authorization" not in request.headers


def test_a_key_of_its_own_comes_from_the_environment(server, options, monkeypatch) -> None:
    monkeypatch.setenv(OTHER_KEY, "em-SECRET")
    embedder = embedder_of("pgvector", options)
    embedder("x")
    assert server.requests[0].headers["authorization"] == "Bearer em-SECRET"
    assert "SECRET" not in repr(embedder)


def test_voyage_is_the_default_and_needs_its_key(monkeypatch) -> None:
    monkeypatch.delenv(VOYAGE_KEY, raising=False)
    with pytest.raises(ConfigError, match=VOYAGE_KEY):
        embedder_of("pgvector", {"embed_model": "voyage-3.5"})
    monkeypatch.setenv(VOYAGE_KEY, "pa-SECRET")
    built = embedder_of("pgvector", {"embed_model": "voyage-3.5"})
    assert isinstance(built, Remote)
    assert built.service.target.url == URL


def test_an_empty_text_has_a_vector_too(server, options) -> None:
    assert embedder_of("pgvector", options)(" ") == [0.6, -0.8]
    assert json.loads(server.requests[0].body)["input"] == ["."]


@pytest.mark.parametrize(
    "data", [[], None, [3], [{}], [{"embedding": []}], [{"embedding": ["x"]}], [{"embedding": [True]}]]
)
def test_an_answer_without_a_vector_is_a_failure_of_the_service(server, answer, options, data: object) -> None:
    server.answer = lambda _: answer(json.dumps({"data": data}))
    with pytest.raises(BackendError):
        embedder_of("pgvector", options)("x")


@pytest.mark.parametrize(
    "wrong", [{"embed_url": "http://127.0.0.1/"}, {"embed_model": 3}, {"embed_url": "no address", "embed_model": "m"}]
)
def test_what_names_no_service_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ConfigError):
        embedder_of("pgvector", wrong)
