"""`score`: judge given sources against a question, and say what the gate and the retry would decide."""

from __future__ import annotations

import argparse

from wellsourced.choices import MODES
from wellsourced.commands import Terminal
from wellsourced.commands._options import add_as_of, add_source_list, configuration
from wellsourced_core.errors import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from quality.options import Options

HELP = "judge sources against a question: axes, composite, grade, gate"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("query", nargs="?", metavar="QUERY")
    add_source_list(parser)
    parser.add_argument("--batch", metavar="F", help="JSON Lines of {id, query, sources}: a result line for each")
    parser.add_argument("--mode", choices=MODES, default="standard")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    add_as_of(parser)


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Score one question's sources, or a file of many; exit 0 whatever the outcomes."""
    from wellsourced.config import quality_options
    from wellsourced_core.errors import InputError

    options = quality_options(configuration(args))
    if args.batch:
        if args.query or args.sources:
            raise InputError("--batch", "cannot be combined with QUERY or --sources", "use one or the other")
        return _run_batch(args, terminal, options)
    if not args.query or not args.sources:
        raise InputError("score", "needs QUERY and --sources, or --batch", "see `wellsourced score --help`")
    return _run_one(args, terminal, options)


def _run_one(args: argparse.Namespace, terminal: Terminal, options: Options) -> int:
    from pathlib import Path

    from retrieval.sources_file import read_sources
    from wellsourced.api import score_sources
    from wellsourced.formats.records.scores import render, render_text

    sources = read_sources(Path(args.sources))
    found = score_sources(args.query, sources, as_of=args.as_of, mode=args.mode, options=options)
    if args.format == "json":
        terminal.out.write(render(found.batch, found.outcome, found.retry, args.mode))
    else:
        terminal.out.write(render_text(found.batch, found.outcome, found.retry, args.mode, options))
    return 0


def _run_batch(args: argparse.Namespace, terminal: Terminal, options: Options) -> int:
    """Score a file of batches, streaming; 3 without a line.

    A bad line is named, and the others are scored (2); a file that begins with one is of another kind.
    """
    from pathlib import Path

    from retrieval.batch_file import read_batch
    from retrieval.jsonl import parse_object, read_lines
    from wellsourced.api import score_sources
    from wellsourced.formats.records.scores import render_line
    from wellsourced_core.errors import InputError

    line = scored = code = 0
    for line, raw in read_lines(Path(args.batch)):
        terminal.out.flush()
        where = f"{args.batch}:{line}"
        try:
            key, query, sources = read_batch(parse_object(raw, where), where)
            found = score_sources(query, sources, as_of=args.as_of, mode=args.mode, options=options)
        except InputError as error:
            if not scored:
                raise
            terminal.say(f"error: {shown(str(error), 2_000)}")
            code = 2
        else:
            terminal.out.write(render_line(key, found.sources, found.batch, found.outcome, found.retry))
            scored += 1
    if not line:
        terminal.say(f"{shown(args.batch)}: contains no question: nothing to judge")
    return code if line else 3
