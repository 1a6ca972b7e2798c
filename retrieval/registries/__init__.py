"""The services that record works: a file each behind one interface, in the order that answers soonest."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from retrieval.cache import Cache
    from retrieval.registries.interface import Registry, RegistryOptions

# Crossref answers for forty works in one request and in tenths of a second; arXiv wants three seconds between two.
ORDER = ("crossref", "openalex", "dblp", "arxiv", "doi_org")


def build(addresses: Mapping[str, str], options: RegistryOptions, cache: Cache | None) -> tuple[Registry, ...]:
    """Return the services in their order; ``addresses`` are those that were configured, by the module's name.

    Raises ConfigError for an address that is none.
    """
    made = []
    for name in ORDER:
        make: Callable[..., Registry] = import_module(f"{__name__}.{name}").make
        made.append(make(addresses.get(name, ""), options, cache))
    return tuple(made)
