"""The services that know which works are real, as configured: their addresses, contact, keys and cache."""

from __future__ import annotations

import os
from datetime import date

TYPE_CHECKING = False
if TYPE_CHECKING:
    from retrieval.registries.interface import Registry
    from wellsourced.config import Config


def registries(config: Config, today: date, *, offline: bool = False, cached: bool = True) -> tuple[Registry, ...]:
    """Return the services in the order in which they are asked. Raises ConfigError and StorageError."""
    from retrieval.registries import build
    from retrieval.registries.interface import RegistryOptions
    from retrieval.registries.openalex import KEY
    from wellsourced.page_reader import make_fetcher

    fetcher = make_fetcher(config, today, online=not offline) if cached else None
    options = RegistryOptions(
        config.fetch.contact,
        config.fetch.delay,
        config.fetch.deadline,
        offline,
        os.environ.get(KEY, "").strip(),
    )
    named, usual = config.references, type(config.references)()
    keys = {"doi_org": "doi_url"} | {name: f"{name}_url" for name in ("crossref", "openalex", "dblp", "arxiv")}
    addresses = {name: getattr(named, key) for name, key in keys.items() if getattr(named, key) != getattr(usual, key)}
    return build(addresses, options, fetcher.cache if fetcher is not None else None)
