"""What `search` prints: every search, every source with its grade and reason, and the decisions."""

from __future__ import annotations

from quality import evidence, gate
from wellsourced.formats.records import dump
from wellsourced.formats.records.research import (
    SEARCH,
    attempts_record,
    batch_record,
    conflict_record,
    decision_record,
)
from wellsourced.formats.records.terminal_width import fit
from wellsourced.pipeline import Research, Settings, lines, ruled


def render(found: Research, settings: Settings) -> str:
    """Return a research as JSON."""
    ruling = evidence.rule(found.evidence, settings.profile, settings.quality)
    return dump(
        {
            "schema": SEARCH,
            "query": found.batch.query,
            "as_of": settings.as_of.isoformat(),
            "mode": settings.mode,
            "profile": settings.profile,
            "searches": attempts_record(found.attempts),
            "retried": decision_record(found.retried),
            "stopped": decision_record(found.stopped),
            **batch_record(found.batch, found.outcome.kept),
            "outcome": gate.named(found.outcome),
            "decision": decision_record(found.outcome.decision),
            "evidence": dict(found.evidence.numbers),
            "conflicts": [conflict_record(one) for one in found.conflicts],
            "risks": list(found.evidence.notes),
            "status": ruling.status,
            "reasons": [decision_record(one) for one in ruling.reasons],
        }
    )


def render_text(found: Research, settings: Settings) -> str:
    """Return a research for a person, in 80 columns."""
    ruling = evidence.rule(found.evidence, settings.profile, settings.quality)
    head = (f"As of: {settings.as_of.isoformat()}", f"Mode: {settings.mode}", "")
    body = lines(found, settings.quality, ruled(ruling, settings.profile))
    return "\n".join((*head, *map(fit, body))) + "\n"
