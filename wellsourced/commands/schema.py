"""`schema NAME`: the JSON schema of what is read or printed."""

from __future__ import annotations

import argparse

from wellsourced.commands import Terminal

HELP = "print the JSON schema of what is read or printed"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="without one: the names, each with its title")


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Print a schema as it stands in its file, or list them."""
    from wellsourced.schemas import names, schema, text

    if args.name:
        terminal.out.write(text(args.name))
    else:
        for name in names():
            terminal.out.write(f"{name:<12}  {schema(name)['title']}\n")
    return 0
