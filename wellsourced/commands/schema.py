"""`schema NAME`: the JSON schema of an input or output format."""

from __future__ import annotations

import argparse

from wellsourced.commands import Terminal

HELP = "print the JSON schema of an input or output format"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="omit it to list all names and titles")


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Print a schema as it is in its file, or list them."""
    from wellsourced.schemas import names, schema, text

    if args.name:
        terminal.out.write(text(args.name))
    else:
        for name in names():
            terminal.out.write(f"{name:<12}  {schema(name)['title']}\n")
    return 0
