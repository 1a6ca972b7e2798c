"""`cache`: show where fetched pages are kept and how many there are, or clear them."""

from __future__ import annotations

import argparse

from wellsourced.commands import Terminal
from wellsourced.commands._options import configuration

HELP = "show or clear the cache of fetched pages"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "action",
        nargs="?",
        choices=("info", "clear"),
        default="info",
        metavar="info|clear",
        help="show the folder, the pages in it and their size (the default), or remove every page",
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
        return 0
    cache = Cache.open(folder)
    if args.action == "clear":
        terminal.out.write(f"{name}: {plural(cache.clear(), 'page')} removed\n")
    else:
        pages, size = cache.size()
        terminal.out.write(f"{name}: {plural(pages, 'page')}, {size:,} bytes\n")
    return 0
