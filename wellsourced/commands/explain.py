"""`explain CODE`: a rule's page."""

from __future__ import annotations

import argparse

from wellsourced.commands import Terminal

HELP = "print the page of a rule"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("code", metavar="CODE", help="a code (C102) or a name (misattributed-citation)")


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Print what a rule does, why, an example and its fix."""
    from audit.checks import all_checks, page
    from wellsourced_core.errors import InputError

    wanted = args.code.strip()
    for check in all_checks():
        if wanted.upper() == check.code or wanted.lower() == check.slug:
            terminal.out.write(f"{check.code} {check.slug} ({check.severity})\n\n{page(check.code)}\n")
            return 0
    raise InputError(args.code, "is not a rule", "`wellsourced rules` lists them")
