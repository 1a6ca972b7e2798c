"""Ask Crossref what became of a work with a DOI: was it retracted?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import quote, unquote

from retrieval.rest import DEADLINE, service
from wellsourced.core.errors import BackendError, ConfigError, shown
from wellsourced.core.patterns import compiled
from wellsourced.core.text import canonical_url, host_of
from wellsourced.core.values import frozen, replace

URL = "https://api.crossref.org/works"
_DOI = compiled(r"10\.[0-9]{4,9}/[!-~]{1,400}")
_HOST = "https://doi.org/"
# What publishers write behind the DOI in the addresses of its pages.
_VIEWS = (".pdf", "/pdf", "/epdf", "/full", "/fulltext", "/abstract", "/meta", "/html")
# Kinds of notice that take a work back; a correction or an expression of concern does not.
_TAKEN_BACK = ("retraction", "withdrawal", "removal")
_MOST_NOTICES = 100


@frozen
class Notice:
    """A notice that takes a work back: which work, which notice, of what kind, on what day ("" if it does not say)."""

    work: str
    notice: str
    kind: str
    day: str = ""


@frozen
class Record:
    """What Crossref says of a DOI. ``listed`` is false where it does not know it: then nothing is known.

    ``notices`` are those that take this work back (``updated-by``) and, where the work is itself such a notice,
    what it takes back (``update-to``).
    """

    doi: str
    listed: bool
    notices: tuple[Notice, ...] = ()
    problem: str = ""


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


def look_up(dois: Sequence[str], *, contact: str = "", url: str | None = None) -> tuple[Record, ...]:
    """Ask for every DOI, one after the other; one Record each, in order. Raises nothing for a service that fails.

    ``contact`` is an e-mail address that Crossref may write to, which earns a better answering pool. After
    two failures in a row that no single DOI explains nothing more is asked.
    """
    records: list[Record] = []
    failures = 0
    for doi in dois:
        if failures == 2:
            records.append(Record(doi, False, problem="was not asked for, the service does not answer"))
            continue
        record = _ask(doi, contact, url or URL)
        failures = failures + 1 if record.problem else 0
        records.append(record)
    return tuple(records)


def retracted(records: Iterable[Record]) -> dict[str, Notice]:
    """Return the works that were taken back, by DOI, each with the first notice that says so."""
    found: dict[str, Notice] = {}
    for record in records:
        for notice in record.notices:
            found.setdefault(notice.work, notice)
    return found


def _ask(doi: str, contact: str, url: str) -> Record:
    agent = "wellsourced (checks citations" + (f"; mailto:{contact})" if contact else ")")
    try:
        crossref = service(
            "crossref", f"{url}/{quote(doi, safe='')}", ("crossref", "try again later"), deadline=DEADLINE
        )
        answer = replace(crossref, headers=(("User-Agent", agent),)).get(())
    except BackendError as error:
        if error.code == "http-status" and error.problem.endswith(" 404"):
            return Record(doi, False)
        return Record(doi, False, problem=error.problem)
    except ConfigError as error:  # 401 and 403: there is no key that could be wrong
        return Record(doi, False, problem=error.problem)
    work = answer.get("message")
    if not isinstance(work, dict):
        return Record(doi, False, problem='answers without a "message"')
    return Record(doi, True, tuple(_notices(doi, work)))


def _notices(doi: str, work: dict[str, Any]) -> list[Notice]:
    notices = []
    for update in _updates(work, "updated-by"):
        notices.append(Notice(doi, _text(update, "DOI").lower(), _text(update, "type"), _day(update)))
    for update in _updates(work, "update-to"):
        if _text(update, "DOI"):
            notices.append(Notice(_text(update, "DOI").lower(), doi, _text(update, "type"), _day(update)))
    return [replace(n, kind=n.kind.lower()) for n in notices if n.kind.lower() in _TAKEN_BACK]


def _updates(work: dict[str, Any], key: str) -> list[dict[str, Any]]:
    updates = work.get(key)
    return [u for u in updates[:_MOST_NOTICES] if isinstance(u, dict)] if isinstance(updates, list) else []


def _text(update: dict[str, Any], key: str) -> str:
    value = update.get(key)
    return shown(value, 200) if isinstance(value, str) else ""


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
