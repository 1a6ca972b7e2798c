"""What `search` prints: every search, every source with its grade and reason, and the decisions."""

from __future__ import annotations

from wellsourced.formats.records import dump
from wellsourced.formats.records.research import SEARCH, attempts_record, batch_record, decision_record
from wellsourced.pipeline import Research, Settings, lines


def render(found: Research, settings: Settings) -> str:
    """Return a research as JSON."""
    return dump(
        {
            "schema": SEARCH,
            "query": found.batch.query,
            "as_of": settings.as_of.isoformat(),
            "mode": settings.mode,
            "searches": attempts_record(found.attempts),
            "retried": decision_record(found.retried),
            "stopped": decision_record(found.stopped),
            **batch_record(found.batch, found.outcome.kept),
            "outcome": type(found.outcome).__name__.lower(),
            "decision": decision_record(found.outcome.decision),
        }
    )


def render_text(found: Research, settings: Settings) -> str:
    """Return a research for a person."""
    head = (f"As of: {settings.as_of.isoformat()}", f"Mode: {settings.mode}", "")
    return "\n".join((*head, *lines(found, settings.quality))) + "\n"
