"""Message batches: a run's calls in a few requests, at half price, answered within a day.

A batch outlives the process that submitted it: its id is in the journal, so that any later process can collect it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import islice

from wellsourced.night import answer_codec
from wellsourced.night.budget import ANSWERED, FREE, Ledger, Submission
from wellsourced.night.replay import Deferred
from wellsourced.opinions.sheets import Sheet
from wellsourced.topics import Entry, name_of
from wellsourced_core.errors import BackendError, ConfigError, WellsourcedError, WriterError
from wellsourced_core.model import Article, Topic, Usage
from wellsourced_core.values import frozen
from writer.grounded import Reply, Request

Asked = Request | Sheet

# The service takes 100,000 requests or 256 MB; this many, sources and all, stay well below.
PER_BATCH = 2_000
_FIRST_POLL, _LONGEST_POLL = 1.0, 60.0
_POLLS_IN_VAIN = 5
# The service's clock may be behind ours.
_CLOCKS_APART = timedelta(minutes=15)
# Seconds after which a submission that was sent is in the account's list, if it ever will be.
_ARRIVES_WITHIN = 120.0


class SubmissionLostError(BackendError):
    """The response to a submission was lost: the batch may exist anyway."""

    code = "submission-lost"


@frozen
class BatchProgress:
    """The status of a message batch; ``ended`` means that every result can be collected."""

    ended: bool
    processing: int
    succeeded: int
    failed: int


@frozen
class Service:
    """How batches are submitted, looked at and collected, and the most that a request may take in one.

    ``submit`` raises SubmissionLostError where the batch may exist all the same. ``recent`` lists the account's
    batches from a moment on, (id, number of requests); ``names`` those of the requests of an ended one.
    """

    submit: Callable[[Mapping[str, Asked]], str]
    poll: Callable[[str], BatchProgress]
    collect: Callable[[str, Mapping[str, Asked]], Mapping[str, Reply | WriterError]]
    most: Callable[[Asked], Usage]
    recent: Callable[[datetime], tuple[tuple[str, int], ...]]
    names: Callable[[str], frozenset[str]]


@frozen
class Call:
    """A writer's or a reader's call to be made in a batch: the topic it is for, the topic's key, what is asked."""

    topic: str
    key: str
    request: Asked


def deferred(
    entry: Entry, make: Callable[[Topic, str], Article], key: Callable[[Topic], str]
) -> tuple[tuple[str, Call], ...]:
    """Make a topic up to the writer's call or its reader's; return these with their names, none where all are answered.

    An error here occurs again when the topic is made, and is reported there.
    """
    topic, _ = entry
    if isinstance(topic, Topic):
        try:
            make(topic, key(topic))
        except Exception as error:
            ways_out = error.exceptions if isinstance(error, ExceptionGroup) else (error,)
            return tuple(
                (one.name, Call(name_of(topic), one.key, one.request)) for one in ways_out if isinstance(one, Deferred)
            )
    return ()


def fetch_replies(
    calls: Mapping[str, Call],
    service: Service,
    ledger: Ledger,
    wait: Callable[[float], None],
    tell: Callable[[str], None],
) -> None:
    """Have calls answered by batches; all that the budget allows are submitted before waiting for the first.

    What expired or failed stays without a reply; so does what the budget has no room for. ``wait`` may raise.
    """
    _Exchange(calls, service, ledger, wait, tell).run()


@frozen
class _Exchange:
    """What one session sends to the service and gets back; see ``fetch_replies``."""

    calls: Mapping[str, Call]
    service: Service
    ledger: Ledger
    wait: Callable[[float], None]
    tell: Callable[[str], None]

    def run(self) -> None:
        """Submit and collect until every call was tried or the budget has no room left."""
        for cut in self.ledger.unsure():
            self._find_again(cut)
        for batch in self.ledger.batches():
            self._say(batch, "resumed")
        tried: set[str] = set()
        while True:
            while portion := self._portion(tried):
                tried.update(portion)
                self._submit(portion)
            under_way = self.ledger.batches()
            if not under_way:
                return
            for batch in under_way:
                self._collect(batch)

    def _portion(self, tried: set[str]) -> list[str]:
        """Return the next requests to submit: in order, as many as surely stay within the budget."""
        under_way = {name for batch in self.ledger.batches() for name in self.ledger.waiting(batch)}
        left = (name for name in self.calls if name not in tried and name not in under_way)
        portion = list(islice((name for name in left if self.ledger.reply(name) is None), PER_BATCH))
        return portion[: self.ledger.fitting(self.service.most(self.calls[name].request) for name in portion)]

    def _submit(self, portion: Sequence[str]) -> None:
        requests = {name: self.calls[name].request for name in portion}
        mosts = {name: (self.calls[name].key, self.service.most(request)) for name, request in requests.items()}
        numbers = self.ledger.open_batch(mosts)
        try:
            batch = self.service.submit(requests)
        except SubmissionLostError:
            raise  # it may have arrived: the next session looks for it, as after a kill
        except WellsourcedError:
            self.ledger.not_submitted(numbers)
            raise
        self.ledger.submitted(numbers, batch)
        self._say(batch, f"{len(portion)} requests submitted")

    def _find_again(self, cut: Submission) -> None:
        """Look for a submission whose answer was cut off: a batch of as many requests and the same names.

        Submitting again would pay for all of it again. What is still nowhere to be found once it has had time to
        arrive never did, and cost nothing.
        """
        wanted = self.ledger.waiting(cut.intent)
        batch = self._batch_of(frozenset(wanted), cut.begun)
        if batch is None and cut.age < _ARRIVES_WITHIN:
            seconds = min(_ARRIVES_WITHIN, _ARRIVES_WITHIN - cut.age)
            self.tell(f"A submission was cut off: looking for it again in {seconds:.0f} s")
            self.wait(seconds)
            batch = self._batch_of(frozenset(wanted), cut.begun)
        if batch is None:
            self.ledger.not_submitted(tuple(wanted.values()))
        else:
            self.ledger.submitted(tuple(wanted.values()), batch)
            self._say(batch, "it is the one that was cut off")

    def _batch_of(self, names: frozenset[str], begun: datetime) -> str | None:
        """Return the batch of these requests, or None.

        The service gives the names in a batch only once it has ended, so one that may be ours is waited for.
        """
        for batch, size in self.service.recent(begun - _CLOCKS_APART):
            if size == len(names) and not self.ledger.known_batch(batch):
                self._say(batch, "may be the one whose submission was cut off")
                self._until_ended(batch)
                if self.service.names(batch) == names:
                    return batch
        return None

    def _collect(self, batch: str) -> None:
        waiting = self.ledger.waiting(batch)
        requests = {name: self.calls[name].request for name in waiting if name in self.calls}
        try:
            self._until_ended(batch)
            found = dict(self.service.collect(batch, requests))
        except ConfigError:
            self._say(batch, "the service no longer knows it; its requests are sent again")
            found = {}
        results: dict[int, tuple[Usage, str, str | None]] = {}
        for name, result in found.items():
            if isinstance(result, Reply):
                results[waiting[name]] = (result.usage, ANSWERED, answer_codec.reply_record(result))
            else:
                results[waiting[name]] = (Usage(), FREE, None)
                self._say(batch, f"{self.calls[name].topic}: {result.problem}")
        self.ledger.collected(batch, results)

    def _until_ended(self, batch: str) -> None:
        """Poll a batch until it has ended, less and less often; a few failures in a row are tolerated."""
        pause, in_vain = _FIRST_POLL, 0
        while True:
            try:
                progress = self.service.poll(batch)
                in_vain = 0
                if progress.ended:
                    return
                self._say(batch, f"{progress.processing} requests in progress")
            except BackendError:
                in_vain += 1
                if in_vain == _POLLS_IN_VAIN:
                    raise
            self.wait(pause)
            pause = min(2 * pause, _LONGEST_POLL)

    def _say(self, batch: str, what: str) -> None:
        self.tell(f"Message batch {batch}: {what}")
