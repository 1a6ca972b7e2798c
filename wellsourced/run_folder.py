"""A run folder: article.md, sources.jsonl, audit.json and provenance.json per topic, each whole or not there."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

from retrieval.sources_file import read_sources, render_sources
from retrieval.storage import is_file, replace_file, replacing, scrub
from wellsourced.bibliography_export import EXPORTS
from wellsourced.file_names import ARTICLE, AUDIT, FILES, OPINIONS, PROVENANCE, REQUESTS, SOURCES, SUMMARY
from wellsourced.formats import render
from wellsourced.formats.records import provenance
from wellsourced.formats.records.account import read_account
from wellsourced.formats.records.audit_record import read_audit
from wellsourced.formats.records.opinions import render as render_opinions
from wellsourced.version import version
from wellsourced_core.errors import WellsourcedError
from wellsourced_core.model import Article, AuditReport
from wellsourced_core.patterns import compiled

_LEFT_OVER = compiled(r"\.tmp-[0-9a-f]{16}")


def save(folder: Path, article: Article, exports: Sequence[str] = ()) -> None:
    """Write an article's folder: all its files are on the disk before the first takes its name.

    So a full disk leaves an earlier version whole. The provenance comes last. ``exports`` names further files (see
    wellsourced.bibliography_export). Raises StorageError.
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
        if article.opinions:
            replace_file(folder / OPINIONS, render_opinions(dict(article.opinions)).encode("utf-8"))
        places[PROVENANCE].write_bytes(provenance.render(article).encode("utf-8"))


def is_whole(folder: Path, exports: Sequence[str] = ()) -> bool:
    """Tell whether an article's folder holds all its files and its records can be read.

    The text of the article is not compared with anything: who corrected it by hand wants it kept.
    """
    names = (*FILES, *(EXPORTS[one][0] for one in exports))
    if not all(is_file(folder / name) for name in names) or not (folder / ARTICLE).stat().st_size:
        return False
    try:
        cited = read_account(folder / PROVENANCE).cited
        given = read_sources(folder / SOURCES) if cited else ()
        return len(given) >= len(cited) and bool(read_audit(folder / AUDIT).files)
    except WellsourcedError:
        return False


def belongs_to(run: Path, file: Path, articles: Iterable[str]) -> bool:
    """Tell whether a run writes this file, by whatever name it goes: one in the folder of an article, or a record
    beside these folders.

    ``articles`` names the folders of this run's articles, which need not be there yet.
    """
    base, place = Path(os.path.realpath(run)), Path(os.path.realpath(file))
    own = {SUMMARY, REQUESTS, *articles}
    own.update(one.name for one in base.glob("*") if one.name.startswith(".") or is_file(one / ARTICLE))
    if place.is_relative_to(base):
        inside = place.relative_to(base).parts
        if not inside or inside[0] in own or inside[0].startswith("."):
            return True
    there = (one for name in own for one in (base / name, *(base / name).glob("*")))
    return is_file(place) and any(is_file(one) and one.samefile(place) for one in there)


def sweep(run: Path) -> None:
    """Remove what a killed run had only partly written. Only for the process that holds the run folder."""
    for path in (*run.glob(".tmp-*"), *run.glob("*/.tmp-*")):
        if _LEFT_OVER.fullmatch(path.name):
            with suppress(OSError):
                path.unlink()
