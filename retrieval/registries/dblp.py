"""DBLP: works of computer science, also those without a DOI (https://dblp.org; searches titles, a request each)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from retrieval.cache import Cache
from retrieval.markup import without_markup
from retrieval.registries.interface import Answer, Asker, Question, RegistryOptions, down, parsed
from wellsourced_core.errors import BackendError
from wellsourced_core.identifiers import find_arxiv, find_doi
from wellsourced_core.model import Person, Work
from wellsourced_core.person_names import person

ADDRESS = "https://dblp.org"
PAUSE = 1.0
_ROWS = 6
_PREPRINTS = "CoRR"


class Dblp:
    """Asks DBLP's search for publications."""

    name = "DBLP"
    skipped = ""

    def __init__(self, asker: Asker) -> None:
        self._asker = asker

    def knows(self, identifier: str) -> bool:  # noqa: ARG002 - it searches words alone
        return False

    def searches(self) -> bool:
        return True

    def identify(self, identifiers: Sequence[str]) -> dict[str, Answer]:  # noqa: ARG002 - it searches words alone
        return {}

    def search(self, question: Question) -> Answer:
        asked = f"title {question.title}"
        if (kept := self._asker.kept(asked)) is not None:
            return kept
        # Every word must be found; signs are operators there.
        words = " ".join("".join(c if c.isalnum() else " " for c in question.title).split())
        url = self._asker.path("/search/publ/api")
        parameters = (("q", words), ("format", "json"), ("h", str(_ROWS)))
        try:
            response, _ = self._asker.fetch(url, parameters, accept="application/json")
            answer = parsed(response, self.name)
            works = tuple(work for info in _hits(answer) if (work := _work(info)) is not None)
        except BackendError as error:
            return down(error)
        return self._asker.keep(asked, Answer("answered", works))


def _hits(answer: Any) -> list[Mapping[str, Any]]:
    result = answer.get("result") if isinstance(answer, dict) else None
    hits = result.get("hits") if isinstance(result, dict) else None
    if not isinstance(hits, dict):
        raise BackendError(Dblp.name, 'answers without "hits"', "try again later", code="bad-reply")
    listed = hits.get("hit", [])  # absent where nothing is found
    found = [hit.get("info") for hit in listed if isinstance(hit, dict)] if isinstance(listed, list) else []
    return [info for info in found if isinstance(info, dict)]


def _work(info: Mapping[str, Any]) -> Work | None:
    title = without_markup(str(info.get("title") or "")).rstrip(".")
    if not title:
        return None
    year = str(info.get("year") or "")
    venues = info.get("venue")
    named = venues if isinstance(venues, list) else [venues]
    found = tuple(str(venue) for venue in named if venue)
    address = info.get("ee")
    addresses = " ".join(map(str, address)) if isinstance(address, list) else str(address or "")
    doi = find_doi(f"{info.get('doi') or ''} {addresses}")
    return Work(
        Dblp.name,
        str(info.get("url") or info.get("key") or ""),
        (title,),
        _authors(info.get("authors")),
        (int(year),) if year.isascii() and year.isdigit() else (),
        found,
        doi,
        find_arxiv(f"{addresses} {doi}"),
        "preprint" if _PREPRINTS in found else "publication",
    )


def _authors(listed: object) -> tuple[Person, ...]:
    """Read {"author": [{"@pid": ..., "text": ...}]}; one author alone is no list."""
    names = listed.get("author") if isinstance(listed, dict) else None
    several = names if isinstance(names, list) else [names]
    texts = (one.get("text") if isinstance(one, dict) else one for one in several)
    return tuple(person(without_markup(text)) for text in texts if isinstance(text, str) and text.strip())


def make(url: str, options: RegistryOptions, cache: Cache | None) -> Dblp:
    return Dblp(Asker(Dblp.name, url, ADDRESS, PAUSE, options, cache))
