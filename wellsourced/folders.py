"""A run folder: article.md, sources.jsonl, audit.json and provenance.json per topic, each whole or not there."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

from retrieval.sources_file import render_sources
from retrieval.storage import replacing, scrub
from wellsourced.core.model import Article, AuditReport
from wellsourced.core.patterns import compiled
from wellsourced.exports import EXPORTS
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
FILES = (ARTICLE, SOURCES, AUDIT, PROVENANCE)
_LEFT_OVER = compiled(r"\.tmp-[0-9a-f]{16}")


def save(folder: Path, article: Article, exports: Sequence[str] = ()) -> None:
    """Write an article's folder: all its files are on the disk before the first takes its name.

    So a full disk leaves an earlier version whole. The provenance comes last. ``exports`` names further files (see
    wellsourced.exports). Raises StorageError.
    """
    report = AuditReport(version(), article.provenance.policy, (article.audit,))
    with ExitStack() as stack:
        names = (*(EXPORTS[one][0] for one in exports), *FILES)
        places = {name: stack.enter_context(replacing(folder / name)) for name in reversed(names)}
        places[ARTICLE].write_bytes(scrub(article.markdown).encode("utf-8"))
        places[SOURCES].write_bytes(render_sources(article.sources))
        places[AUDIT].write_bytes(render("json", report).encode("utf-8"))
        for one in exports:
            name, render_export = EXPORTS[one]
            places[name].write_bytes(render_export(article.sources).encode("utf-8"))
        places[PROVENANCE].write_bytes(provenance.render(article).encode("utf-8"))


def is_whole(folder: Path, exports: Sequence[str] = ()) -> bool:
    """Tell whether an article's folder holds all its files."""
    return all((folder / name).is_file() for name in (*FILES, *(EXPORTS[one][0] for one in exports)))


def sweep(run: Path) -> None:
    """Remove what a killed run was in the middle of writing. Only for whoever holds the run folder."""
    for path in (*run.glob(".tmp-*"), *run.glob("*/.tmp-*")):
        if _LEFT_OVER.fullmatch(path.name):
            with suppress(OSError):
                path.unlink()
