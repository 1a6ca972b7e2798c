"""`verify`: judge pairs of a claim and a source in bulk."""

from __future__ import annotations

import argparse

from wellsourced.commands import Terminal
from wellsourced.commands._jsonl_input import lines, name_of
from wellsourced.commands._options import add_engine, configuration, ray_address
from wellsourced_core.errors import shown

HELP = "judge claims against sources in bulk: JSON Lines in, a result line for each"


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
    from wellsourced.engines import opened
    from wellsourced.verify_shards import LINES, Judge, shards

    config = configuration(args)
    name = name_of(args.pairs)
    pairs = shards(lines(args.pairs, terminal), 1 if args.engine == "local" else LINES)
    judged = False
    with opened(args.engine, ray_address(config)) as engine:
        for text, error in engine.map(Judge(name), pairs):
            judged = judged or bool(text)
            terminal.out.write(text)
            terminal.out.flush()
            if error is not None:
                raise error
    if not judged:
        terminal.say(f"{shown(name)}: contains no pair: nothing to judge")
    return 0 if judged else 3
