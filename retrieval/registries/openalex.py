"""OpenAlex: works of all fields, with preprints and publications as one (https://api.openalex.org; wants a key)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from retrieval.cache import Cache
from retrieval.markup import without_markup
from retrieval.registries.interface import Answer, Asker, Question, RegistryOptions, batches, down, parsed
from wellsourced_core.errors import BackendError
from wellsourced_core.identifiers import find_arxiv, find_doi
from wellsourced_core.model import Person, Work
from wellsourced_core.person_names import person

ADDRESS = "https://api.openalex.org"
PAUSE = 0.1
_BATCH = 50
_ROWS = 5
KEY = "OPENALEX_API_KEY"


class OpenAlex:
    """Asks OpenAlex's API."""

    name = "OpenAlex"

    def __init__(self, asker: Asker) -> None:
        self._asker = asker
        needs_key = asker.public and not asker.options.openalex_key
        self.skipped = f"{KEY} is not set" if needs_key else ""

    def knows(self, identifier: str) -> bool:
        return not self.skipped and identifier.startswith("doi:") and "," not in identifier and "|" not in identifier

    def searches(self) -> bool:
        return not self.skipped

    def identify(self, identifiers: Sequence[str]) -> dict[str, Answer]:
        found = {one: kept for one in identifiers if (kept := self._asker.kept(one)) is not None}
        for batch in batches([one for one in dict.fromkeys(identifiers) if one not in found], _BATCH):
            wanted = "|".join(one.removeprefix("doi:") for one in batch)
            try:
                works = self._works((("filter", f"doi:{wanted}"), ("per-page", str(len(batch)))))
            except BackendError as error:
                found |= {one: down(error) for one in batch}
                continue
            by_doi = {f"doi:{work.doi}": work for work in works}
            for one in batch:
                answer = Answer("answered", (by_doi[one],) if one in by_doi else ())
                found[one] = self._asker.keep(one, answer)
        return found

    def search(self, question: Question) -> Answer:
        asked = f"title {question.title}"
        if (kept := self._asker.kept(asked)) is not None:
            return kept
        try:
            works = self._works((("search", _searchable(question.title)), ("per-page", str(_ROWS))))
        except BackendError as error:
            return down(error)
        return self._asker.keep(asked, Answer("answered", tuple(works)))

    def _works(self, parameters: Sequence[tuple[str, str]]) -> list[Work]:
        key = self._asker.options.openalex_key
        more = (("api_key", key),) if key else ()
        response, _ = self._asker.fetch(self._asker.path("/works"), (*parameters, *more), accept="application/json")
        answer = parsed(response, self.name)
        results = answer.get("results") if isinstance(answer, dict) else None
        if not isinstance(results, list):
            raise BackendError(self.name, 'answers without "results"', "try again later", code="bad-reply")
        return [work for one in results if isinstance(one, dict) and (work := _work(one)) is not None]


def _searchable(title: str) -> str:
    """Return a title without the signs that the search takes for operators."""
    return " ".join("".join(c if c.isalnum() or c in "-'" else " " for c in title).split())


def _work(item: Mapping[str, Any]) -> Work | None:
    title = without_markup(str(item.get("title") or item.get("display_name") or ""))
    if not title:
        return None
    listed = item.get("locations")
    locations = [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
    first = item.get("primary_location")
    locations = [first, *locations] if isinstance(first, dict) else locations
    addresses = " ".join(str(one.get("landing_page_url") or "") for one in locations)
    year = item.get("publication_year")
    return Work(
        OpenAlex.name,
        str(item.get("id") or ""),
        (title,),
        tuple(_authors(item.get("authorships"))),
        (year,) if isinstance(year, int) else (),
        tuple(dict.fromkeys(filter(None, map(_venue, locations)))),
        find_doi(str(item.get("doi") or "")),
        find_arxiv(addresses),
        "preprint" if item.get("type") == "preprint" else "publication",
        "OpenAlex says so" if item.get("is_retracted") is True else "",
    )


def _authors(listed: object) -> list[Person]:
    found = []
    for one in listed if isinstance(listed, list) else ():
        author = one.get("author") if isinstance(one, dict) else None
        name = (isinstance(author, dict) and author.get("display_name")) or (
            isinstance(one, dict) and one.get("raw_author_name")
        )
        if isinstance(name, str) and name.strip():
            found.append(person(without_markup(name)))
    return found


def _venue(location: Mapping[str, Any]) -> str:
    source = location.get("source")
    name = source.get("display_name") if isinstance(source, dict) else location.get("raw_source_name")
    return without_markup(name) if isinstance(name, str) else ""


def make(url: str, options: RegistryOptions, cache: Cache | None) -> OpenAlex:
    return OpenAlex(Asker(OpenAlex.name, url, ADDRESS, PAUSE, options, cache))
