"""The fabricating model of the benchmark, speaking the service's own language."""

from __future__ import annotations

from typing import Any

from fakes.claude import text_block

from benchmarks.fabricator import Fabricator, results
from writer.grounded import Request
from writer.prompt import SearchResult, Text


def request_of(body: dict[str, Any]) -> Request:
    """Read a request of the service as the writer's own."""
    parts = [
        SearchResult(0, part["source"], part["title"], tuple(one["text"] for one in part["content"]))
        if part["type"] == "search_result"
        else Text(part["text"])
        for part in body["messages"][0]["content"]
    ]
    numbered = [part for part in parts if isinstance(part, SearchResult)]
    places = {id(part): SearchResult(n, part.source, part.title, part.sentences) for n, part in enumerate(numbered, 1)}
    return Request("", tuple(places.get(id(part), part) for part in parts), body["max_tokens"])


def question_of(body: dict[str, Any]) -> str:
    """Return what an article is asked for: the end of the request's first line."""
    return str(body["messages"][0]["content"][0]["text"]).strip().splitlines()[0]


def fabricated(body: dict[str, Any], seed: int = 0) -> list[dict[str, Any]]:
    """Return the blocks of an article with planted faults; the same for the same request."""
    request = request_of(body)
    plain = not any(isinstance(part, SearchResult) for part in request.parts)
    blocks = Fabricator(seed, plain).blocks(results(request))
    return [text_block(block.text, *((c.index, c.start, c.end) for c in block.citations)) for block in blocks]
