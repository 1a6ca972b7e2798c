"""`cache`: show where fetched pages and results are kept and how many there are, or clear them."""

from __future__ import annotations

import argparse

from wellsourced.commands import Terminal
from wellsourced.commands._options import configuration

HELP = "show or clear what is kept: fetched pages, and results of earlier runs"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "action",
        nargs="?",
        choices=("info", "clear"),
        default="info",
        metavar="info|clear",
        help="show the folders, what is in them and its size (the default), or remove every page and every result",
    )


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Print where the cache is and what it holds, or empty it; a cache that is not there is an empty one.

    Raises StorageError for one that nobody may look into, and where something else has its name.
    """
    from retrieval.cache import Cache
    from wellsourced.formats._shared import plural
    from wellsourced.page_reader import cache_folder, is_absent
    from wellsourced_core.errors import shown

    folder = cache_folder(configuration(args))
    name = shown(str(folder))
    if is_absent(folder):
        terminal.out.write(f"{name}: no page\n")
    elif args.action == "clear":
        terminal.out.write(f"{name}: {plural(Cache.open(folder).clear(), 'page')} removed\n")
    else:
        pages, size = Cache.open(folder).size()
        terminal.out.write(f"{name}: {plural(pages, 'page')}, {size:,} bytes\n")
    _results(args, terminal)
    return 0


def _results(args: argparse.Namespace, terminal: Terminal) -> None:
    """Print the same of the results of earlier runs, where any were kept; a folder that others may write to is not
    looked into, as in any run."""
    from wellsourced.result_cache import Results
    from wellsourced_core.errors import StorageError, shown
    from wellsourced_core.message_numbers import plural

    results = Results.at_its_place()
    if results is None:
        return
    name = shown(results.folder)
    if args.action == "clear":
        removed = results.clear()
        if left := results.size()[0]:
            raise StorageError(results.folder, f"still contains {plural(left, 'result')}", "check its permissions")
        terminal.out.write(f"{name}: {plural(removed, 'result')} removed\n")
    else:
        count, size = results.size()
        terminal.out.write(f"{name}: {plural(count, 'result')}, {size:,} bytes\n")
