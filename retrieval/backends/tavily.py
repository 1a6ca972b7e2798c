"""Web search by Tavily, over its REST interface."""

from __future__ import annotations

from itertools import islice

from retrieval.backends import Found, Options, check_options, seconds
from retrieval.rest import DEADLINE, Service, answer_of, api_key, service, sources_of
from wellsourced_core.errors import ConfigError
from wellsourced_core.model import Source
from wellsourced_core.values import frozen

_URL = "https://api.tavily.com/search"
_KEY = "TAVILY_API_KEY"
_MOST = 20
_LONGEST_QUERY = 400  # a longer one is refused: "Max query length is 400 characters"
_CHOICES = {
    "search_depth": ("basic", "advanced"),
    "topic": ("general", "news", "finance"),
    "time_range": ("day", "week", "month", "year"),
}


@frozen
class Tavily:
    """Requests whole pages if Tavily has them, else its excerpts."""

    service: Service
    parameters: tuple[tuple[str, str | list[str]], ...]
    answers: bool = True
    name: str = "tavily"

    def search(self, query: str, limit: int) -> tuple[Source, ...]:
        """Return at most 20 sources, in Tavily's order; a longer query than it takes is cut between words."""
        return self.find(query, limit).sources

    def find(self, query: str, limit: int) -> Found:
        """Return the sources of ``search`` and Tavily's own answer, if it gives one."""
        if not query.strip() or limit < 1:
            return Found(())
        payload = {
            "query": _cut(query.strip()),
            "max_results": min(limit, _MOST),
            "include_raw_content": True,
            "include_answer": self.answers,
            **dict(self.parameters),
        }
        answer = self.service.post(payload)
        results = self.service.results(answer, "results")
        found = sources_of(results, self.name, text_fields=("raw_content", "content"), date_field="published_date")
        return Found(tuple(islice(found, min(limit, _MOST))), answer_of(answer.get("answer")))


def build(options: Options) -> Tavily:
    """Make the backend; the key is TAVILY_API_KEY of the environment. Raises ConfigError.

    Options: search_depth (basic, advanced), topic (general, news, finance), time_range (day, week, month,
    year), country, include_domains and exclude_domains (separated by commas), include_answer (true), url, deadline
    (seconds).
    """
    plain, lists = ("country",), ("include_domains", "exclude_domains")
    check_options("tavily", options, frozenset((*_CHOICES, *plain, *lists, "include_answer", "url", "deadline")))
    parameters: list[tuple[str, str | list[str]]] = []
    for name, choices in _CHOICES.items():
        if name in options:
            if options[name] not in choices:
                raise ConfigError(
                    f"backends.tavily.{name}", "has an unknown value", f"choose from {', '.join(choices)}"
                )
            parameters.append((name, str(options[name])))
    parameters += [(name, str(options[name])) for name in plain if name in options]
    parameters += [(name, [d.strip() for d in str(options[name]).split(",")]) for name in lists if name in options]
    refused = (_KEY, "set a valid key in the environment")
    answers = options.get("include_answer", True)
    if not isinstance(answers, bool):
        raise ConfigError("backends.tavily.include_answer", "is not true or false", "give true or false")
    url, deadline = str(options.get("url", _URL)), seconds("tavily", options, "deadline", DEADLINE)
    return Tavily(service("tavily", url, refused, key=api_key(_KEY), deadline=deadline), tuple(parameters), answers)


def _cut(query: str) -> str:
    """Return the leading whole words of a query that Tavily accepts."""
    if len(query) <= _LONGEST_QUERY:
        return query
    return query[: _LONGEST_QUERY + 1].rpartition(" ")[0].rstrip() or query[:_LONGEST_QUERY]
