"""Fetch cited pages, from the cache or the web; a page that gives no source is a value with a code."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from urllib.parse import urlsplit

from retrieval.address_check import Target, rejection
from retrieval.cache import Cache, Entry
from retrieval.extract import extract, kind_of
from retrieval.source_address import without_user
from retrieval.visit import VisitOptions, Visitor
from wellsourced_core.errors import BackendError, InputError
from wellsourced_core.model import Source
from wellsourced_core.text import canonical_url

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import DatedBy

_GONE = (404, 410)  # the HTTP statuses that say that a page no longer exists


@dataclass(frozen=True, slots=True)
class Page:
    """A page that was read. ``final_url`` is where redirects led; notes say what a reader should know.

    ``kind`` is html, text or pdf; ``dated_by`` says where its date was read; ``fresh`` says that the page comes from
    the server, not the cache.
    """

    url: str
    final_url: str
    title: str
    text: str
    published: date | None
    retrieved: str
    notes: tuple[str, ...] = ()
    kind: str = ""
    dated_by: DatedBy = ""
    fresh: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Rejected:
    """A page that gives no source: a stable code and one line that says why.

    ``gone`` says that the page no longer exists: status 404 or 410, or a host without an address. Any
    other refusal or failure says nothing about the page.
    """

    url: str
    code: str
    why: str
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Fetcher:
    """Reads pages for one run. ``today`` (ISO) is kept as their day of retrieval; without a visitor: offline.

    ``offline`` are the rules by which addresses are then read.
    """

    today: str
    visitor: Visitor | None
    cache: Cache | None = None
    jobs: int = 8
    offline: VisitOptions | None = None

    def fetch_all(self, urls: Sequence[str], *, refresh: bool = False) -> tuple[Page | Rejected, ...]:
        """Fetch several addresses side by side; one result each, in their order.

        Addresses of one page (by canonical URL) are fetched once, by the first one's spelling.
        """
        first: dict[str, str] = {}
        for url in urls:
            first.setdefault(canonical_url(url), url)
        with ThreadPoolExecutor(self.jobs) as pool:
            results = pool.map(lambda url: self.fetch(url, refresh=refresh), first.values())
            done = dict(zip(first, results, strict=True))
        return tuple(replace(done[canonical_url(url)], url=without_user(url)) for url in urls)

    def files(self, url: str) -> tuple[Path, ...]:
        """Return the files of the cache that an address is read from, there or not."""
        try:
            target = (self.visitor or Visitor(self.offline)).target(url)
        except (BackendError, InputError):
            return ()
        return self.cache.files(target.url) if self.cache else ()

    def fetch(self, url: str, *, refresh: bool = False) -> Page | Rejected:
        """Read one page: from the cache where it is kept, unless ``refresh`` has its server asked for changes.

        Codes of a Rejected: those of parse_url, Visitor.get and extract, http-status, and not-cached when
        offline. Raises StorageError only.
        """
        try:
            visitor = self.visitor or Visitor(self.offline)
            target = visitor.target(url)
            kept = self.cache.get(target.url) if self.cache else None
            if self.visitor is None and kept is None:
                raise rejection(url, "is not in the cache", "not-cached")
            asked = kept is None or (refresh and self.visitor is not None)
            if kept is None or asked:
                kept = self._download(visitor, target, kept)
            return replace(self._read(url, kept), fresh=asked)
        except (BackendError, InputError) as error:
            gone = isinstance(error, BackendError) and error.gone
            return Rejected(without_user(url), error.code, error.problem, gone)

    def _download(self, visitor: Visitor, target: Target, kept: Entry | None) -> Entry:
        final, response = visitor.get(target, {kept.final_url: _validators(kept)} if kept else {})
        if response.status == 304 and kept is not None:
            return kept
        if response.status != 200:
            problem = f"answers with status {response.status}"
            raise rejection(target.url, problem, "http-status", gone=response.status in _GONE)
        entry = Entry(
            url=target.url,
            final_url=final.url,
            content_type=response.header("content-type")[:200],
            retrieved=self.today,
            body=response.body,
            etag=response.header("etag")[:500],
            last_modified=response.header("last-modified")[:100],
        )
        if self.cache is not None:
            self.cache.offer(entry)
        return entry

    def _read(self, url: str, kept: Entry) -> Page:
        shown_url = without_user(url)
        page, guessed = extract(kept.body, name=shown_url, url=kept.final_url, content_type=kept.content_type)
        notes = ("charset-guessed",) if guessed else ()
        title = page.title or urlsplit(kept.final_url).hostname or ""
        kind = kind_of(kept.body, kept.content_type.partition(";")[0].strip().lower())
        day, by = page.published, page.dated_by
        return Page(shown_url, kept.final_url, title, page.text, day, kept.retrieved, notes, kind, by)


def to_source(page: Page, *, identifier: str, n: int | None = None) -> Source:
    """Make a source of a page, under the address that was cited."""
    day, by = page.published, page.dated_by
    return Source(identifier, page.url, page.title, page.text, day, page.retrieved, "fetch", n, by)


def _validators(kept: Entry) -> tuple[tuple[str, str], ...]:
    """Return the headers that make a server answer 304 if the kept page is still current."""
    headers = (("If-None-Match", kept.etag), ("If-Modified-Since", kept.last_modified))
    return tuple((name, value) for name, value in headers if value)
