"""provenance.json: every query, score, decision, fact and repair behind an article. It has no time of day."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from retrieval.storage import scrub
from wellsourced.formats.records import dump
from wellsourced.formats.records.request import request
from wellsourced.formats.records.research import attempts_record, batch_record, conflict_record, decision_record
from wellsourced_core.model import Article, Change, ClaimEvidence, Fact, Finding, Usage

SCHEMA = "wellsourced.provenance/1"


def render(article: Article) -> str:
    """Return the record of one article as JSON."""
    record = article.provenance
    return dump(
        {
            "schema": SCHEMA,
            "topic": {"id": article.topic.id, "question": article.topic.question},
            "mode": record.mode,
            "profile": record.profile,
            "as_of": record.as_of.isoformat(),
            "policy": record.policy,
            "outcome": record.outcome,
            "article_sha256": sha256(scrub(article.markdown).encode("utf-8")).hexdigest(),
            "decision": decision_record(record.decision),
            "decisions": [decision_record(one) for one in record.decisions],
            "retried": decision_record(record.retried),
            "status": record.status,
            "judge": record.judge or None,
            **({"reader": record.reader} if record.reader else {}),
            "searches": attempts_record(record.attempts),
            "judged": batch_record(record.batch, record.kept),
            "evidence": dict(record.evidence),
            "conflicts": [conflict_record(one) for one in record.conflicts],
            "risks": list(record.risks),
            "missing": list(record.missing),
            "claims": [_claim(one) for one in record.claims],
            "facts": {
                "kept": [_fact(fact) for fact in record.facts],
                "dropped": [{"text": one.text, "why": one.why, "origin": one.origin} for one in record.dropped],
            },
            "writer": {"name": record.writer, "passages": record.passages, **_usage(record.usage)},
            "cited": [{"n": s.n, "id": s.id, "url": s.url} for s in article.sources],
            "changes": [_change(one) for one in record.changes],
            "left_out": list(record.left_out),
            "repairs": [_repair(finding) for finding in record.repairs],
            "remaining": [_repair(finding) for finding in article.audit.findings],
            "request": request(article),
        }
    )


def _fact(fact: Fact) -> dict[str, Any]:
    return {
        "text": fact.text,
        "kind": fact.kind,
        "source": fact.n,
        "verdict": fact.verdict,
        "score": fact.score,
        "origin": fact.origin,
        "noted": fact.noted or None,
    }


def _change(one: Change) -> dict[str, Any]:
    return {"source": one.n, "before": one.before, "after": one.after, "why": one.why, "sentence": one.sentence}


def _claim(one: ClaimEvidence) -> dict[str, Any]:
    return {
        "text": one.text,
        "cited": list(one.cited),
        "agree": list(one.agree),
        "support": one.support,
        "recency": one.recency,
        "origins": one.origins,
        "speculative": one.speculative,
        "diversity": one.diversity,
        "conflicts": [conflict_record(conflict) for conflict in one.conflicts],
    }


def _usage(usage: Usage) -> dict[str, Any]:
    return {
        "model": usage.model or None,
        "calls": usage.calls,
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "cache_read_tokens": usage.cache_read_tokens,
        "cache_write_tokens": usage.cache_write_tokens,
        "usd": usage.usd,
        "estimated": usage.estimated,
        "priced": usage.priced,
    }


def _repair(finding: Finding) -> dict[str, Any]:
    return {"code": finding.code, "rule": finding.rule, "message": finding.message}
