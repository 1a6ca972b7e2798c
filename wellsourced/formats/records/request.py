"""A request for sources: the line of a topics file that a person fills in and passes back to `batch`."""

from __future__ import annotations

from typing import Any

from wellsourced_core.model import Article


def request(article: Article) -> dict[str, Any] | None:
    """Return the request to a person, or None without one: only profile strict waits for sources.

    It is a topic as `batch` reads it, with ``seed_urls`` and ``notes`` to add to; ``missing`` and ``searched`` are for
    the person and mean nothing to `batch`.
    """
    record = article.provenance
    if record.outcome != "insufficient" or record.profile != "strict":
        return None
    topic = article.topic
    return {
        **({"id": topic.id} if topic.id else {}),
        "topic": topic.question,
        "mode": record.mode,
        "profile": record.profile,
        **({"words": topic.words} if topic.words else {}),
        "missing": list(record.missing),
        "searched": [one.query for one in record.attempts],
        "seed_urls": list(topic.seed_urls),
        "notes": list(topic.notes),
    }
