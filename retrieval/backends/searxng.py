"""Web search by your own SearXNG instance."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from retrieval.backends import Found, Options, check_options, seconds
from retrieval.rest import DEADLINE, Service, answer_of, log, service, sources_of
from wellsourced_core.errors import BackendError, ConfigError, shown
from wellsourced_core.model import Source
from wellsourced_core.values import frozen, replace

_MOST_PAGES = 5
_MOST_ANSWERS = 5
_FULL = 10  # results that a single engine gives on a page: fewer, and no engine has more
_PARAMETERS = ("categories", "engines", "language", "time_range", "safesearch")


@frozen
class Searxng:
    """Queries one instance, whose JSON format must be enabled."""

    service: Service
    parameters: tuple[tuple[str, str], ...]
    name: str = "searxng"

    def search(self, query: str, limit: int) -> tuple[Source, ...]:
        """Return sources in the instance's order, of as many pages as that takes, at most 5, within one deadline.

        Engines that did not answer are logged. Raises BackendError when no engine answered at all, or the first page
        failed; what fails later costs the later pages only.
        """
        return self.find(query, limit).sources

    def find(self, query: str, limit: int) -> Found:
        """Return the sources of ``search`` and what the instance's answerers say on its first page."""
        if not query.strip() or limit < 1:
            return Found(())
        found: dict[str, Source] = {}
        said = ""
        for page in self._pages(query):
            results = self.service.results(page, "results")
            said = said or "\n".join(_answers(page.get("answers")))
            known = len(found)
            for source in sources_of(results, self.name, text_fields=("content",), date_field="publishedDate"):
                found.setdefault(source.id, source)
            # An instance without further pages may repeat the last one.
            if len(found) >= limit or len(found) == known or len(results) < _FULL:
                break
        return Found(tuple(found.values())[:limit], said)

    def _pages(self, query: str) -> Iterator[dict[str, Any]]:
        until = time.monotonic() + self.service.deadline
        yield self._page(self.service, query, 1)
        for number in range(2, _MOST_PAGES + 1):
            left = until - time.monotonic()
            try:
                if left <= 0:
                    raise BackendError(self.name, "did not answer in time", "try again later", code="timeout")
                page = self._page(replace(self.service, deadline=left), query, number)
            except (BackendError, ConfigError) as error:
                log.warning("searxng: page %d: %s", number, error.problem)
                return
            yield page

    def _page(self, instance: Service, query: str, number: int) -> dict[str, Any]:
        page = (("pageno", str(number)),) if number > 1 else ()
        answer = instance.get((("q", query), ("format", "json"), *self.parameters, *page))
        results = instance.results(answer, "results")
        silent = _names(answer.get("unresponsive_engines"))
        if silent and not results:
            raise BackendError(self.name, f"got no answer from {silent}", "try again later", code="no-engine")
        if silent:
            log.warning("searxng: no answer from %s", silent)
        return answer


def build(options: Options) -> Searxng:
    """Make the backend. Raises ConfigError.

    Options: url (of the instance, required), categories, engines, language, time_range, safesearch (as
    SearXNG takes them), deadline (seconds).
    """
    check_options("searxng", options, frozenset((*_PARAMETERS, "url", "deadline")))
    if not options.get("url"):
        raise ConfigError("backends.searxng.url", "is missing", "give the address of your SearXNG instance")
    url = str(options["url"]).rstrip("/")
    url = url if url.endswith("/search") else f"{url}/search"
    refused = ("backends.searxng.url", "add json to search.formats in the instance's settings.yml")
    parameters = tuple((name, str(options[name])) for name in _PARAMETERS if name in options)
    return Searxng(
        service("searxng", url, refused, deadline=seconds("searxng", options, "deadline", DEADLINE)), parameters
    )


def _answers(told: object) -> Iterator[str]:
    """Yield the answers: texts, in newer versions objects that hold one."""
    for one in told[:_MOST_ANSWERS] if isinstance(told, list) else ():
        if said := answer_of(one.get("answer") if isinstance(one, dict) else one):
            yield said


def _names(engines: object) -> str:
    """Name the engines of a list of [name, reason]."""
    pairs = [e for e in engines if isinstance(e, list) and e] if isinstance(engines, list) else []
    return ", ".join(shown(" ".join(f"{part}" for part in pair[:2]), 60) for pair in pairs[:10])
