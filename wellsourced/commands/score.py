"""`score`: judge given sources against a question, and say what the gate and the retry would decide."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from wellsourced.commands import Terminal
from wellsourced.commands._options import MODES, add_as_of, configuration

if TYPE_CHECKING:
    from quality.options import Options

HELP = "judge sources against a question: axes, composite, grade, gate"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("query", nargs="?", metavar="QUERY")
    parser.add_argument("--sources", metavar="F", help="the sources, as JSON Lines")
    parser.add_argument("--batch", metavar="F", help="JSON Lines of {id, query, sources}: a line out for each")
    parser.add_argument("--mode", choices=MODES, default="standard")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    add_as_of(parser)


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Score one question's sources, or a file of many; exit 0 whatever the outcomes."""
    from wellsourced.config import quality_options
    from wellsourced.core.errors import InputError

    options = quality_options(configuration(args))
    if args.batch:
        if args.query or args.sources:
            raise InputError(
                "--batch", "stands beside QUERY or --sources", "give either --batch or QUERY with --sources"
            )
        return _run_batch(args, terminal, options)
    if not args.query or not args.sources:
        raise InputError("score", "needs QUERY and --sources, or --batch", "see `wellsourced score --help`")
    return _run_one(args, terminal, options)


def _run_one(args: argparse.Namespace, terminal: Terminal, options: Options) -> int:
    from pathlib import Path

    from quality import gate
    from quality.composite import judge
    from retrieval.identity import origins
    from retrieval.sources_file import read_sources
    from wellsourced.core.errors import InputError
    from wellsourced.formats.records.scores import render, render_text

    if not any(c.isalnum() for c in args.query):
        raise InputError(args.query, "the question has no word", "ask a question")
    sources = read_sources(Path(args.sources))
    batch = judge(args.query, sources, options, args.as_of, origins(sources))
    outcome, retry = gate.decide(batch, args.mode, options), gate.wants_retry(batch, options)
    if args.format == "json":
        terminal.out.write(render(batch, outcome, retry, args.mode))
    else:
        terminal.out.write(render_text(batch, outcome, retry, args.mode, options))
    return 0


def _run_batch(args: argparse.Namespace, terminal: Terminal, options: Options) -> int:
    """Score a file of batches, streaming; a bad line ends the run (2), the lines before it are out."""
    from pathlib import Path

    from quality import gate
    from quality.composite import judge
    from retrieval.batch_file import read_batch
    from retrieval.identity import origins
    from retrieval.jsonl import read_objects
    from wellsourced.formats.records.scores import render_line

    for line, record in read_objects(Path(args.batch)):
        terminal.out.flush()
        key, query, sources = read_batch(record, f"{args.batch}:{line}")
        batch = judge(query, sources, options, args.as_of, origins(sources))
        outcome, retry = gate.decide(batch, args.mode, options), gate.wants_retry(batch, options)
        terminal.out.write(render_line(key, sources, batch, outcome, retry))
    return 0
