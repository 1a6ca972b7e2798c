"""Turn answers from outside (searches, pages, rewordings, grades, replies) into text for the journal, and back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import date
from typing import Any

from audit.case import Observation
from quality.judge import Judgement
from retrieval.backends import Found
from wellsourced.search_ranking import Seeds
from wellsourced_core.errors import BackendError, WellsourcedError, shown
from wellsourced_core.model import Attempt, Source, Usage
from writer.citation_markers import Block, Citation
from writer.grounded import Reply


def dump(value: object) -> str:
    """Write a value as one line of ASCII JSON, in which lone surrogates survive."""
    return json.dumps(value, separators=(",", ":"))


def sources_record(sources: Sequence[Source]) -> str:
    return dump(list(map(_record, sources)))


def _record(source: Source) -> dict[str, object]:
    """Return a source's fields; a search brings no documents."""
    fields = asdict(source)
    del fields["document"]
    return fields | {"published": source.published.isoformat() if source.published else None}


def sources(text: str) -> tuple[Source, ...]:
    """Return the sources of a search, or raise the error that it failed with."""
    return tuple(
        Source(**row | {"published": date.fromisoformat(row["published"]) if row["published"] else None})
        for row in _answer(text)
    )


def found_record(found: Found) -> str:
    if not found.answer:
        return sources_record(found.sources)
    return dump({"sources": sources_record(found.sources), "answer": found.answer})


def found(text: str) -> Found:
    """Return what a search brought, or raise the error that it failed with."""
    value = _answer(text)
    if isinstance(value, dict):
        return Found(sources(value["sources"]), value["answer"])
    return Found(sources(text))


def seeds_record(seeds: Seeds) -> str:
    attempt, seen = seeds.attempt, seeds.observations
    return dump(
        {
            "query": attempt.query,
            "sources": sources_record(attempt.ranked),
            "observations": [[one.code, one.source, one.message] for one in seen],
        }
    )


def seeds(text: str) -> Seeds:
    """Return what reading a topic's addresses brought."""
    row = json.loads(text)
    attempt = Attempt("original", row["query"], sources(row["sources"]), "seeds")
    return Seeds(attempt, tuple(Observation(*fields) for fields in row["observations"]))


def queries(text: str) -> tuple[str, str]:
    """Return the two queries of a rewording, or raise the error that it failed with."""
    broader, reframed = _answer(text)
    return str(broader), str(reframed)


def judgement_record(judged: Judgement) -> str:
    return dump(asdict(judged))


def judgement(text: str) -> Judgement:
    row = json.loads(text)
    return Judgement(**row | {"usage": Usage(**row["usage"])})


def failure_record(error: Exception) -> str:
    if isinstance(error, WellsourcedError):
        return dump({"failed": [error.subject, error.problem, error.remedy]})
    return dump({"failed": [type(error).__name__, shown(str(error)), "try again later"]})


def failure(text: str) -> BackendError:
    """Return the error that was recorded."""
    return BackendError(*json.loads(text)["failed"])


def reply_record(reply: Reply) -> str:
    return dump(asdict(reply))


def reply(text: str) -> Reply:
    row = json.loads(text)
    blocks = tuple(
        Block(one["text"], tuple(Citation(**cited) for cited in one["citations"]), one["kind"]) for one in row["blocks"]
    )
    return Reply(blocks, row["stop_reason"], Usage(**row["usage"]))


def _answer(text: str) -> Any:
    value = json.loads(text)
    if isinstance(value, dict) and "failed" in value:
        raise failure(text)
    return value
