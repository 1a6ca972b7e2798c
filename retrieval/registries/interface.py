"""What all services that record works have in common: asking politely, in batches, and keeping every answer.

A service is asked for identifiers (``identify``) and for titles (``search``). What it does not have is an answer; that
it cannot be reached is a state, never an answer. After two failures in a row it is not asked again in a run.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from urllib.parse import urlencode, urljoin

from retrieval.address_check import REDIRECTS, Target, parse_url
from retrieval.cache import Cache, Entry
from retrieval.http_request import Connector, Response
from retrieval.retries import Budget, patiently
from wellsourced_core.errors import BackendError, ConfigError, shown
from wellsourced_core.model import Person, Work
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal, Protocol

    # answered: what the service has, perhaps nothing; refuted: it is the agency, and never registered the identifier;
    # registered: it did, and gives no record; down: not reached; skipped: not to be asked as configured.
    State = Literal["answered", "refuted", "registered", "down", "skipped"]

    class Registry(Protocol):
        """One service. ``name`` is what people call it; ``skipped`` says why it is not asked, "" if it is."""

        @property
        def name(self) -> str: ...

        @property
        def skipped(self) -> str: ...

        def knows(self, identifier: str) -> bool:
            """Tell whether the service can be asked for an identifier: "doi:10.1/x", "arxiv:2101.00001"."""
            ...

        def identify(self, identifiers: Sequence[str]) -> dict[str, Answer]:
            """Return an answer for each identifier, asked for in batches. Raises StorageError only."""
            ...

        def searches(self) -> bool:
            """Tell whether titles can be searched for."""
            ...

        def search(self, question: Question) -> Answer:
            """Return the works whose titles are nearest. Raises StorageError only."""
            ...


# Seconds that an answer holds: retractions come in every working day.
LIFETIME = 24 * 60 * 60.0
DEADLINE = 30.0
_MOST_FAILURES = 2
_HOPS = 5
_ANY_PORT = range(1, 65_536)
_LONGEST_ANSWER = 16 * 1024 * 1024
_REFUSED = (401, 403)


@frozen
class Question:
    """What is searched for: a title, and the family name of the first author where the title alone tells little."""

    title: str
    author: str = ""


@frozen
class Answer:
    """What a service says of one identifier or title; ``why`` tells a person what went wrong."""

    state: State
    works: tuple[Work, ...] = ()
    why: str = ""


@frozen
class RegistryOptions:
    """How services are asked. ``contact`` is an e-mail address for those that treat known clients better.

    ``delay`` is the least pause between two requests to a public service, in seconds, 0 for none at all; an address of
    one's own is asked without pause. ``offline`` takes answers from the cache alone, however old.
    """

    contact: str = ""
    delay: float = 1.0
    deadline: float = DEADLINE
    offline: bool = False
    openalex_key: str = ""
    sleep: Callable[[float], None] = time.sleep


class Asker:
    """Sends the requests of one service, one after the other, and keeps what it answers; safe for several threads."""

    def __init__(
        self, name: str, url: str, own: str, pause: float, options: RegistryOptions, cache: Cache | None
    ) -> None:
        self.name = name
        self.options = options
        self._cache = cache
        self._public = not url or url.rstrip("/") == own.rstrip("/")
        self.base = (url or own).rstrip("/")
        self._pause = max(pause, options.delay) if self._public and options.delay else 0.0
        self._turn = threading.Lock()
        self._last: float | None = None
        self._failures = 0
        self._trouble = ""
        try:
            self._target = parse_url(self.base, ports=_ANY_PORT)
        except BackendError as error:
            key = f"references.{name.replace('.', '_')}_url".replace("doi_org_url", "doi_url")
            raise ConfigError(key.lower(), error.problem, "write https://..., the address of the service") from error

    @property
    def public(self) -> bool:
        """Tell whether the service is asked at its own address, not at one that stands in for it."""
        return self._public

    @property
    def is_down(self) -> bool:
        return self._failures >= _MOST_FAILURES

    def path(self, ending: str) -> str:
        """Return an address below the service's; one that was configured with the ending has it already."""
        return self.base if self.base.endswith(ending) else self.base + ending

    def fetch(self, url: str, parameters: Sequence[tuple[str, str]] = (), *, accept: str) -> tuple[Response, int]:
        """Send one request and follow redirects; return the answer and how many hops led to it.

        Raises BackendError where the service cannot be reached, refuses or fails: status 401, 403, 429 and 5xx.
        """
        if self.is_down or self.options.offline:
            why = "is offline" if self.options.offline else f"does not answer ({self._trouble})"
            raise BackendError(self.name, why, "try again later", code="not-asked")
        if parameters:
            url = f"{url}?{urlencode(parameters)}"
        try:
            answer, hops = self._follow(parse_url(url, ports=_ANY_PORT), accept)
        except BackendError as error:
            self._failed(error.problem)
            raise
        if answer.status in _REFUSED or answer.status == 429 or answer.status >= 500:
            problem = f"answers with status {answer.status}"
            self._failed(problem)
            raise BackendError(self.name, problem, "try again later", code="http-status", status=answer.status)
        self._failures = 0
        return answer, hops

    def _follow(self, target: Target, accept: str) -> tuple[Response, int]:
        for hops in range(_HOPS):
            try:
                answer = self._send(target, accept)
            except BackendError:
                if not hops:
                    raise
                return answer, hops  # the service itself did answer: what it names is another's
            location = answer.header("location")
            if answer.status not in REDIRECTS or not location:
                return answer, hops
            target = parse_url(urljoin(target.url, location), ports=_ANY_PORT)
        raise BackendError(self.name, "redirects without end", "try again later", code="too-many-redirects")

    def _send(self, target: Target, accept: str) -> Response:
        contact = f"; mailto:{self.options.contact})" if self.options.contact else ")"
        headers = (("User-Agent", f"wellsourced/0.1 (checks references{contact}"), ("Accept", accept))
        deadline = self.options.deadline
        # Only the configured address may stand on a private network, not where it redirects to.
        connector = Connector(deadline, _LONGEST_ANSWER, frozenset((self._target.authority,)))
        if not self._pause:
            budget = Budget(time.monotonic() + deadline)
            return patiently(
                lambda: connector.request(target, headers=headers, until=budget.until),
                target,
                budget,
                sleep=self.options.sleep,
            )
        with self._turn:
            if self._last is not None and (wait := self._pause - (time.monotonic() - self._last)) > 0:
                self.options.sleep(wait)
            budget = Budget(time.monotonic() + deadline)
            try:
                return patiently(
                    lambda: connector.request(target, headers=headers, until=budget.until),
                    target,
                    budget,
                    sleep=self.options.sleep,
                )
            finally:
                self._last = time.monotonic()

    def _failed(self, problem: str) -> None:
        self._failures += 1
        self._trouble = shown(problem, 80)

    # ------------------------------------------------------------------------------------------- the cache

    def kept(self, question: str) -> Answer | None:
        """Return what the service answered to a question in the last day, from the cache."""
        if self._cache is None:
            return None
        within = None if self.options.offline else LIFETIME
        entry = self._cache.get(self._key(question), within=within)
        return _read(entry.body) if entry is not None else None

    def keep(self, question: str, answer: Answer) -> Answer:
        """Keep an answer, and return it; that a service is down is none."""
        if self._cache is not None and answer.state not in ("down", "skipped"):
            self._cache.offer(Entry(self._key(question), "", "application/json", "", _written(answer)))
        return answer

    def _key(self, question: str) -> str:
        return f"references {self.name} {self.base} {question}"  # the spaces tell it from every page's address


def down(error: BackendError) -> Answer:
    """Return the answer of a service that gave none."""
    return Answer("down", why=error.problem)


def parsed(response: Response, name: str) -> Any:
    """Return an answer's JSON. Raises BackendError for what is none, and for another status than 200."""
    if response.status != 200:
        problem = f"answers with status {response.status}"
        raise BackendError(name, problem, "try again later", code="http-status", status=response.status)
    try:
        return json.loads(response.body.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError) as error:
        raise BackendError(name, "does not answer in JSON", "try again later", code="bad-reply") from error


def batches(items: Sequence[str], most: int) -> Iterator[Sequence[str]]:
    """Yield items in batches of at most so many."""
    return (items[at : at + most] for at in range(0, len(items), most))


_FIELDS = ("service", "id", "titles", "years", "venues", "doi", "arxiv", "kind", "retracted", "published_as")


def _written(answer: Answer) -> bytes:
    works = [
        {name: getattr(work, name) for name in _FIELDS} | {"authors": [(one.family, one.given) for one in work.authors]}
        for work in answer.works
    ]
    return json.dumps({"state": answer.state, "works": works}).encode("ascii")


def _read(body: bytes) -> Answer:
    record: dict[str, Any] = json.loads(body)
    return Answer(record["state"], tuple(map(_work, record["works"])))


def _work(kept: dict[str, Any]) -> Work:
    fields: dict[str, Any] = {name: tuple(one) if isinstance(one, list) else one for name, one in kept.items()}
    return Work(**(fields | {"authors": tuple(Person(*names) for names in kept["authors"])}))
