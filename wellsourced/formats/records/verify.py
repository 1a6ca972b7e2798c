"""What `verify` prints: one line of JSON for each pair of a claim and a source."""

from __future__ import annotations

import json
from typing import Any

from audit.checks import severity_of
from audit.pairs import Judgement
from wellsourced.formats.records import clean
from wellsourced_core.model import QuoteVerdict, Span, StatisticVerdict


def render_line(key: object, found: Judgement) -> str:
    """Return one line, ASCII only; the key is echoed as it came."""
    record: dict[str, Any] = {
        "support": found.support,
        "verdict": found.verdict,
        "evidence": _span(found.evidence),
        "statistics": [_statistic(one) for one in found.statistics],
        "statistics_accepted": found.statistics_accepted,
        "quotes": [_quote(one) for one in found.quotes],
        "quotes_accepted": found.quotes_accepted,
        "relative": {"best_other": found.best_other, "margin": found.margin},
        "findings": list(found.findings),
        "severities": {code: severity_of(code, certainty).value for code, certainty in found.certainties},
    }
    return json.dumps({"id": key, **clean(record)}, allow_nan=False) + "\n"


def _statistic(one: StatisticVerdict) -> dict[str, Any]:
    quantity = one.quantity
    return {
        "text": quantity.text,
        "value": quantity.value,
        "unit": quantity.unit,
        "kind": quantity.kind,
        "verdict": one.verdict,
        "score": one.score,
        "why": one.why,
    }


def _quote(one: QuoteVerdict) -> dict[str, Any]:
    return {"text": one.quote.text, "verdict": one.verdict, "why": one.why}


def _span(span: Span | None) -> dict[str, Any] | None:
    return {"start": span.start, "end": span.end, "text": span.text} if span else None
