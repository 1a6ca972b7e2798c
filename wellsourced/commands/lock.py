"""`lock`: snapshot the cited sources of drafts into sources.lock, or check their pages for changes."""

from __future__ import annotations

from wellsourced.commands._options import add_as_of, add_sources, configuration

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from wellsourced.commands import Terminal

HELP = "save the texts of cited sources in sources.lock, or check the pages for changes"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", metavar="FILE", help="drafts, folders, globs, or - for standard input")
    add_sources(parser)
    parser.add_argument(
        "--check", action="store_true", help="check every page in sources.lock for changes; write nothing"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="for --check (default: text)")
    add_as_of(parser)


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Lock the drafts' sources (0 all, 3 some or none, 4 where the network brought none), or check locks."""
    from wellsourced.commands._locking import check, lock
    from wellsourced_core.errors import InputError

    if not args.files and not args.check:
        raise InputError("lock", "no draft is named", "name drafts, or --check for the lock of this folder")
    config = configuration(args)
    return (check if args.check else lock)(args, terminal, config)
