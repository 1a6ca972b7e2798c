"""`corpus build`: a folder of documents becomes one searchable file, or a schema of a database."""

from __future__ import annotations

import argparse

from wellsourced.commands import Terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    from retrieval.hashed_embedding import Embedder

HELP = "index a folder of documents into one searchable file, or into PostgreSQL"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="build")
    build = actions.add_parser("build", help="index .md .txt .html .jsonl (and .pdf with the extra `pdf`)")
    build.add_argument("folder", metavar="DIR")
    build.add_argument("--to", metavar="F", required=True, help="the file to write, or a postgresql:// address")


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Index a folder; a document that cannot be read is named and makes the run incomplete (3).

    Files of other types are counted apart: a folder may hold more than documents. An address of a database is
    never printed, it may hold a password.
    """
    from pathlib import Path

    from retrieval.build_corpus import SCHEMA, build_corpus, is_database
    from retrieval.hashed_embedding import hashed
    from retrieval.storage import is_folder
    from wellsourced.formats._shared import plural
    from wellsourced_core.errors import InputError, shown

    folder = Path(args.folder)
    if not is_folder(folder):
        raise InputError(args.folder, "is not a folder", "name a folder of documents")
    if not is_database(args.to):
        _refuse_overwriting(Path(args.to))
    report = build_corpus(folder, args.to, embed=_embedder(args) if is_database(args.to) else hashed)
    for one in report.failed:
        terminal.say(f"not indexed, {shown(one.path)}: {shown(one.reason)}")
    others = len(report.skipped) - len(report.failed)
    place = f"the database, schema {SCHEMA}" if is_database(args.to) else shown(args.to)
    rest = f", {plural(others, 'file')} of another type" if others else ""
    count = plural(report.documents, "document")
    into = f" into {place}" if report.documents or is_database(args.to) else ""
    terminal.out.write(f"{count} indexed{into}, {len(report.failed)} failed{rest}\n")
    if not report.documents:
        why = "no document could be read" if report.failed else "no document is of a supported type"
        terminal.say(f"nothing to index: {shown(args.folder)}: {why}")
    return 3 if report.failed or not report.documents else 0


def _embedder(args: argparse.Namespace) -> Embedder:
    """Return what `[backends.pgvector]` names to make vectors: those of the searches must be of the same kind."""
    from retrieval.embedders import embedder_of
    from wellsourced.commands._options import configuration
    from wellsourced.config import backend_options

    return embedder_of("pgvector", backend_options(configuration(args), "pgvector"))


def _refuse_overwriting(to: Path) -> None:
    """Raise InputError for an existing file that is not a corpus: a typo must not overwrite a draft."""
    from retrieval.backends.corpus import is_corpus
    from retrieval.storage import is_file
    from wellsourced.commands._options import refuse_folder
    from wellsourced_core.errors import InputError

    refuse_folder(str(to))
    if is_file(to) and to.stat().st_size and not is_corpus(to):
        raise InputError(to, "already exists and is not a corpus", "choose another file, or move this one away")
