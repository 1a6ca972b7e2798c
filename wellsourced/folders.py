"""A run folder: article.md, sources.jsonl, audit.json and provenance.json, each whole or not there."""

from __future__ import annotations

from pathlib import Path

from retrieval.sources_file import write_sources
from retrieval.storage import scrub, write_atomically
from wellsourced.core.model import Article, AuditReport
from wellsourced.formats import render
from wellsourced.formats.records import provenance
from wellsourced.version import version

ARTICLE, SOURCES, AUDIT, PROVENANCE, SUMMARY = (
    "article.md",
    "sources.jsonl",
    "audit.json",
    "provenance.json",
    "summary.json",
)


def save(folder: Path, article: Article) -> None:
    """Write an article's folder; the provenance comes last, so that a folder with it is complete."""
    report = AuditReport(version(), article.provenance.policy, (article.audit,))
    write_atomically(folder / ARTICLE, scrub(article.markdown).encode("utf-8"))
    write_sources(folder / SOURCES, article.sources)
    write_atomically(folder / AUDIT, render("json", report).encode("utf-8"))
    write_atomically(folder / PROVENANCE, provenance.render(article).encode("utf-8"))
