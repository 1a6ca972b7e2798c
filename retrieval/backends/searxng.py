"""Web search by a SearXNG instance of one's own."""

from __future__ import annotations

from itertools import islice

from retrieval.backends import Options, check_options, seconds
from retrieval.rest import DEADLINE, Service, log, service, sources_of
from wellsourced.core.errors import BackendError, ConfigError, shown
from wellsourced.core.model import Source
from wellsourced.core.values import frozen

_PARAMETERS = ("categories", "engines", "language", "time_range", "safesearch")


@frozen
class Searxng:
    """Asks one instance, whose JSON format must be switched on."""

    service: Service
    parameters: tuple[tuple[str, str], ...]
    name: str = "searxng"

    def search(self, query: str, limit: int) -> tuple[Source, ...]:
        """Return sources in the instance's order; engines that did not answer are logged.

        Raises BackendError when no engine answered at all.
        """
        if not query.strip() or limit < 1:
            return ()
        answer = self.service.get((("q", query), ("format", "json"), *self.parameters))
        results = self.service.results(answer, "results")
        silent = _names(answer.get("unresponsive_engines"))
        if silent and not results:
            raise BackendError(self.name, f"got no answer from {silent}", "try again later", code="no-engine")
        if silent:
            log.warning("searxng: no answer from %s", silent)
        return tuple(
            islice(sources_of(results, self.name, text_fields=("content",), date_field="publishedDate"), limit)
        )


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


def _names(engines: object) -> str:
    """Name the engines of a list of [name, reason]."""
    pairs = [e for e in engines if isinstance(e, list) and e] if isinstance(engines, list) else []
    return ", ".join(shown(" ".join(f"{part}" for part in pair[:2]), 60) for pair in pairs[:10])
