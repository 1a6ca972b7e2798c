"""Show the report of an audit: piece by piece to standard output or into a file, and on stderr what else to know."""

from __future__ import annotations

import argparse

from wellsourced.commands import Terminal
from wellsourced_core.errors import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from audit.tuning import Tuning
    from wellsourced_core.model import AuditReport, FileReport


def as_report(tuning: Tuning, files: Sequence[FileReport]) -> AuditReport:
    """Put the audits of some drafts together, with the policy that they were judged by."""
    from audit.tuning import SHIPPED
    from wellsourced.policy import policy_with
    from wellsourced.version import version
    from wellsourced_core.model import AuditReport

    bars = (tuning.strip, tuning.balanced) if tuning.thresholds != SHIPPED.thresholds else None
    return AuditReport(version(), policy_with(tuning), files, bars)


def is_colored(args: argparse.Namespace, terminal: Terminal) -> bool:
    return terminal.colored and not args.output


def pieces_of(args: argparse.Namespace, terminal: Terminal, report: AuditReport) -> Iterator[str]:
    """Return the report in the format that is wanted, piece by piece."""
    from audit.checks import all_checks, page
    from wellsourced.formats import pieces
    from wellsourced.page_pictures import draw

    return pieces(
        args.format,
        report,
        rules={check.code: page(check.code).split("\n", 1)[0] for check in all_checks()},
        color=is_colored(args, terminal),
        max_findings=args.max_findings,
        summary=not args.quiet,
        verbose=args.verbose,
        draw=draw,
        statistics=args.statistics,
    )


def write(args: argparse.Namespace, terminal: Terminal, pieces: Iterable[str]) -> None:
    """Write a report to where it goes; a file is replaced when it is complete."""
    if args.output:
        from pathlib import Path

        from retrieval.storage import write_pieces

        write_pieces(Path(args.output), (piece.encode("utf-8", "backslashreplace") for piece in pieces))
    else:
        for piece in pieces:
            terminal.out.write(piece)


def summary(args: argparse.Namespace, report: AuditReport) -> Iterator[str]:
    """Yield what else a reader of the report should know: what was not checked, what was cut."""
    from wellsourced_core.message_numbers import plural

    found = 0
    told = args.format != "text" or args.output
    for one in report.files if told or args.max_findings is not None else ():
        found += len(one.findings)
        for note in one.notes if told else ():
            yield f"{shown(one.path)}: {note}"
    if args.max_findings is not None and found > args.max_findings and not args.statistics:
        yield f"{plural(found, 'finding')}, {args.max_findings} shown"
    if args.baseline or args.write_baseline:
        yield f"baseline applied as of {args.as_of.isoformat()}"
