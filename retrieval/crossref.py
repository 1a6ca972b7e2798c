"""Ask Crossref whether works with DOIs were retracted."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import quote, quote_plus, unquote

from retrieval.cache import Cache, Entry
from retrieval.rest import DEADLINE, Service, service
from wellsourced_core.errors import BackendError, ConfigError, shown
from wellsourced_core.patterns import compiled
from wellsourced_core.text import canonical_url, host_of
from wellsourced_core.values import frozen, replace

URL = "https://api.crossref.org/works"
# Seconds that an answer holds: what Retraction Watch finds comes in every working day.
LIFETIME = 24 * 60 * 60.0
PAUSE = 1.0
# One DOI that Crossref cannot read has the whole request refused. To find it among 40 takes at most 6 halvings.
_REFUSED = (400, 414, 422)
_MOST_HALVINGS = 24
_MOST_DOIS, _LONGEST_FILTER = 40, 3_000  # of a request; Crossref names no limit but that of an address
_DOI = compiled(r"10\.[0-9]{4,9}/[!-~]{1,400}")
_HOST = "https://doi.org/"
# What publishers write behind the DOI in the addresses of its pages.
_VIEWS = (".pdf", "/pdf", "/epdf", "/full", "/fulltext", "/abstract", "/meta", "/html")
# Kinds of notice that retract a work; a correction, an expression of concern, a partial retraction do not.
_TAKEN_BACK = ("retraction", "withdrawal", "removal")
_UPDATES = ("updated-by", "update-to")
_MOST_NOTICES = 100


@frozen
class Notice:
    """A notice that retracts a work: which work, which notice, of what kind, on what day ("" if it does not say)."""

    work: str
    notice: str
    kind: str
    day: str = ""


@frozen
class Record:
    """What Crossref says about a DOI. ``listed`` is false if Crossref does not have it: then nothing is known.

    ``notices`` are those that take this work back (``updated-by``) and, where the work is itself such a notice,
    what it takes back (``update-to``).
    """

    doi: str
    listed: bool
    notices: tuple[Notice, ...] = ()
    problem: str = ""


class Crossref:
    """Asks for one run, many DOIs in a request, with a pause between two; safe to use from several threads.

    ``contact`` is an e-mail address for Crossref, which gives identified clients a better pool. An answer, also
    that a work is not listed, is kept in the ``cache`` and holds for LIFETIME. Of a request that is refused either half
    is asked for again, until the DOI at fault stands alone; 24 times in a run. After two failures in a row nothing more
    is asked.
    """

    def __init__(
        self,
        contact: str = "",
        cache: Cache | None = None,
        *,
        url: str | None = None,
        pause: float = PAUSE,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._url, self._cache, self._pause, self._sleep = url or URL, cache, pause, sleep
        self._agent = "wellsourced/0.1 (checks citations" + (f"; mailto:{contact})" if contact else ")")
        self._turn = threading.Lock()
        self._last: float | None = None
        self._failures = 0
        self._halvings = _MOST_HALVINGS

    def look_up(self, dois: Sequence[str]) -> tuple[Record, ...]:
        """Return one Record for each DOI, in order; a service that fails is a problem of the Record.

        Raises StorageError only.
        """
        with self._turn:
            known = {doi: kept for doi in dict.fromkeys(dois) if (kept := self._kept(doi)) is not None}
            for batch in _batches([doi for doi in dict.fromkeys(dois) if doi not in known]):
                known.update(zip(batch, self._ask(batch), strict=True))
        return tuple(known[doi] for doi in dois)

    def _ask(self, dois: Sequence[str], *, of_more: bool = False) -> list[Record]:
        """Send one request; ``of_more`` says that it is the half of one that was refused."""
        if self._failures == 2:
            return [Record(doi, False, problem="was not asked for, the service does not answer") for doi in dois]
        if self._last is not None and (wait := self._pause - (time.monotonic() - self._last)) > 0:
            self._sleep(wait)
        try:
            works = self._alone(dois[0]) if "," in dois[0] else self._listed(dois)
        except (BackendError, ConfigError) as error:  # 401 and 403 too: no key is involved
            refused = isinstance(error, BackendError) and error.status in _REFUSED
            if refused and len(dois) > 1 and self._halvings:
                return self._halved(dois)
            if not (refused and of_more):
                self._failures += 1
            return [Record(doi, False, problem=error.problem) for doi in dois]
        finally:
            self._last = time.monotonic()
        self._failures = 0
        records = [_record(doi, works.get(doi)) for doi in dois]
        for record in records:
            self._keep(record)
        return records

    def _halved(self, dois: Sequence[str]) -> list[Record]:
        self._halvings -= 1
        middle = len(dois) // 2
        return [record for half in (dois[:middle], dois[middle:]) for record in self._ask(half, of_more=True)]

    def _listed(self, dois: Sequence[str]) -> dict[str, dict[str, Any]]:
        """Return the works that Crossref lists, by DOI: the same filter several times means any of them."""
        crossref = self._service(self._url)
        wanted = ",".join(f"doi:{doi}" for doi in dois)
        fields = ",".join(("DOI", *_UPDATES))
        answer = crossref.get((("filter", wanted), ("rows", str(len(dois))), ("select", fields)))
        message = answer.get("message")
        items = crossref.results(message if isinstance(message, dict) else {}, "items")
        return {str(item.get("DOI")).lower(): item for item in items if isinstance(item, dict)}

    def _alone(self, doi: str) -> dict[str, dict[str, Any]]:
        """Return the work of a DOI that holds a comma, which no filter can."""
        try:
            answer = self._service(f"{self._url}/{quote(doi, safe='')}").get(())
        except BackendError as error:
            if error.status == 404:
                return {}
            raise
        work = answer.get("message")
        if not isinstance(work, dict):
            raise BackendError("crossref", 'answers without a "message"', "try again later", code="bad-reply")
        return {doi: work}

    def _service(self, url: str) -> Service:
        crossref = service("crossref", url, ("crossref", "try again later"), deadline=DEADLINE)
        return replace(crossref, headers=(("User-Agent", self._agent),))

    def _kept(self, doi: str) -> Record | None:
        entry = self._cache.get(self._key(doi), within=LIFETIME) if self._cache is not None else None
        if entry is None:
            return None
        notices = json.loads(entry.body)
        return Record(doi, notices is not None, tuple(Notice(*fields) for fields in notices or ()))

    def _keep(self, record: Record) -> None:
        if self._cache is not None:
            notices = [[n.work, n.notice, n.kind, n.day] for n in record.notices] if record.listed else None
            body = json.dumps(notices).encode("ascii")
            self._cache.offer(Entry(self._key(record.doi), "", "application/json", "", body))

    def _key(self, doi: str) -> str:
        return f"crossref {self._url} {doi}"  # the space tells it from every page's address


def doi_of(url: str) -> str:
    """Return the DOI that an address names, lower-cased, or "": an address of doi.org, or of a publisher's page."""
    page = canonical_url(url)
    name = page.removeprefix(_HOST)
    if name == page:
        path = unquote(page.partition("?")[0])
        at = path.find("/10.")
        name = path[at + 1 :] if at >= 0 and host_of(page) else ""
        for ending in _VIEWS:
            name = name.removesuffix(ending)
    return name.lower() if _DOI.fullmatch(name) else ""


def retracted(records: Iterable[Record]) -> dict[str, Notice]:
    """Return the retracted works, by DOI, each with the earliest dated notice, else any."""
    notices = sorted((n for record in records for n in record.notices), key=lambda n: (not n.day, n.day, n.notice))
    found: dict[str, Notice] = {}
    for notice in notices:
        found.setdefault(notice.work, notice)
    return found


def _batches(dois: Sequence[str]) -> Iterator[list[str]]:
    """Yield DOIs in requests of at most 40 whose address is short enough to be accepted everywhere."""
    batch: list[str] = []
    size = 0
    for doi in dois:
        length = len(quote_plus(f",doi:{doi}"))
        if batch and ("," in doi or "," in batch[0] or len(batch) == _MOST_DOIS or size + length > _LONGEST_FILTER):
            yield batch
            batch, size = [], 0
        batch.append(doi)
        size += length
    if batch:
        yield batch


def _record(doi: str, work: dict[str, Any] | None) -> Record:
    return Record(doi, False) if work is None else Record(doi, True, tuple(notices_of(doi, work)))


def notices_of(doi: str, work: dict[str, Any]) -> list[Notice]:
    """Return the notices that take a work back, or by which it takes another one back, as Crossref lists them."""
    notices = []
    for update in _updates(work, "updated-by"):
        notices.append(Notice(doi, _text(update, "DOI").lower(), _kind(update), _day(update)))
    for update in _updates(work, "update-to"):
        if _text(update, "DOI"):
            notices.append(Notice(_text(update, "DOI").lower(), doi, _kind(update), _day(update)))
    return [notice for notice in notices if notice.kind in _TAKEN_BACK]


def _updates(work: dict[str, Any], key: str) -> list[dict[str, Any]]:
    updates = work.get(key)
    return [u for u in updates[:_MOST_NOTICES] if isinstance(u, dict)] if isinstance(updates, list) else []


def _text(update: dict[str, Any], key: str) -> str:
    value = update.get(key)
    return shown(value, 200) if isinstance(value, str) else ""


def _kind(update: dict[str, Any]) -> str:
    return _text(update, "type").strip().lower()


def _day(update: dict[str, Any]) -> str:
    """Return the day of a notice as ISO 8601, or "": {"updated": {"date-parts": [[2024, 5, 3]]}}."""
    updated = update.get("updated")
    parts = updated.get("date-parts") if isinstance(updated, dict) else None
    first = parts[0] if isinstance(parts, list) and parts and isinstance(parts[0], list) else []
    limits = (9999, 12, 31)
    if not 1 <= len(first) <= 3 or not all(
        isinstance(part, int) and not isinstance(part, bool) and 1 <= part <= limit
        for part, limit in zip(first, limits, strict=False)
    ):
        return ""
    return "-".join(f"{part:0{width}d}" for part, width in zip(first, (4, 2, 2), strict=False))
