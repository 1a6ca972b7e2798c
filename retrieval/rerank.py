"""Reorder sources with Voyage's reranker, if there is a key for it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from retrieval.rest import DEADLINE, Service, api_key, service
from wellsourced_core.errors import BackendError
from wellsourced_core.message_numbers import plural
from wellsourced_core.model import Source
from wellsourced_core.prompt_injection import before_orders, gives_orders
from wellsourced_core.untrusted import visible
from wellsourced_core.values import frozen

MODEL = "rerank-2.5"
KEY = "VOYAGE_API_KEY"
_URL = "https://api.voyageai.com/v1/rerank"
_MOST = 1_000
_LONGEST = 16_000
# Voyage takes 600,000 tokens, the query counted for every document. A token is a character or, mostly, more.
_MOST_CHARACTERS = 600_000


@frozen
class Reranking:
    """Sources, best first, and their scores in [0, 1], or None if the reranker gave no answer.

    ``note`` is what to tell the user; ``tokens`` is what the service counted.
    """

    ranked: tuple[Source, ...]
    scores: tuple[float | None, ...]
    note: str
    tokens: int = 0


def rerank(
    query: str, sources: Sequence[Source], *, url: str = _URL, model: str = MODEL, deadline: float = DEADLINE
) -> Reranking:
    """Rerank at most 1,000 sources by their relevance to a query; ties keep the given order.

    Without a key, or when the service fails, the order stays and the note says so. Raises ConfigError when
    the key is refused.
    """
    if not sources or not query.strip():
        return _unchanged(sources, "Rerank: skipped, nothing to rank")
    if not os.environ.get(KEY):
        return _unchanged(sources, f"Rerank: skipped, no {KEY}")
    voyage = service("voyage", url, (KEY, "set a valid key in the environment"), key=api_key(KEY), deadline=deadline)
    head = sources[:_MOST]
    longest = max(100, min(_LONGEST, _MOST_CHARACTERS // len(head) - len(query)))
    documents = [_shown(source)[:longest] for source in head]
    payload = {"query": query, "documents": documents, "model": model, "truncation": True}
    try:
        answer = voyage.post(payload)
        scores = _scores(voyage, answer, len(head))
    except BackendError as error:
        return _unchanged(sources, f"Rerank: skipped, {error.subject} {error.problem}")
    order = sorted(range(len(head)), key=lambda i: -scores[i])
    ranked = (*(head[i] for i in order), *sources[_MOST:])
    padded = (*(scores[i] for i in order), *[None] * (len(sources) - len(head)))
    return Reranking(ranked, padded, f"Rerank: {plural(len(head), 'source')} by {model}", _tokens(answer))


def _shown(source: Source) -> str:
    """Return a source as the model is shown it: nothing invisible, and nothing from its first order to a model on."""
    title = "" if gives_orders(source.title) else source.title
    return visible(f"{title}\n{before_orders(source.text)}")


def _unchanged(sources: Sequence[Source], note: str) -> Reranking:
    return Reranking(tuple(sources), (None,) * len(sources), note)


def _scores(voyage: Service, answer: dict[str, Any], count: int) -> list[float]:
    """Return the score of every document, in the order sent. Raises BackendError when one has none."""
    scores: dict[int, float] = {}
    for item in voyage.results(answer, "data"):
        if not isinstance(item, dict):
            continue
        index, score = item.get("index"), item.get("relevance_score")
        if isinstance(index, int) and isinstance(score, int | float) and 0 <= index < count and 0 <= score <= 1:
            scores[index] = float(score)
    if len(scores) != count:
        raise BackendError("voyage", "answers without a score for every source", "try again later", code="bad-reply")
    return [scores[index] for index in range(count)]


def _tokens(answer: dict[str, Any]) -> int:
    usage = answer.get("usage")
    total = usage.get("total_tokens") if isinstance(usage, dict) else None
    return total if isinstance(total, int) and 0 <= total < 10**9 else 0
