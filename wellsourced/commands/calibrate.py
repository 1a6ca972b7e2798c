"""`calibrate`: how often the audit errs on pairs that people labelled, and thresholds that err less on them."""

from __future__ import annotations

import argparse

from wellsourced.commands import Terminal
from wellsourced.commands._jsonl_input import lines, name_of
from wellsourced.commands._options import configuration, refuse_folder
from wellsourced_core.errors import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from audit.fit_tuning import LabelledPair
    from audit.tuning import Tuning
    from wellsourced_core.model import Reading, Review

HELP = "compare verdicts with your own labelled pairs: both kinds of error, by rule; or fit thresholds to them"
OUTPUT = "calibration.toml"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from audit.thresholds import FIT_ALLOWED

    parser.add_argument(
        "pairs",
        metavar="PAIRS",
        help='JSON Lines as for `verify`, each with "supported": true or false, and perhaps with "findings":'
        ' {CODE: "right", "trivial", "wrong" or "unclear"}; or a review.jsonl, with --fit; or - for standard input',
    )
    parser.add_argument("--fit", action="store_true", help="fit thresholds and certainties to the pairs")
    parser.add_argument("--output", metavar="F", help=f"with --fit: write the table to this file (default: {OUTPUT})")
    parser.add_argument(
        "--allowed",
        type=_a_share,
        metavar="SHARE",
        help=f"with --fit: share of right pairs that may be accused for lack of support (default: {FIT_ALLOWED})",
    )
    parser.add_argument("--force", action="store_true", help="with --fit: write all of it, whether it gains or not")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default: text")


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Judge every pair and count; 3 where one of the two labels has no pair. A bad line is named (2).

    With ``--fit``: 0 where a table was written, 3 where none was because nothing is gained.
    """
    if args.fit:
        return _fit(args, terminal)
    from audit.calibration import calibrate
    from audit.pairs import SourceCache, judge
    from wellsourced.calibration_file import tuning_of
    from wellsourced.formats.records.calibration import render, render_text
    from wellsourced_core.errors import InputError

    for option in ("output", "allowed", "force"):
        if getattr(args, option):
            raise InputError(f"--{option}", "changes nothing by itself", "add --fit", code="usage")
    tuning, records = tuning_of(configuration(args)), _records(args, terminal)
    if _judgements(records):
        raise InputError(args.pairs, "holds judgements, not pairs", "add --fit, or see `wellsourced review --summary`")
    name, shelf = name_of(args.pairs), SourceCache()
    found = calibrate([(judge(one.pair, shelf, tuning), one.supported) for one in _labelled(records)])
    terminal.out.write(render(found) if args.format == "json" else render_text(found))
    if found.auc is None and not args.quiet:
        terminal.say(f"{shown(name)}: both labels are needed to tell how often the audit errs")
    return 3 if found.auc is None else 0


def _fit(args: argparse.Namespace, terminal: Terminal) -> int:
    """Fit, show both error rates before and after, and write what is better; by shipped thresholds, always."""
    from audit.fit_certainties import fit_reviews
    from audit.fit_tuning import fit
    from audit.thresholds import FIT_ALLOWED
    from wellsourced.commands._output_paths import refuse_collisions
    from wellsourced.formats.records import fit as shown_as
    from wellsourced_core.errors import InputError

    output = args.output or OUTPUT
    if output == "-":
        raise InputError("--output -", "standard output takes the figures", "name a file for the table", code="usage")
    refuse_folder(output)
    refuse_collisions((output,), (None if args.pairs == "-" else args.pairs, configuration(args).path), "this fit")
    records = _records(args, terminal)
    if judgements := _judgements(records):
        taught = fit_reviews(judgements, force=args.force)
        figures, head = shown_as.of_reviews(taught, json=args.format == "json"), shown_as.head_of_reviews(taught)
        return _write(args, terminal, output, taught.written, figures, head)
    _refuse_missing_extra()
    allowed = FIT_ALLOWED if args.allowed is None else args.allowed
    found = fit(_labelled(records), allowed, name_of(args.pairs), force=args.force)
    figures = shown_as.render(found) if args.format == "json" else shown_as.render_text(found)
    return _write(args, terminal, output, found.written, figures, shown_as.head(found))


def _write(args: argparse.Namespace, terminal: Terminal, output: str, written: Tuning, figures: str, head: str) -> int:
    """Print what was found, and write the table where something is gained."""
    from pathlib import Path

    from audit.tuning import SHIPPED
    from retrieval.storage import replace_file
    from wellsourced.calibration_file import text_of

    terminal.out.write(figures)
    if written == SHIPPED:
        if not args.quiet:
            terminal.say("nothing is gained on what was left out: no table is written (--force writes what was fitted)")
        return 3
    replace_file(Path(output), text_of(written, head).encode())
    if not args.quiet:
        terminal.say(f'{shown(output)} written; for wellsourced.toml, under [audit]: calibration = "{shown(output)}"')
    return 0


def _refuse_missing_extra() -> None:
    from importlib.util import find_spec

    from wellsourced_core.errors import ConfigError

    try:
        there = all(map(find_spec, ("numpy", "sklearn")))
    except ModuleNotFoundError:
        there = False
    if not there:
        raise ConfigError("calibrate --fit", "scikit-learn is not installed", "pip install 'wellsourced[fit]'")


def _records(args: argparse.Namespace, terminal: Terminal) -> list[tuple[str, dict[str, Any]]]:
    """Return every line that is not blank, with its place. Raises InputError for the first that is no object."""
    from retrieval.jsonl import parse_object

    numbered = ((f"{name_of(args.pairs)}:{number}", line) for number, line in lines(args.pairs, terminal))
    return [(where, parse_object(line, where)) for where, line in numbered]


def _judgements(records: Sequence[tuple[str, dict[str, Any]]]) -> list[Review]:
    """Return the judgements of a review.jsonl, [] where the lines are pairs. Raises InputError for some of each."""
    from wellsourced.formats.records.review import MARK, collected, read_review
    from wellsourced_core.errors import InputError

    told = [MARK in record for _, record in records]
    if any(told) and not all(told):
        where = records[told.index(not told[0])][0]
        raise InputError(where, "judgements and pairs are mixed", "fit them one after the other", code="bad-field")
    return list(collected(read_review(record, where) for where, record in records).values()) if any(told) else []


def _labelled(records: Sequence[tuple[str, dict[str, Any]]]) -> list[LabelledPair]:
    """Return the labelled pairs. Raises InputError for the first line that is none."""
    from audit.fit_tuning import LabelledPair
    from retrieval.pairs_file import read_pair
    from wellsourced_core.errors import InputError

    found = []
    for where, record in records:
        label = record.get("supported")
        if not isinstance(label, bool):
            raise InputError(where, '"supported" is not true or false', "label the pair", code="bad-field")
        found.append(LabelledPair(read_pair(record, where)[1], label, _readings(record, where)))
    return found


def _readings(record: dict[str, Any], where: str) -> tuple[tuple[str, Reading], ...]:
    """Return what people say of a pair's findings, by code."""
    from audit.checks import all_checks
    from wellsourced_core.errors import InputError
    from wellsourced_core.model import READINGS
    from wellsourced_core.model.closed_sets import member

    told = record.get("findings")
    if told is None:
        return ()
    if not isinstance(told, dict):
        raise InputError(where, '"findings" is not an object', 'write {"N202": "right"}', code="bad-field")
    codes = {check.code for check in all_checks()}
    found = []
    for code, reading in sorted(told.items()):
        place = f"{where}: findings.{shown(code, 20)}"
        if code not in codes:
            raise InputError(place, "is not a rule", "`wellsourced rules` lists them", code="bad-field")
        if not isinstance(reading, str):
            raise InputError(place, "is not a string", f"choose from {', '.join(READINGS)}", code="bad-field")
        found.append((code, member(reading, READINGS, place)))
    return tuple(found)


def _a_share(text: str) -> float:
    """Read a share above 0 and below 1."""
    from contextlib import suppress

    with suppress(ValueError):
        share = float(text)
        if 0 < share < 1:
            return share
    raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a share: write a number above 0 and below 1, such as 0.08")
