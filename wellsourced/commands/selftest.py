"""`selftest`: plant known faults in a draft of yours, one at a time, and say which of them an audit catches."""

from __future__ import annotations

import argparse

from wellsourced.commands import Terminal
from wellsourced.commands._options import a_count, add_as_of, add_jobs, add_sources

HELP = "plant simple faults in your own draft; report which are caught, and the findings without them"

_AT_LEAST = 0.90
_PER_KIND = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a draft, or - for standard input")
    add_sources(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text", help="(default: text)")
    parser.add_argument(
        "--limit", type=a_count, default=_PER_KIND, metavar="N", help=f"faults of each kind (default: {_PER_KIND})"
    )
    parser.add_argument(
        "--at-least",
        type=_a_share,
        default=_AT_LEAST,
        metavar="S",
        help=f"share that must be caught (default: {_AT_LEAST})",
    )
    add_jobs(parser)
    add_as_of(parser)


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Audit each planted draft: 0 where the share wanted is caught, else 1; 3 where nothing could be planted."""
    from pathlib import Path

    from audit.fault_injection import caught, plant
    from audit.runner import AuditOptions, audit
    from wellsourced.draft_files import read
    from wellsourced.draft_places import placed
    from wellsourced.forked_workers import in_order
    from wellsourced.formats.records.selftest import Selftest, Trial, render, render_text
    from wellsourced.given_sources import read_document, read_for, with_named

    draft = read(args.file, terminal.into)
    sources = with_named(read_for(draft.place, args.sources, read_document), draft)[0].sources
    if not any(source.text.strip() for source in sources):
        terminal.say(
            f"{draft.name}: no source has a text to check the draft against: name them with --sources F, "
            f"or put {Path(draft.name).stem}.sources.jsonl next to the draft"
        )
        return 3
    options = AuditOptions(as_of=args.as_of)
    places = draft.converted.places if draft.converted is not None else None
    untouched = placed(audit(draft.text, sources, options, draft.name), places)
    planted = plant(draft.text, sources, args.limit)

    def trial(number: int) -> tuple[str, ...]:
        one = planted[number]
        return caught(one, untouched, audit(one.text, sources, options, draft.name))

    codes = in_order(trial, len(planted), args.jobs, draft.name)
    found = Selftest(untouched, tuple(map(Trial, planted, codes)), args.at_least)
    terminal.out.write(render(found) if args.format == "json" else render_text(found))
    if not planted:
        terminal.say(f"{draft.name}: no sentence is cited and supported by its sources: nothing could be planted")
        return 3
    return 0 if found.passed else 1


def _a_share(text: str) -> float:
    """Read a share from 0 to 1."""
    try:
        value = float(text) if len(text) < 20 else -1.0
    except ValueError:
        value = -1.0
    if 0 <= value <= 1:
        return value
    raise argparse.ArgumentTypeError(f"{text!r} is not a share from 0 to 1")
