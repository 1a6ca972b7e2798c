"""Message batches: the calls of a night in one request, half price, within a day; collected by name in any order.

A batch outlives the process that submitted it: its id is in the journal, so that any later one can collect it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from wellsourced.batch import Entry, name_of
from wellsourced.core.errors import BackendError, ConfigError, WellsourcedError, WriterError
from wellsourced.core.model import Article, Topic, Usage
from wellsourced.core.values import frozen
from wellsourced.llm import BatchProgress
from wellsourced.night import codec
from wellsourced.night.budget import ANSWERED, FREE, Ledger
from wellsourced.night.replay import Deferred
from writer.grounded import Reply, Request

# A service takes 100,000 requests or 256 MB; with their sources so many stay well below.
PER_BATCH = 2_000
_FIRST_POLL, _LONGEST_POLL = 1.0, 60.0
_POLLS_IN_VAIN = 5
# The service's clock may be behind ours.
_CLOCKS_APART = timedelta(minutes=15)


@frozen
class Service:
    """How batches are submitted, looked at and collected, and the most that a request may take in one.

    ``recent`` lists the account's batches from a moment on, (id, number of requests); ``names`` those of an ended one.
    """

    submit: Callable[[Mapping[str, Request]], str]
    poll: Callable[[str], BatchProgress]
    collect: Callable[[str, Mapping[str, Request]], Mapping[str, Reply | WriterError]]
    most: Callable[[Request], Usage]
    recent: Callable[[datetime], tuple[tuple[str, int], ...]]
    names: Callable[[str], frozenset[str]]


@frozen
class Call:
    """A writer's call that is to be made in a batch: the topic it is for, the topic's key, what is asked."""

    topic: str
    key: str
    request: Request


def deferred(
    entry: Entry, make: Callable[[Topic, str], Article], key: Callable[[Topic], str]
) -> tuple[str, Call] | None:
    """Research a topic up to the writer's call; return that call with its name, None where it has a reply already.

    What goes wrong here goes wrong again when the topic is made, and is reported there.
    """
    topic, _ = entry
    if isinstance(topic, Topic):
        try:
            make(topic, key(topic))
        except Deferred as way_out:
            return way_out.name, Call(name_of(topic), way_out.key, way_out.request)
        except Exception:  # noqa: S110 - see above
            pass
    return None


def fetch_replies(
    calls: Mapping[str, Call],
    service: Service,
    ledger: Ledger,
    wait: Callable[[float], None],
    tell: Callable[[str], None],
) -> None:
    """Have calls answered by batches: those under way first, then new ones as far as the budget goes.

    What expired or failed stays without a reply; so does what the budget has no room for. ``wait`` may raise.
    """
    for intent, begun in ledger.unsure():
        _find_again(intent, begun, service, ledger, wait, tell)
    for batch in ledger.batches():
        tell(f"Message batch {batch}: goes on")
        _collect(batch, calls, service, ledger, wait, tell)
    asked: set[str] = set()
    while portion := _portion(calls, asked, service, ledger):
        asked.update(portion)
        numbers = ledger.open_batch({name: (calls[name].key, service.most(calls[name].request)) for name in portion})
        try:
            batch = service.submit({name: calls[name].request for name in portion})
        except WellsourcedError:
            ledger.not_submitted(numbers)
            raise
        ledger.submitted(numbers, batch)
        tell(f"Message batch {batch}: {len(portion)} requests submitted")
        _collect(batch, calls, service, ledger, wait, tell)


def _find_again(
    intent: str,
    begun: datetime,
    service: Service,
    ledger: Ledger,
    wait: Callable[[float], None],
    tell: Callable[[str], None],
) -> None:
    """Look for a submission of which a kill left only the intent: a batch of as many requests and the same names.

    The service tells the names of a batch only once it has ended, so one that may be ours is waited for; submitting
    again would pay for all of it again. What is nowhere to be found never arrived, and cost nothing.
    """
    wanted = ledger.waiting(intent)
    numbers = tuple(wanted.values())
    for batch, size in service.recent(begun - _CLOCKS_APART):
        if size == len(wanted) and not ledger.known_batch(batch):
            tell(f"Message batch {batch}: may be one that was submitted when the last run was killed")
            _until_ended(batch, service, wait, tell)
            if service.names(batch) == frozenset(wanted):
                ledger.submitted(numbers, batch)
                tell(f"Message batch {batch}: it is")
                return
    ledger.not_submitted(numbers)


def _portion(calls: Mapping[str, Call], asked: set[str], service: Service, ledger: Ledger) -> list[str]:
    """Return the next requests to submit: in order, as many as surely stay within the budget."""
    portion: list[str] = []
    mosts: list[Usage] = []
    for name, call in calls.items():
        if name in asked or ledger.reply(name) is not None:
            continue
        most = service.most(call.request)
        if len(portion) == PER_BATCH or not ledger.fits(most, *mosts):
            break
        portion.append(name)
        mosts.append(most)
    return portion


def _collect(
    batch: str,
    calls: Mapping[str, Call],
    service: Service,
    ledger: Ledger,
    wait: Callable[[float], None],
    tell: Callable[[str], None],
) -> None:
    waiting = ledger.waiting(batch)
    requests = {name: calls[name].request for name in waiting if name in calls}
    try:
        _until_ended(batch, service, wait, tell)
        found = dict(service.collect(batch, requests))
    except ConfigError:
        tell(f"Message batch {batch}: the service no longer knows it; its requests are made anew")
        found = {}
    results: dict[int, tuple[Usage, str, str | None]] = {}
    for name, result in found.items():
        if isinstance(result, Reply):
            results[waiting[name]] = (result.usage, ANSWERED, codec.reply_record(result))
        else:
            results[waiting[name]] = (Usage(), FREE, None)
            tell(f"Message batch {batch}: {calls[name].topic}: {result.problem}")
    ledger.collected(batch, results)


def _until_ended(batch: str, service: Service, wait: Callable[[float], None], tell: Callable[[str], None]) -> None:
    """Ask for a batch until it has ended, less and less often; a few failures in a row are waited out."""
    pause, in_vain = _FIRST_POLL, 0
    while True:
        try:
            progress = service.poll(batch)
            in_vain = 0
            if progress.ended:
                return
            tell(f"Message batch {batch}: {progress.processing} requests under way")
        except BackendError:
            in_vain += 1
            if in_vain == _POLLS_IN_VAIN:
                raise
        wait(pause)
        pause = min(2 * pause, _LONGEST_POLL)
