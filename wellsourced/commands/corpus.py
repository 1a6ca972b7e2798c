"""`corpus build`: a folder of documents becomes one searchable file."""

from __future__ import annotations

import argparse

from wellsourced.commands import Terminal

HELP = "index a folder of documents into one searchable file"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="build")
    build = actions.add_parser("build", help="index .md .txt .html .jsonl (and .pdf with the extra `pdf`)")
    build.add_argument("folder", metavar="DIR")
    build.add_argument("--to", metavar="F", required=True, help="the file to write")


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Index a folder; documents that cannot be read are named and make the run incomplete (3)."""
    from pathlib import Path

    from retrieval.backends.corpus import index
    from wellsourced.core.errors import InputError

    folder = Path(args.folder)
    if not folder.is_dir():
        raise InputError(args.folder, "is no folder", "name a folder of documents")
    report = index(folder, Path(args.to))
    for path, reason in report.skipped:
        terminal.say(f"skipped {path}: {reason}")
    terminal.out.write(f"{report.documents} documents indexed into {args.to}, {len(report.skipped)} skipped\n")
    return 3 if report.skipped else 0
