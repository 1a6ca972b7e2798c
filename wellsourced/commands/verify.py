"""`verify`: judge pairs of a claim and a source in bulk."""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator
from typing import Any

from wellsourced.commands import Terminal
from wellsourced.commands._options import configuration

HELP = "judge claims against sources in bulk: JSON Lines in, a line out for each"

_STDIN = "-"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "pairs",
        metavar="PAIRS",
        help="JSON Lines of {id, claim, source_text[, source_title, source_url, context, speaker, others, cocited]},"
        " or - for standard input",
    )


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Judge each line as it comes; 0 whatever the verdicts. A bad line ends the run (2), those before it are out."""
    from audit.pairs import Shelf, judge
    from retrieval.pairs_file import read_pair
    from wellsourced.formats.records.verify import render_line

    configuration(args)
    name = "<stdin>" if args.pairs == _STDIN else args.pairs
    shelf = Shelf()
    for line, record in _records(args.pairs, name, terminal):
        key, pair = read_pair(record, f"{name}:{line}")
        terminal.out.write(render_line(key, judge(pair, shelf)))
        terminal.out.flush()
    return 0


def _records(source: str, name: str, terminal: Terminal) -> Iterator[tuple[int, dict[str, Any]]]:
    from pathlib import Path

    from retrieval.jsonl import read_objects, read_stream

    if source != _STDIN:
        return read_objects(Path(source))
    stream = getattr(terminal.into, "buffer", None) or io.BytesIO(terminal.into.read().encode("utf-8"))
    return read_stream(stream, name)
