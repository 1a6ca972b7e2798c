"""Visit a web server politely: robots.txt, a pause between requests, few retries, every hop checked."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from urllib.parse import urljoin, urlsplit

from retrieval.address_check import REDIRECTS, Target, parse_url, rejection
from retrieval.http_request import Connector, Response
from retrieval.retries import Budget, patiently
from retrieval.robots import EVERYTHING, NOTHING, Robots, parse_robots
from retrieval.source_address import without_user
from wellsourced_core.errors import BackendError, shown

_AGENT = "wellsourced"
_ROBOTS_HOPS = 5
_ODD_ROBOTS = frozenset(("body-too-large", "bad-encoding", "bad-response", "body-incomplete"))
Headers = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class VisitOptions:
    """Bounds of fetching; times in seconds, ``largest`` in decoded bytes, ``delay`` between requests to a host.

    ``trusted`` are "host:port" that may stand on a private address or another port.
    """

    user_agent: str = "wellsourced/0.1 (checks citations)"
    deadline: float = 30.0
    largest: int = 20 * 1024 * 1024
    redirects: int = 10
    retries: int = 2
    delay: float = 1.0
    robots: bool = True
    ports: frozenset[int] = frozenset((80, 443))
    trusted: frozenset[str] = frozenset()


@dataclass(slots=True)
class _Host:
    """The state of a host: one request at a time, the time of the last one, and its robots.txt."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    last: float | None = None
    robots: dict[str, Robots] = field(default_factory=dict)


class Visitor:
    """Sends requests for one run and remembers, per host, when the last one was and what robots.txt says."""

    def __init__(
        self,
        options: VisitOptions | None = None,
        connector: Connector | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        options = options or VisitOptions()
        self._options = options
        self._connector = connector or Connector(options.deadline, options.largest, options.trusted)
        self._sleep = sleep
        self._hosts: dict[str, _Host] = {}
        self._hosts_lock = threading.Lock()

    def target(self, url: str) -> Target:
        """Read an address under this run's rules. Raises BackendError."""
        return parse_url(url, ports=self._options.ports, trusted=self._options.trusted)

    def get(self, target: Target, validators: Mapping[str, Headers] | None = None) -> tuple[Target, Response]:
        """Follow redirects to the answer, every hop checked like the first address.

        ``validators`` are headers to be sent to one address only, by address. Returns where the redirects led
        and what came. Raises BackendError with a code of Connector.request, or robots,
        downgrade, too-many-redirects; it names the whole chain.
        """
        budget = Budget(time.monotonic() + self._options.deadline)
        chain = [target]
        while True:
            try:
                response = self._hop(chain[-1], (validators or {}).get(chain[-1].url, ()), budget)
                location = _location(response)
                if response.status not in REDIRECTS or not location:
                    return chain[-1], response
            except BackendError as error:
                if len(chain) == 1:
                    raise
                problem = _told(chain[:-1], chain[-1].url, error.problem)
                raise rejection(target.url, problem, error.code, gone=error.gone) from error
            try:
                following = self.target(urljoin(chain[-1].url, location))
            except (BackendError, ValueError) as error:
                code = error.code if isinstance(error, BackendError) else "bad-url"
                raise rejection(target.url, _told(chain, location, "may not be followed"), code) from error
            if chain[-1].scheme == "https" and following.scheme == "http":
                raise rejection(target.url, _told(chain, following.url, "is not encrypted"), "downgrade")
            if following in chain or len(chain) > self._options.redirects:
                raise rejection(target.url, _told(chain, following.url, "and so on"), "too-many-redirects")
            chain.append(following)

    def _hop(self, target: Target, headers: Headers, budget: Budget) -> Response:
        if self._options.robots and not self._robots(target, budget).allows(_path(target)):
            raise rejection(target.url, f"may not be read by programs (robots.txt of {target.host})", "robots")
        accept = ("Accept", "text/html, application/xhtml+xml, text/plain, application/pdf")
        return self._patiently(target, (accept, *headers), budget)

    def _patiently(self, target: Target, headers: Headers, budget: Budget) -> Response:
        send = partial(self._one_at_a_time, target, headers, budget)
        return patiently(send, target, budget, retries=self._options.retries, sleep=self._sleep)

    def _one_at_a_time(self, target: Target, headers: Headers, budget: Budget) -> Response:
        """Send a request after the host's pause; the time spent waiting does not count against the page's deadline."""
        host = self._host(target)
        arrived = time.monotonic()
        with host.lock:
            if host.last is not None:
                pause = self._options.delay - (time.monotonic() - host.last)
                if pause > 0:
                    self._sleep(pause)
            budget.until += time.monotonic() - arrived
            sent = (("User-Agent", self._options.user_agent), *headers)
            try:
                return self._connector.request(target, headers=sent, until=budget.until)
            finally:
                host.last = time.monotonic()

    def _robots(self, target: Target, budget: Budget) -> Robots:
        """Return the rules of a site, requested once: without a robots.txt all is allowed, if it fails nothing is."""
        host = self._host(target)
        origin = f"{target.scheme}://{target.authority}"
        if origin not in host.robots:
            host.robots[origin] = self._ask_robots(target, budget)
        return host.robots[origin]

    def _ask_robots(self, target: Target, budget: Budget) -> Robots:
        where = replace(target, url=urljoin(target.url, "/robots.txt"))
        for _ in range(_ROBOTS_HOPS):
            try:
                response = self._patiently(where, (), budget)
            except BackendError as error:
                if error.code in _ODD_ROBOTS:
                    return EVERYTHING
                raise
            if response.status not in REDIRECTS:
                return _rules(response)
            try:
                where = self.target(urljoin(where.url, _location(response)))
            except (BackendError, ValueError):
                return EVERYTHING
        return EVERYTHING

    def _host(self, target: Target) -> _Host:
        with self._hosts_lock:
            return self._hosts.setdefault(target.host, _Host())


def _rules(response: Response) -> Robots:
    if response.status == 200:
        return parse_robots(response.body.decode("utf-8", "replace"), _AGENT)
    return NOTHING if response.status >= 500 or response.status == 429 else EVERYTHING


def _path(target: Target) -> str:
    parts = urlsplit(target.url)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def _location(response: Response) -> str:
    """Return where a redirect leads; servers write its letters in UTF-8, whatever the standard says."""
    raw = response.header("location").encode("latin-1")
    return raw.decode("utf-8", "replace").strip()


def _told(chain: Sequence[Target], location: str, end: str) -> str:
    hops = [shown(hop.url, 80) for hop in chain[1:]]
    if len(hops) > 4:
        hops = [*hops[:3], f"{len(hops) - 3} more"]
    return f"redirects to {' to '.join([*hops, shown(without_user(location), 80)])}: {end}"
