"""Build a corpus where the user wants it: one file, or a PostgreSQL database."""

from __future__ import annotations

from pathlib import Path

from retrieval.documents import BuildReport, Skipped, read_folder
from retrieval.hashed_embedding import Embedder, hashed
from wellsourced_core.errors import InputError, shown

_DATABASES = ("postgresql://", "postgres://")
SCHEMA = "wellsourced"


def is_database(to: str) -> bool:
    """Return whether a target is the address of a database, which may hold a password, not the name of a file."""
    return to.lower().startswith(_DATABASES)


def build_corpus(folder: Path, to: str, *, schema: str = SCHEMA, embed: Embedder = hashed) -> BuildReport:
    """Index a folder into a file, or into a schema of the database that a ``postgresql://`` address names.

    The earlier corpus stays until the new one is whole, and where the folder holds no document at all: a disk that
    is not mounted looks like that. No file is made of no document.
    ``embed`` makes the vectors of a database. Raises InputError, StorageError, BackendError.
    """
    file = None if is_database(to) else Path(to)
    there = file is None or file.exists()
    if there:
        _require_a_document(folder, file)
    if is_database(to):
        from retrieval.backends import pgvector

        return pgvector.index(folder, pgvector.Database(to, schema), embed)
    from retrieval.backends import corpus

    report = corpus.index(folder, Path(to))
    if not report.documents:
        Path(to).unlink()
    return report


def _require_a_document(folder: Path, but: Path | None) -> None:
    """Raise InputError for a folder without a document that can be read; it names the first that cannot."""
    skipped: list[Skipped] = []
    for one in read_folder(folder, but=but):
        if not isinstance(one, Skipped):
            return
        skipped.append(one)
    failed = BuildReport(0, tuple(skipped)).failed
    problem = "contains no document of a supported type"
    if failed:
        first, more = failed[0], len(failed) - 1
        problem = f"contains no document that can be read: {shown(first.path, 80)} {shown(first.reason, 80)}"
        problem += f", and {more} more cannot" if more else ""
    raise InputError(folder, problem, "the corpus there stays as it was")
