"""`calibrate`: how often the audit errs on pairs that people labelled, in both directions."""

from __future__ import annotations

import argparse

from wellsourced.commands import Terminal
from wellsourced.commands._jsonl_input import lines, name_of

HELP = "compare verdicts with your own labelled pairs: both kinds of error, by rule"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "pairs",
        metavar="PAIRS",
        help='JSON Lines as for `verify`, each with "supported": true or false, or - for standard input',
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default: text")


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Judge every pair and count; 3 where one of the two labels has no pair. A bad line is named (2)."""
    from audit.calibration import calibrate
    from audit.pairs import SourceCache, judge
    from retrieval.jsonl import parse_object
    from retrieval.pairs_file import read_pair
    from wellsourced.formats.records.calibration import render, render_text
    from wellsourced_core.errors import InputError, shown

    name = name_of(args.pairs)
    shelf, judged = SourceCache(), []
    for number, line in lines(args.pairs, terminal):
        where = f"{name}:{number}"
        record = parse_object(line, where)
        label = record.get("supported")
        if not isinstance(label, bool):
            raise InputError(where, '"supported" is not true or false', "label the pair", code="bad-field")
        judged.append((judge(read_pair(record, where)[1], shelf), label))
    found = calibrate(judged)
    terminal.out.write(render(found) if args.format == "json" else render_text(found))
    if found.auc is None and not args.quiet:
        terminal.say(f"{shown(name)}: both labels are needed to tell how often the audit errs")
    return 3 if found.auc is None else 0
