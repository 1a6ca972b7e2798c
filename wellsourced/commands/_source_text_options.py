"""The options that say where the texts of a draft's sources may come from."""

from __future__ import annotations

import argparse

from wellsourced.source_files import LOCK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced.config import Config
    from wellsourced.page_reader import PageReader


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--fetch",
        action="store_true",
        help="download cited pages whose text is not in a local file, and look references up",
    )
    parser.add_argument("--offline", action="store_true", help="never use the network, whatever other options say")
    parser.add_argument("--locked", action="store_true", help=f"take texts only from {LOCK}; download nothing")


def live(args: argparse.Namespace) -> bool:
    """Return whether this run may go to the web."""
    return bool(args.fetch and not args.offline and not args.locked)


def reader(args: argparse.Namespace, config: Config) -> PageReader:
    """Return where this run's texts may come from: the web only with ``--fetch``."""
    from functools import partial

    from wellsourced.page_reader import PageReader, make_crossref, make_fetcher
    from wellsourced.reference_registries import registries

    if args.locked:
        return PageReader(locked=True)
    if not live(args):
        kept = partial(make_fetcher, config, args.as_of, online=False)
        # A cache folder that was configured is opened at once, so that an error in it is reported.
        return PageReader(kept()) if config.fetch.cache else PageReader(kept=kept)
    fetcher = make_fetcher(config, args.as_of, online=True)
    services = registries(config, args.as_of)
    return PageReader(fetcher, online=True, crossref=make_crossref(config, fetcher), registries=services)
