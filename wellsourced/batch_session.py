"""One session of a nightly run: resume from the journal, make what is left, report each topic's outcome."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from datetime import date
from functools import partial
from pathlib import Path

from retrieval.storage import replace_file
from wellsourced.batch import ARTICLES, Night, Result, Work, fields_of, is_finished
from wellsourced.engines.article import Remote, make_remotely
from wellsourced.file_names import REQUESTS, SUMMARY
from wellsourced.formats.records import summary
from wellsourced.live_events import Event
from wellsourced.night.budget import Ledger, Limits, Spent
from wellsourced.night.events import Events
from wellsourced.night.journal import Journal, fingerprint
from wellsourced.night.message_batches import Service, deferred, fetch_replies
from wellsourced.night.progress import Progress
from wellsourced.night.replay import Paid, Recorder
from wellsourced.ordered_threads import in_order
from wellsourced.pipeline import Settings, Tools, make_article
from wellsourced.requests_file import requests_of, write_requests
from wellsourced.run_folder import is_whole, save
from wellsourced.topics import Entry, name_of, read_topics, slugs
from wellsourced_core.errors import WellsourcedError
from wellsourced_core.model import Article, Topic
from wellsourced_core.values import field, frozen, replace


@frozen
class Plan:
    """The parameters of a run.

    ``is_dated`` says that the day was given, so that a run of another day is not resumed under it; ``setup`` stands
    for what decides an article apart from topic and settings: models, backends, corpus, version. ``options`` are the
    choices that the articles of a run have in common, in words; with others the run goes on only if it is to ``remake``
    them. ``paid`` is None for a writer that costs nothing, ``service`` where calls are made one by one, ``remote``
    where topics are made here.
    """

    topics: Path
    out: Path
    settings: Settings
    tools: Tools
    setup: str
    options: str = ""
    remake: bool = False
    is_dated: bool = False
    jobs: int = 1
    limits: Limits = field(default_factory=Limits)
    patience: float = 60.0
    retry_quarantined: bool = False
    paid: Paid | None = None
    service: Service | None = None
    remote: Remote | None = None
    verbose: bool = False
    exports: tuple[str, ...] = ()

    def entries(self) -> Iterator[Entry]:
        return slugs(read_topics(self.topics))


@frozen
class Outcome:
    """The result of a session; ``trouble`` is the first topic's error if no topic became an article."""

    as_of: date
    results: tuple[Result, ...]
    trouble: WellsourcedError | None


def sit(plan: Plan, journal: Journal, check: Callable[[], None], progress: Progress, events: Events) -> Outcome:
    """Make what is left of a run. ``check`` is called often and may raise. Raises StorageError, InputError."""
    as_of = journal.begin(plan.settings.as_of, given=plan.is_dated, options=plan.options, remake=plan.remake)
    if as_of != plan.settings.as_of:
        progress.say(f"Resuming the run of {as_of}; --as-of starts a new one")
    plan = replace(plan, settings=replace(plan.settings, as_of=as_of))
    if plan.retry_quarantined:
        journal.forgive()
    ledger = Ledger(journal, plan.limits)
    if lost := ledger.spent().lost:
        progress.say(f"Calls cut off by a kill: {lost}; each counts at the most it may have cost")
    events.emit("run-started", as_of=as_of.isoformat())
    maker = _Maker(plan, journal, ledger, progress, events)
    work = Work(
        fingerprint(plan.setup, plan.settings),
        maker.make,
        lambda folder, article: save(plan.out / folder, article, plan.exports),
        lambda folder: is_whole(plan.out / folder, plan.exports),
    )
    night = Night(work, journal, ledger, patience=plan.patience)
    if plan.service is not None:
        _send(plan.service, plan, night, work, maker, check)
    results = []
    for result, made in night.results(plan.entries(), plan.jobs, check):
        results.append(result)
        progress.step(f"{result.outcome}: {result.folder or result.topic}", made=made, usd=ledger.spent().usd)
        events.emit("topic-finished", made=made, **fields_of(result))
    spent = ledger.spent()
    events.emit("run-finished", **asdict(spent))
    if plan.paid is not None:
        progress.say(_bill(spent, plan.limits))
    trouble = None if any(result.outcome in ARTICLES for result in results) else night.trouble
    if trouble is None:
        replace_file(plan.out / SUMMARY, summary.render(results, as_of.isoformat()).encode("utf-8"))
    if is_finished(results):
        journal.end()
        refused = [plan.out / result.folder for result in results if result.outcome == "insufficient"]
        if write_requests(plan.out / REQUESTS, requests_of(refused)):
            progress.say(f"Sources are asked for: {plan.out / REQUESTS}")
    return Outcome(as_of, tuple(results), trouble)


def _bill(spent: Spent, limits: Limits) -> str:
    lost = f", {spent.lost} of them cut and counted in full" if spent.lost else ""
    of = f" of {limits}" if limits != Limits() else ""
    return f"Calls: {spent.calls}{lost}; {spent.tokens} tokens, ${spent.usd:.4f}{of}"


@frozen
class _Maker:
    """Makes an article of a topic with recorded tools."""

    plan: Plan
    journal: Journal
    ledger: Ledger
    progress: Progress
    events: Events
    told: dict[str, list[Event]] = field(default_factory=dict)  # of topics that wait for their batch, by key

    def make(self, topic: Topic, key: str, *, defer: bool = False) -> Article:
        """Make an article and tell what happens meanwhile; with ``defer`` up to the call that a batch will answer."""
        tools = replace(self.plan.tools, watch=_Watcher(self, topic, self.told.setdefault(key, []), defer))
        if self.plan.paid is not None:
            tools = Recorder(key, self.journal, self.ledger, self.plan.paid, defer=defer).tools(tools)
        self.events.emit("topic-started", topic=topic.id or topic.question, deferred=defer)
        try:
            return self._made(topic, key, tools)
        finally:
            if not defer:
                self.told.pop(key, None)

    def _made(self, topic: Topic, key: str, tools: Tools) -> Article:
        if self.plan.remote is None:
            return make_article(topic, tools, self.plan.settings)
        known, keep = self.journal.answers(key, "search"), partial(self.journal.keep, key, "search")
        return make_remotely(self.plan.remote, topic, tools, self.plan.settings, known, keep)


class _Watcher:
    """Tells what happens to one topic, by name: several are worked on at once.

    A topic whose call waited for a message batch is made again from what is recorded: what was told is not told twice.
    """

    def __init__(self, maker: _Maker, topic: Topic, told: list[Event], defer: bool) -> None:
        self._maker, self._topic, self._defer = maker, topic, defer
        self._told, self._again = told, list(told)

    def __call__(self, event: Event) -> None:
        if self._again and self._again[0] == event:
            del self._again[0]
            return
        self._again = []
        if self._defer:
            self._told.append(event)
        topic = self._topic.id or self._topic.question
        self._maker.events.emit(event.name, topic=topic, step=event.step, of=event.of, **dict(event.details))
        line = f"{name_of(self._topic)}: {event.line}"
        if self._maker.plan.verbose:
            self._maker.progress.say(line)
        elif not event.aside:
            self._maker.progress.now(line)


def _send(service: Service, plan: Plan, night: Night, work: Work, maker: _Maker, check: Callable[[], None]) -> None:
    """Make every topic that is open up to its calls and have these answered by message batches.

    After the writer's calls come those of the reader, which are about what was written.
    """

    def tell(line: str) -> None:
        maker.progress.say(line)
        maker.events.emit("message-batch", says=line)

    def pause(seconds: float) -> None:
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            check()
            time.sleep(min(left, 0.1))

    research = partial(deferred, make=partial(maker.make, defer=True), key=work.key)
    tried: set[str] = set()
    while True:
        entries = (entry for entry in plan.entries() if night.is_open(*entry))
        calls = dict(call for found in in_order(entries, research, plan.jobs, check) for call in found)
        if tried and not calls.keys() - tried:
            return
        tried |= calls.keys()
        fetch_replies(calls, service, maker.ledger, pause, tell)
        if plan.tools.reading is None:
            return
