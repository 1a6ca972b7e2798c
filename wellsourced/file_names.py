"""What the files of a run folder are called: those of each article, and those beside the articles' folders."""

from __future__ import annotations

ARTICLE, SOURCES, AUDIT, PROVENANCE = "article.md", "sources.jsonl", "audit.json", "provenance.json"
SUMMARY, REQUESTS = "summary.json", "requests.jsonl"
OPINIONS = "opinions.json"  # beside a draft, and beside an article that a reader looked at
FILES = (ARTICLE, SOURCES, AUDIT, PROVENANCE)  # of an article
