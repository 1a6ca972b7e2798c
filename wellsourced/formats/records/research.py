"""The results of a search and their judgement, as JSON: shared by `search`, `score` and the provenance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wellsourced_core.model import Attempt, Batch, Conflict, Decision, ScoredSource, Source, Span

SEARCH = "wellsourced.search/1"
SCORE = "wellsourced.score/1"


def attempts_record(attempts: Sequence[Attempt]) -> list[dict[str, Any]]:
    return [
        {
            "kind": one.kind,
            "query": one.query,
            "provider": one.provider,
            "results": [source.id for source in one.ranked],
            "error": one.error,
            "answer": one.answer or None,
        }
        for one in attempts
    ]


def decision_record(decision: Decision | None) -> dict[str, Any] | None:
    if decision is None:
        return None
    return {"rule": decision.rule, "why": decision.why, "numbers": dict(decision.numbers)}


def conflict_record(one: Conflict) -> dict[str, Any]:
    return {
        "kind": one.kind,
        "measure": one.measure,
        "first": _side(one.first, one.first_text, one.first_span),
        "second": _side(one.second, one.second_text, one.second_span),
    }


def _side(n: int, text: str, span: Span | None) -> dict[str, Any]:
    where = {"start": span.start, "end": span.end, "text": span.text} if span else None
    return {"n": n, "value": text, "span": where}


def scored_record(scored: ScoredSource, kept: bool) -> dict[str, Any]:
    return {
        **source_record(scored.source),
        "kept": kept,
        "grade": scored.grade,
        "why": scored.why,
        "composite": scored.composite,
        "axes": [
            {"name": a.name, "value": a.value, "weight": a.weight, "why": a.why, "known": a.known} for a in scored.axes
        ],
        "origin": scored.origin,
        "junk": scored.junk,
        "orders": scored.orders,
    }


def source_record(source: Source) -> dict[str, Any]:
    published = source.published.isoformat() if source.published else None
    return {
        "id": source.id,
        "url": source.url,
        "title": source.title,
        "published": published,
        "dated_by": source.dated_by or None,
    }


def batch_record(batch: Batch, kept: Sequence[ScoredSource]) -> dict[str, Any]:
    chosen = {id(scored) for scored in kept}
    return {
        "top3_composite": batch.top3_composite,
        "top3_relevance": batch.top3_relevance,
        "sources": [scored_record(scored, id(scored) in chosen) for scored in batch.scored],
    }
