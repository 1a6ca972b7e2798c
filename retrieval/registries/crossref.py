"""Crossref: the agency of most journals and proceedings (https://api.crossref.org; forty DOIs in one request)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from retrieval.cache import Cache
from retrieval.crossref import Notice, notices_of
from retrieval.markup import without_markup
from retrieval.registries.interface import Answer, Asker, Question, RegistryOptions, batches, down, parsed
from retrieval.written_references import csl_name, csl_year
from wellsourced_core.errors import BackendError
from wellsourced_core.model import Person, Work

ADDRESS = "https://api.crossref.org"
PAUSE = 1.0
_BATCH = 40
_ROWS = 5
_REFUSED = (400, 414, 422)
_SELECT = (
    "DOI,title,subtitle,original-title,author,issued,published-print,published-online,posted,container-title,"
    "short-container-title,event,type,group-title,publisher,relation,updated-by,update-to"
)
_DATES = ("issued", "published-print", "published-online", "published", "posted")
_VENUES = ("container-title", "short-container-title")
_ACCEPT = "application/json"


class Crossref:
    """Asks Crossref's REST API."""

    name = "Crossref"
    skipped = ""

    def __init__(self, asker: Asker) -> None:
        self._asker = asker

    def knows(self, identifier: str) -> bool:
        return identifier.startswith("doi:") and not identifier.startswith("doi:10.48550/")  # DataCite registers those

    def searches(self) -> bool:
        return True

    def identify(self, identifiers: Sequence[str]) -> dict[str, Answer]:
        found = {one: kept for one in identifiers if (kept := self._asker.kept(one)) is not None}
        missing = [one for one in dict.fromkeys(identifiers) if one not in found]
        # No filter can hold a comma.
        for batch in batches([one for one in missing if "," not in one], _BATCH):
            found |= self._batch(batch)
        return found | {one: Answer("answered") for one in missing if "," in one}

    def _batch(self, identifiers: Sequence[str]) -> dict[str, Answer]:
        """Ask for several works at once; of a request that is refused either half is asked for again."""
        try:
            items = self._items((("filter", ",".join(identifiers)), ("rows", str(len(identifiers)))))
        except BackendError as error:
            if error.status in _REFUSED and len(identifiers) > 1:
                middle = len(identifiers) // 2
                return self._batch(identifiers[:middle]) | self._batch(identifiers[middle:])
            if error.status in _REFUSED:
                return {identifiers[0]: self._asker.keep(identifiers[0], Answer("answered"))}
            return {one: down(error) for one in identifiers}
        works = {f"doi:{work.doi}": work for item in items if (work := work_of(item, self.name)) is not None}
        return {
            one: self._asker.keep(one, Answer("answered", (works[one],) if one in works else ())) for one in identifiers
        }

    def search(self, question: Question) -> Answer:
        asked = f"title {question.title} {question.author}"
        if (kept := self._asker.kept(asked)) is not None:
            return kept
        author = (("query.author", question.author),) if question.author else ()
        try:
            items = self._items((("query.bibliographic", question.title), *author, ("rows", str(_ROWS))))
        except BackendError as error:
            return down(error)
        works = tuple(work for item in items if (work := work_of(item, self.name)) is not None)
        return self._asker.keep(asked, Answer("answered", works))

    def _items(self, parameters: Sequence[tuple[str, str]]) -> list[dict[str, Any]]:
        url = self._asker.path("/works")
        response, _ = self._asker.fetch(url, (*parameters, ("select", _SELECT)), accept=_ACCEPT)
        answer = parsed(response, self.name)
        message = answer.get("message") if isinstance(answer, dict) else None
        items = message.get("items") if isinstance(message, dict) else None
        if not isinstance(items, list):
            raise BackendError(self.name, 'answers without "items"', "try again later", code="bad-reply")
        return [item for item in items if isinstance(item, dict)]


def work_of(item: Mapping[str, Any], service: str) -> Work | None:
    """Read a work of Crossref's, or CSL-JSON, which has the same names for the same things; None without a title."""
    titles = [without_markup(title) for title in _texts(item, "title")]
    if not titles or not titles[0]:
        return None
    subtitles = [without_markup(one) for one in _texts(item, "subtitle")]
    spelled = [f"{titles[0]}: {subtitles[0]}"] if subtitles and subtitles[0] not in titles[0] else []
    originals = [without_markup(one) for one in _texts(item, "original-title")]
    doi = str(item.get("DOI") or "").lower()
    notices = [notice for notice in notices_of(doi, dict(item)) if notice.work == doi]
    kind = str(item.get("type") or "")
    return Work(
        service,
        f"doi:{doi}" if doi else service,
        tuple(dict.fromkeys((*spelled, *titles, *filter(None, originals)))),
        _authors(item.get("author")),
        tuple(dict.fromkeys(year for name in _DATES if (year := csl_year(item.get(name))) is not None)),
        tuple(dict.fromkeys(_venues(item, kind))),
        doi,
        kind="preprint" if kind in ("posted-content", "preprint") else "publication",
        retracted=_told(notices[0]) if notices else "",
        published_as=_published_as(item.get("relation")),
    )


def _texts(item: Mapping[str, Any], name: str) -> list[str]:
    value = item.get(name)
    values = value if isinstance(value, list) else [value]
    return [one for one in values if isinstance(one, str) and one.strip()]


def _authors(names: object) -> tuple[Person, ...]:
    listed = names if isinstance(names, list) else []
    return tuple(found for name in listed if (found := csl_name(name)) is not None)


def _venues(item: Mapping[str, Any], kind: str) -> list[str]:
    venues = [without_markup(venue) for name in _VENUES for venue in _texts(item, name)]
    event = item.get("event")
    if isinstance(event, dict):
        venues += [without_markup(str(event[name])) for name in ("name", "acronym") if event.get(name)]
    institution = item.get("institution")
    if isinstance(institution, list):
        venues += [str(one["name"]) for one in institution if isinstance(one, dict) and one.get("name")]
    if kind == "posted-content":
        venues += [*_texts(item, "group-title"), *_texts(item, "publisher")]
    return [venue for venue in venues if venue]


def _told(notice: Notice) -> str:
    """Say by which notice a work was taken back, and when."""
    day = f" published on {notice.day}" if notice.day else ""
    return f"{notice.kind}{day}" + (f" ({notice.notice})" if notice.notice else "")


def _published_as(relation: object) -> str:
    """Return the DOI of what a preprint became: {"is-preprint-of": [{"id-type": "doi", "id": ...}]}."""
    listed = relation.get("is-preprint-of") if isinstance(relation, dict) else None
    for one in listed if isinstance(listed, list) else ():
        if isinstance(one, dict) and one.get("id-type") == "doi":
            return str(one.get("id") or "").lower()
    return ""


def make(url: str, options: RegistryOptions, cache: Cache | None) -> Crossref:
    return Crossref(Asker(Crossref.name, url, ADDRESS, PAUSE, options, cache))
