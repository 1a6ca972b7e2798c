"""Read pages for a run: from the cache, from the web if allowed, and each only once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path

from wellsourced_core.errors import BackendError, ConfigError, StorageError, shown
from wellsourced_core.text import canonical_url
from wellsourced_core.values import field, mutable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from audit.case import Observation
    from retrieval.crossref import Crossref, Record
    from retrieval.fetch import Fetcher, Page, Rejected
    from retrieval.lockfile import Lock
    from retrieval.registries.interface import Registry
    from wellsourced.config import Config
    from wellsourced.kept_pages import KeptPages
    from wellsourced.search_ranking import Seeds

TRUSTED = "WELLSOURCED_TRUSTED_HOSTS"
_ELSEWHERE = frozenset("/\\?#@*")  # characters that are in addresses but in no host
_NETWORK = ("network", "timeout", "tls", "body-incomplete")


@mutable
class PageReader:
    """Where texts may come from in this run, and what was found there already, so that nothing is asked twice.

    ``kept`` makes what reads the cache alone, when the first page is asked for: most runs that stay offline have all
    their texts, and whatever reads pages brings the network's modules along.
    """

    fetcher: Fetcher | KeptPages | None = None
    online: bool = False
    locked: bool = False
    crossref: Crossref | None = None
    registries: tuple[Registry, ...] = ()
    pages: dict[str, Page | Rejected] = field(default_factory=dict)
    fresh: dict[str, Page | Rejected] = field(default_factory=dict)
    copies: dict[str, str | None] = field(default_factory=dict)
    locks: dict[Path, Lock] = field(default_factory=dict)
    kept: Callable[[], Fetcher | KeptPages | None] | None = None

    def read(self, urls: Iterable[str], *, refresh: bool = False) -> None:
        """Read pages from the cache and, online, from the web; ``refresh`` asks whether they changed."""
        known = self.fresh if refresh else self.pages
        wanted = list(dict.fromkeys(url for url in urls if canonical_url(url) not in known))
        if wanted and self.kept is not None:
            self.fetcher, self.kept = self.kept(), None
        if self.fetcher is not None and wanted:
            for url, page in zip(wanted, self.fetcher.fetch_all(wanted, refresh=refresh), strict=True):
                known[canonical_url(url)] = self.pages[canonical_url(url)] = page

    def lock_at(self, path: Path | None) -> Lock:
        """Return a lock; an empty one where there is no path."""
        from retrieval.lockfile import Lock, open_lock

        if path is None:
            return Lock()
        if path not in self.locks:
            self.locks[path] = open_lock(path)
        return self.locks[path]

    def look_up(self, dois: Iterable[str]) -> tuple[Record, ...]:
        """Return what Crossref says of every work, once each; nothing where it is not to be asked."""
        return self.crossref.look_up(tuple(dict.fromkeys(dois))) if self.crossref is not None else ()

    def is_dead(self, rejected: Rejected) -> bool:
        """Tell whether an address is dead: 404, 410, or no such host.

        That a host has no address is believed only where some server answered in this run: else it is our own
        network that is down.
        """
        if not rejected.gone or rejected.code == "http-status":
            return rejected.gone
        return self.answered

    def may_pass(self, rejected: Rejected) -> bool:
        """Tell whether a failure may be the network's own: the page may be there the next time."""
        return rejected.code in _NETWORK and not self.is_dead(rejected)

    @property
    def cut_off(self) -> bool:
        """Tell whether pages were asked for and the network brought none of them."""
        from retrieval.fetch import Rejected

        return bool(self.pages) and all(isinstance(p, Rejected) and p.code in _NETWORK for p in self.pages.values())

    @property
    def answered(self) -> bool:
        """Tell whether any server answered in this run."""
        from retrieval.fetch import Rejected

        return any(p.code == "http-status" if isinstance(p, Rejected) else p.fresh for p in self.pages.values())

    def copy_of(self, url: str) -> str | None:
        """Return the archived copy of a dead page, if there is one."""
        from retrieval.wayback import snapshot

        if url not in self.copies:
            self.copies[url] = snapshot(url)
        return self.copies[url]


def make_fetcher(config: Config, today: date, *, online: bool) -> Fetcher | None:
    """Return what reads pages; offline that is the cache alone, and None where there is none."""
    try:
        folder = cache_folder(config)
        if not online and is_absent(folder):
            return None
        from retrieval.cache import Cache

        cache = Cache.open(folder)
    except StorageError:
        if config.fetch.cache:  # named on purpose
            raise
        cache = None
    from retrieval.fetch import Fetcher
    from retrieval.visit import VisitOptions, Visitor

    options = VisitOptions(deadline=config.fetch.deadline, delay=config.fetch.delay, trusted=trusted_hosts())
    return Fetcher(today.isoformat(), Visitor(options) if online else None, cache, offline=options)


def cache_folder(config: Config) -> Path:
    """Return the folder of fetched pages: the configured one, else that of XDG_CACHE_HOME, else in ~/.cache.

    Raises StorageError for a user without a home, as a container may have.
    """
    if config.fetch.cache:
        beside = config.path.parent if config.path else Path()
        return beside / _at_home(config.fetch.cache)
    base = os.environ.get("XDG_CACHE_HOME", "")
    # A relative one is to be ignored (XDG base directory specification).
    return (Path(base) if Path(base).is_absolute() else _at_home("~/.cache")) / "wellsourced"


def is_absent(folder: Path) -> bool:
    """Tell whether nothing is there; where nobody may look, or by a name that is too long, this cannot be told."""
    try:
        folder.stat()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return False


def _at_home(path: str) -> Path:
    try:
        return Path(path).expanduser()
    except RuntimeError as error:
        problem, remedy = "needs a home folder, and none is known", "set HOME or XDG_CACHE_HOME, or fetch.cache"
        raise StorageError(path, problem, remedy) from error


def trusted_hosts() -> frozenset[str]:
    """Return the "host:port" that may stand on a private network, from the environment alone.

    No file of a repository may name them: a draft under review must not reach a service of the machine that
    reviews it.
    """
    given = os.environ.get(TRUSTED, "").split(",")
    return frozenset(_authority(host.strip()) for host in given if host.strip())


def _authority(host: str) -> str:
    """Return a "host:port" as an address that is asked for has it."""
    from retrieval.address_check import parse_url

    name, _, port = host.rpartition(":")
    name = f"[{name}]" if ":" in name and name[0] != "[" else name
    try:
        if not name or not port.isascii() or not port.isdigit() or not _ELSEWHERE.isdisjoint(name):
            raise ValueError
        return parse_url(f"http://{name}:{port}/", ports=range(1, 65_536)).authority
    except (ValueError, BackendError) as error:
        problem = f"{shown(host, 80)!r} is not host:port"
        raise ConfigError(TRUSTED, problem, "write host:port, comma-separated, without a scheme or *") from error


def make_crossref(config: Config, fetcher: Fetcher | None) -> Crossref:
    """Return what asks Crossref, as politely as pages are fetched and with the same cache."""
    from retrieval.crossref import Crossref

    cache = fetcher.cache if fetcher is not None else None
    named = config.references.crossref_url.rstrip("/").removesuffix("/works")
    own = f"{named}/works" if named != type(config.references)().crossref_url else None
    return Crossref(config.fetch.contact, cache, url=own, pause=config.fetch.delay)


def read_seeds(fetcher: Fetcher, crossref: Crossref | None, question: str, urls: Sequence[str]) -> Seeds:
    """Read the addresses that a topic names, as one search; what cannot be read is left out, all of it an error.

    What comes to light is observed: an address that answers 404 or 410, a work that was retracted. Each observation
    is of a canonical address.
    """
    from retrieval.fetch import Rejected, to_source
    from wellsourced.search_ranking import Seeds
    from wellsourced_core.model import Attempt

    pages = dict(zip(map(canonical_url, urls), fetcher.fetch_all(urls), strict=True))
    found = tuple(to_source(p, identifier=key) for key, p in pages.items() if not isinstance(p, Rejected))
    failed = [f"{shown(p.url, 80)} {p.why}" for p in pages.values() if isinstance(p, Rejected)]
    attempt = Attempt("original", question, found, "seeds", "; ".join(failed) if not found else None)
    return Seeds(attempt, tuple(_observed(pages, crossref)))


def _observed(pages: Mapping[str, Page | Rejected], crossref: Crossref | None) -> Iterator[Observation]:
    from retrieval.crossref import doi_of, retracted
    from retrieval.fetch import Rejected
    from wellsourced.source_observations import of_dead, of_retraction

    for key, page in pages.items():
        # A host without an address may as well be a network of ours that is down.
        if isinstance(page, Rejected) and page.gone and page.code == "http-status":
            yield of_dead(key, page, None, asked=False)
    works = {key: doi for key in pages if (doi := doi_of(key))}
    notices = retracted(crossref.look_up(tuple(works.values()))) if crossref is not None else {}
    for key, doi in works.items():
        if doi in notices:
            yield of_retraction(key, notices[doi])
