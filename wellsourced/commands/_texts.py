"""The options that say where the texts of a draft's sources may come from."""

from __future__ import annotations

import argparse
from functools import partial

from wellsourced.source_files import LOCK
from wellsourced.supply import Supply, make_crossref, make_fetcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced.config import Config


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--fetch", action="store_true", help="download cited pages whose text is not in a local file")
    parser.add_argument("--offline", action="store_true", help="never use the network, whatever other options say")
    parser.add_argument("--locked", action="store_true", help=f"take texts only from {LOCK}; download nothing")


def supply(args: argparse.Namespace, config: Config) -> Supply:
    """Return where this run's texts may come from: the web only with ``--fetch``."""
    if args.locked:
        return Supply(locked=True)
    if args.offline or not args.fetch:
        kept = partial(make_fetcher, config, args.as_of, online=False)
        return Supply(kept()) if config.fetch.cache else Supply(kept=kept)  # what is wrong with a named one is said
    fetcher = make_fetcher(config, args.as_of, online=True)
    return Supply(fetcher, online=True, crossref=make_crossref(config, fetcher))
