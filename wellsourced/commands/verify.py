"""`verify`: judge pairs of a claim and a source in bulk."""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator

from wellsourced.commands import Terminal
from wellsourced.commands._options import add_engine, configuration, ray_address
from wellsourced.core.errors import shown

HELP = "judge claims against sources in bulk: JSON Lines in, a line out for each"

_STDIN = "-"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "pairs",
        metavar="PAIRS",
        help="JSON Lines of {id, claim, source_text[, source_title, source_url, context, speaker, others, cocited]},"
        " or - for standard input",
    )
    add_engine(parser)


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Judge each line as it comes; 0 whatever the verdicts, 3 without a line to judge.

    A bad line ends the run (2), those before it are out.
    """
    from wellsourced.bulk import LINES, Judge, shards
    from wellsourced.engines import opened

    config = configuration(args)
    name = "<stdin>" if args.pairs == _STDIN else args.pairs
    lines = _lines(args.pairs, name, terminal)
    judged = False
    with opened(args.engine, ray_address(config)) as engine:
        for text, error in engine.map(Judge(name), shards(lines, 1 if args.engine == "local" else LINES)):
            judged = judged or bool(text)
            terminal.out.write(text)
            terminal.out.flush()
            if error is not None:
                raise error
    if not judged:
        terminal.say(f"{shown(name)}: holds no pair: nothing to judge")
    return 0 if judged else 3


def _lines(source: str, name: str, terminal: Terminal) -> Iterator[tuple[int, bytes]]:
    from pathlib import Path

    from retrieval.jsonl import lines_of, read_lines

    if source != _STDIN:
        return read_lines(Path(source))
    stream = getattr(terminal.into, "buffer", None) or io.BytesIO(terminal.into.read().encode("utf-8"))
    return lines_of(stream, name)
