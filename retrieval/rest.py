"""Call a JSON service: bounded, with retries, and without ever showing a key."""

from __future__ import annotations

import json
import logging
import os
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from html import unescape
from typing import Any
from urllib.parse import urlencode

from retrieval.address_check import Target, parse_url
from retrieval.http_request import Connector, Response
from retrieval.published_date import read_date
from retrieval.retries import Budget, patiently
from retrieval.source_address import without_user
from retrieval.storage import scrub
from wellsourced_core.errors import BackendError, ConfigError, shown
from wellsourced_core.model import Source
from wellsourced_core.patterns import compiled
from wellsourced_core.text import canonical_url

DEADLINE = 15.0
_ANY_PORT = range(1, 65_536)
_LONGEST_TEXT = 500_000
_LONGEST_ANSWER = 10_000
_REFUSED = frozenset((401, 403))
log = logging.getLogger("wellsourced.retrieval")


@dataclass(frozen=True, slots=True)
class Service:
    """A service at an address that the operator configured; it may therefore stand on a private network.

    ``refused`` is what to tell when it answers 401 or 403: (subject, remedy); ``remedy`` when it fails otherwise.
    """

    name: str
    target: Target
    refused: tuple[str, str]
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    deadline: float = DEADLINE
    sleep: Callable[[float], None] = time.sleep
    remedy: str = "try again later or name another --backend"

    def post(self, payload: dict[str, Any]) -> dict[str, Any]:
        """Send a JSON object and return the one that comes back."""
        body = json.dumps(payload).encode("ascii")
        headers = (*self.headers, ("Content-Type", "application/json"))
        return self._ask(self.target, headers, body)

    def get(self, parameters: Sequence[tuple[str, str]]) -> dict[str, Any]:
        """Ask with a query string and return the JSON object that comes back."""
        query = urlencode([(name, scrub(value)) for name, value in parameters])
        url = f"{self.target.url}?{query}"
        return self._ask(Target(url, self.target.scheme, self.target.host, self.target.port), self.headers, b"")

    def _ask(self, target: Target, headers: Sequence[tuple[str, str]], body: bytes) -> dict[str, Any]:
        budget = Budget(time.monotonic() + self.deadline)
        connector = Connector(self.deadline, trusted=frozenset((target.authority,)))
        sent = (("Accept", "application/json"), *headers)

        def send() -> Response:
            method = "POST" if body else "GET"
            return connector.request(target, method=method, headers=sent, body=body, until=budget.until)

        try:
            response = patiently(send, target, budget, sleep=self.sleep)
        except BackendError as error:
            raise self._failure(error.problem, error.code) from error
        if response.status in _REFUSED:
            subject, remedy = self.refused
            raise ConfigError(subject, f"is refused by {self.name} (status {response.status})", remedy)
        if response.status != 200:
            raise self._failure(f"answers with status {response.status}", "http-status", response.status)
        return self._parsed(response.body)

    def _parsed(self, body: bytes) -> dict[str, Any]:
        try:
            answer = json.loads(body.decode("utf-8-sig", "replace"))
        except (ValueError, RecursionError) as error:
            raise self._failure("does not answer in JSON", "bad-reply") from error
        if not isinstance(answer, dict):
            raise self._failure("does not answer with an object", "bad-reply")
        return answer

    def _failure(self, problem: str, code: str, status: int = 0) -> BackendError:
        return BackendError(self.name, problem, self.remedy, code=code, status=status)

    def results(self, answer: dict[str, Any], key: str) -> list[Any]:
        """Return the list under a key of an answer. Raises BackendError, code bad-reply."""
        results = answer.get(key)
        if not isinstance(results, list):
            raise self._failure(f'answers without a list of "{key}"', "bad-reply")
        return results


def service(name: str, url: str, refused: tuple[str, str], *, key: str = "", deadline: float = DEADLINE) -> Service:
    """Make a service of a configured address. Raises ConfigError when it is none."""
    try:
        target = parse_url(url, ports=_ANY_PORT)
    except BackendError as error:
        raise ConfigError(
            f"backends.{name}.url", error.problem, "give the http or https address of the service"
        ) from error
    return Service(name, target, refused, (("Authorization", f"Bearer {key}"),) if key else (), deadline)


def api_key(variable: str, given: object = None) -> str:
    """Return a key from the options or the environment. Raises ConfigError, which names it and never shows it."""
    key = given if isinstance(given, str) and given else os.environ.get(variable, "")
    if not key:
        raise ConfigError(variable, "is not set", "set it in the environment or choose another --backend")
    if not key.isascii() or not key.isprintable() or " " in key:
        raise ConfigError(variable, "contains a character that no key has", "set it without line ends and spaces")
    return key


def sources_of(
    results: Sequence[Any], provider: str, *, text_fields: Sequence[str], date_field: str
) -> Iterator[Source]:
    """Read search results; one with a field of the wrong type, or without a web address, is left out and logged.

    The text is the first of ``text_fields`` that holds any. The id is the canonical URL; a page that comes
    twice is taken once. Of an address with a user name and password only the rest is kept.
    """
    seen: set[str] = set()
    for index, result in enumerate(results):
        problem = _bad_field(result, text_fields)
        if problem:
            log.warning("%s: bad-field: results[%d]%s", provider, index, problem)
            continue
        text = next((result[name] for name in text_fields if result.get(name)), "")
        published = result.get(date_field)
        url = without_user(result["url"].strip())
        page = canonical_url(url)
        if page in seen:
            continue
        seen.add(page)
        yield Source(
            id=page,
            url=url,
            title=_plain(_readable(result["title"])),
            text=_readable(text)[:_LONGEST_TEXT].strip(),
            published=read_date(published) if isinstance(published, str) else None,
            provider=provider,
        )


def answer_of(told: object) -> str:
    """Return a service's own answer as a text, cut at a length; "" for what is none."""
    return _readable(told)[:_LONGEST_ANSWER].strip() if isinstance(told, str) else ""


def _readable(text: str) -> str:
    """Return a text that can be stored and shown: without NULs and halves of surrogate pairs."""
    return scrub(text).replace("\0", " ")


_TAG = compiled(r"</?(?:b|br|em|i|mark|small|span|strong|sub|sup|u)(?: [^<>]{0,200})?/?>", re.IGNORECASE)


def _plain(title: str) -> str:
    """Return a title as plain text: engines pass on the markup of a page's title and of their own emphasis."""
    if "<" not in title and "&" not in title:
        return title.strip()
    return " ".join(unescape(_TAG.sub("", title.replace("<br", " <br"))).split())


def _bad_field(result: object, text_fields: Sequence[str]) -> str:
    if not isinstance(result, dict):
        return " is not an object"
    for name in ("url", "title"):
        if not isinstance(result.get(name), str):
            return f".{name} is not a string"
    for name in text_fields:
        if not isinstance(result.get(name), str | None):
            return f".{name} is not a string"
    try:
        parse_url(result["url"].strip(), ports=_ANY_PORT)
    except BackendError as error:
        return f".url {error.problem}: {shown(error.subject, 80)}"
    return ""
