"""The options that say where the texts of a draft's sources may come from."""

from __future__ import annotations

import argparse

from wellsourced.source_files import LOCK
from wellsourced.supply import Supply, make_crossref, make_fetcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced.config import Config


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--fetch", action="store_true", help="read cited pages that no file has the text of")
    parser.add_argument("--offline", action="store_true", help="no network, whatever else is given")
    parser.add_argument("--locked", action="store_true", help=f"texts from {LOCK} alone; nothing is fetched")


def supply(args: argparse.Namespace, config: Config) -> Supply:
    """Return where this run's texts may come from: the web only with ``--fetch``."""
    online = args.fetch and not args.offline and not args.locked
    fetcher = None if args.locked else make_fetcher(config, args.as_of, online=online)
    return Supply(fetcher, online, args.locked, make_crossref(config, fetcher) if online else None)
