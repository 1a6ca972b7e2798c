"""A registry on loopback that answers as Crossref, OpenAlex, DBLP, arXiv and doi.org do, in their shapes.

Each service has its own view of a work: which works it has, and how it spells them, is up to whoever makes the views.
"""

from __future__ import annotations

import json
import threading
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape
from zlib import crc32

from rapidfuzz import fuzz

SERVICES = ("crossref", "openalex", "dblp", "arxiv", "doi")
_ROWS = 5
_CANDIDATES = 60


@dataclass(frozen=True, slots=True)
class Recorded:
    """A work as one service has it. ``authors`` are (given, family); ``retracted`` is the DOI of a notice."""

    title: str
    authors: tuple[tuple[str, str], ...]
    year: int | None
    venue: str
    doi: str = ""
    arxiv: str = ""
    subtitle: str = ""
    type: str = "journal-article"
    retracted: str = ""


def _words(text: str) -> list[str]:
    return "".join(c.lower() if c.isalnum() else " " for c in text).split()


class View:
    """The works of one service, found by identifier or by the words of a title."""

    def __init__(self, works: Iterable[Recorded]) -> None:
        self.works = tuple(works)
        self.by_doi = {work.doi.lower(): work for work in self.works if work.doi}
        self.by_arxiv = {work.arxiv: work for work in self.works if work.arxiv}
        self._words: defaultdict[str, list[int]] = defaultdict(list)
        for at, work in enumerate(self.works):
            for word in set(_words(f"{work.title} {work.subtitle}")):
                self._words[word].append(at)

    def search(self, title: str, rows: int = _ROWS) -> list[Recorded]:
        """Return the works whose titles are nearest, by rare words first and then by letters."""
        scores: Counter[int] = Counter()
        for word in set(_words(title)):
            places = self._words.get(word, ())
            for at in places:
                scores[at] += 1.0 / len(places)  # type: ignore[assignment]
        near = [at for at, _ in scores.most_common(_CANDIDATES)]
        wanted = " ".join(_words(title))
        spelled = {at: " ".join(_words(f"{self.works[at].title} {self.works[at].subtitle}")) for at in near}
        near.sort(key=lambda at: (-fuzz.ratio(wanted, spelled[at]), at))
        return [self.works[at] for at in near[:rows]]


@dataclass
class Registry:
    """Views by service, which of them are down, and the requests that came."""

    views: Mapping[str, View]
    down: frozenset[str] = frozenset()
    requests: list[str] = field(default_factory=list)

    def answer(self, path: str, accept: str = "") -> tuple[int, str, bytes]:
        """Return status, media type and body of the answer to a request: "/crossref/works?..."."""
        self.requests.append(path)
        parts = urlsplit(path)
        _, service, rest = (*parts.path.split("/", 2), "")[:3]
        if service in self.down:
            return 503, "text/plain", b"down"
        if service not in SERVICES:
            return 404, "text/plain", b"no such service"
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        method = {
            "crossref": self._crossref,
            "openalex": self._openalex,
            "dblp": self._dblp,
            "arxiv": self._arxiv,
            "doi": self._doi,
        }[service]
        return method(unquote(rest), query, accept)

    def addresses(self, base: str) -> dict[str, str]:
        """Return the address of each service, by its key in the configuration."""
        return {f"{name}_url": f"{base}/{name}" for name in SERVICES}

    def _crossref(self, rest: str, query: Mapping[str, str], _: str) -> tuple[int, str, bytes]:
        view = self.views["crossref"]
        if rest != "works":
            work = view.by_doi.get(rest.removeprefix("works/").lower())
            return _json({"status": "ok", "message": crossref_item(work)}) if work else _missing()
        if "filter" in query:
            wanted = [one.removeprefix("doi:").lower() for one in query["filter"].split(",")]
            found = [view.by_doi[one] for one in wanted if one in view.by_doi]
        else:
            found = view.search(query.get("query.bibliographic", ""), int(query.get("rows", _ROWS)))
        items = [crossref_item(work) for work in found]
        return _json({"status": "ok", "message-type": "work-list", "message": {"items": items}})

    def _openalex(self, _rest: str, query: Mapping[str, str], _: str) -> tuple[int, str, bytes]:
        view = self.views["openalex"]
        if "filter" in query:
            wanted = query["filter"].removeprefix("doi:").lower().split("|")
            found = [view.by_doi[one] for one in wanted if one in view.by_doi]
        else:
            found = view.search(query.get("search", ""))
        return _json({"meta": {"count": len(found)}, "results": [openalex_item(work) for work in found]})

    def _dblp(self, _rest: str, query: Mapping[str, str], _: str) -> tuple[int, str, bytes]:
        wanted = set(_words(query.get("q", "")))
        # DBLP lists what has every word.
        found = [work for work in self.views["dblp"].search(query.get("q", "")) if wanted <= set(_words(work.title))]
        hits: dict[str, Any] = {"@total": str(len(found))}
        if found:
            hits["hit"] = [{"@id": str(at), "info": dblp_item(work)} for at, work in enumerate(found)]
        return _json({"result": {"query": query.get("q", ""), "hits": hits}})

    def _arxiv(self, _rest: str, query: Mapping[str, str], _: str) -> tuple[int, str, bytes]:
        view = self.views["arxiv"]
        if "id_list" in query:
            found = [view.by_arxiv[one] for one in query["id_list"].split(",") if one in view.by_arxiv]
        else:
            title = query.get("search_query", "").removeprefix("ti:").strip('"')
            found = [work for work in view.search(title) if _words(title) == _words(work.title)]
        return 200, "application/atom+xml", atom_feed(found).encode()

    def _doi(self, rest: str, _query: Mapping[str, str], accept: str) -> tuple[int, str, bytes]:
        view = self.views["doi"]
        if rest.startswith("doiRA/"):
            doi = rest.removeprefix("doiRA/").lower()
            known = (
                {"DOI": doi, "RA": "Crossref"} if doi in view.by_doi else {"DOI": doi, "status": "DOI does not exist"}
            )
            return _json([known])
        work = view.by_doi.get(rest.lower())
        if work is None:
            return 404, "text/html", b"DOI Not Found"
        if "csl+json" not in accept:
            return 200, "text/html", b"<html>a landing page</html>"
        item = crossref_item(work)
        return _json(item | {"title": work.title if not work.subtitle else f"{work.title}: {work.subtitle}"})


def _json(value: object) -> tuple[int, str, bytes]:
    return 200, "application/json", json.dumps(value).encode()


def _missing() -> tuple[int, str, bytes]:
    return 404, "text/plain", b"Resource not found."


def crossref_item(work: Recorded) -> dict[str, Any]:
    """Return a work as Crossref writes it."""
    item: dict[str, Any] = {
        "DOI": work.doi,
        "type": work.type,
        "title": [work.title],
        "subtitle": [work.subtitle] if work.subtitle else [],
        "author": [
            {"given": given, "family": family, "sequence": "additional"} if given else {"name": family}
            for given, family in work.authors
        ],
        "container-title": [work.venue] if work.venue and work.type != "posted-content" else [],
    }
    if work.type == "posted-content" and work.venue:
        item["institution"] = [{"name": work.venue}]
    if work.year is not None:
        item["issued"] = {"date-parts": [[work.year]]}
    if work.retracted:
        updated = {"date-parts": [[(work.year or 2020) + 1, 5, 3]]}
        item["updated-by"] = [{"DOI": work.retracted, "type": "retraction", "label": "Retraction", "updated": updated}]
    return item


def openalex_item(work: Recorded) -> dict[str, Any]:
    """Return a work as OpenAlex writes it."""
    title = f"{work.title}: {work.subtitle}" if work.subtitle else work.title
    location = {"source": {"display_name": work.venue} if work.venue else None, "landing_page_url": ""}
    return {
        "id": f"https://openalex.org/W{crc32(work.title.encode())}",
        "doi": f"https://doi.org/{work.doi}" if work.doi else None,
        "title": title,
        "display_name": title,
        "publication_year": work.year,
        "type": "preprint" if work.type == "posted-content" else "article",
        "authorships": [{"author": {"display_name": f"{given} {family}".strip()}} for given, family in work.authors],
        "primary_location": location,
        "locations": [location],
        "is_retracted": bool(work.retracted),
    }


def dblp_item(work: Recorded) -> dict[str, Any]:
    """Return a work as DBLP writes it: a full stop behind the title, one author alone is no list."""
    names = [{"@pid": str(at), "text": f"{given} {family}".strip()} for at, (given, family) in enumerate(work.authors)]
    info: dict[str, Any] = {"title": f"{work.title}: {work.subtitle}." if work.subtitle else f"{work.title}."}
    if names:
        info["authors"] = {"author": names if len(names) > 1 else names[0]}
    if work.venue:
        info["venue"] = work.venue
    return info | {"year": str(work.year or ""), "type": "Conference and Workshop Papers", "doi": work.doi}


def atom_feed(works: Sequence[Recorded]) -> str:
    """Return works as arXiv writes them."""
    entries = "".join(
        f"<entry><id>http://arxiv.org/abs/{work.arxiv}v1</id><published>{work.year}-03-01T00:00:00Z</published>"
        f"<updated>{work.year}-04-01T00:00:00Z</updated><title>{escape(work.title)}</title>"
        + "".join(
            f"<author><name>{escape(f'{given} {family}'.strip())}</name></author>" for given, family in work.authors
        )
        + (f"<arxiv:journal_ref>{escape(work.venue)}</arxiv:journal_ref>" if work.venue else "")
        + "</entry>"
        for work in works
    )
    names = 'xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom"'
    return f'<?xml version="1.0" encoding="UTF-8"?><feed {names}><title>ArXiv Query</title>{entries}</feed>'


class Server:
    """Serves a registry on the loopback address until it is closed."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry

        class Handler(BaseHTTPRequestHandler):
            disable_nagle_algorithm = True

            def do_GET(self) -> None:
                status, mime, body = registry.answer(self.path, self.headers.get("Accept", ""))
                self.send_response(status)
                self.send_header("Content-Type", mime)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self._thread.start()

    @property
    def addresses(self) -> dict[str, str]:
        return self.registry.addresses(f"http://127.0.0.1:{self._server.server_address[1]}")

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
