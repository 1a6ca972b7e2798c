"""Make an article on a worker: it researches and audits there; we make every call that costs money.

A worker does not wait for an answer. If it lacks one, it stops and returns its question; with the answer, the same
code makes the article again from the recorded searches and gets further. Journal, budget, keys and files stay with
us.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from retrieval.backends import Options, build
from wellsourced.engines import Engine
from wellsourced.live_events import Event
from wellsourced.night.journal import fingerprint
from wellsourced.night.recorded_searches import Searches
from wellsourced.pipeline import Settings, Tools, make_article
from wellsourced.version import version
from wellsourced_core.errors import BackendError, ConfigError
from wellsourced_core.model import Article, Topic
from wellsourced_core.values import field, frozen, replace
from writer import grounded

# Tools that are paid for or need a key; pages are read by one process only, which spaces out its visits to a host.
_ASKED = ("complete", "reformulate", "rerank", "rank", "fetch")


@frozen
class Remote:
    """An engine, and the backends that its workers search, by name and options."""

    engine: Engine
    backends: tuple[tuple[str, Options], ...]


@frozen
class Ask:
    """A call of one of our tools that a worker cannot make."""

    tool: str
    arguments: tuple[Any, ...]


@frozen
class Task:
    """A topic and what is known about it: ``searches`` as recorded, by question; ``answers`` by the call."""

    topic: Topic
    settings: Settings
    backends: tuple[tuple[str, Options], ...]
    asked: tuple[str, ...]
    writer: str
    searches: Mapping[str, str]
    answers: Mapping[str, object] = field(default_factory=dict)
    plain: bool = False
    version: str = field(default_factory=version)


@frozen
class Step:
    """A worker's result: the article or a call to make, with its searches and all that happened so far."""

    made: Article | Ask
    searches: Mapping[str, str]
    events: tuple[Event, ...]


class _Unanswered(Exception):  # noqa: N818 - a way out, no error
    """A worker has come to a call that only we can make."""

    def __init__(self, ask: Ask) -> None:
        super().__init__(ask.tool)
        self.ask = ask


def make_remotely(
    remote: Remote,
    topic: Topic,
    tools: Tools,
    settings: Settings,
    searches: Mapping[str, str],
    keep: Callable[[str, str], None],
) -> Article:
    """Have workers make an article; it equals what ``make_article`` makes here.

    ``tools`` make the calls that are asked for. ``searches`` are those recorded before; new ones are handed to
    ``keep`` before the first call that follows them.
    """
    has = {name: getattr(tools, name) is not None for name in _ASKED}
    has["reformulate"] = tools.complete is not None  # else it is code, which a worker has too
    asked = tuple(name for name in _ASKED if has[name])
    task = Task(topic, settings, remote.backends, asked, tools.writer, searches, plain=tools.plain)
    told = 0
    while True:
        step = remote.engine.run(advance, task)
        for event in step.events[told:]:  # a worker begins anew each time: what it had told before comes first
            tools.watch(event)
        told = max(told, len(step.events))
        if isinstance(step.made, Article):
            return step.made
        for question, found in step.searches.items():
            if question not in task.searches:
                keep(question, found)
        answers = {**task.answers, fingerprint(step.made): _answer(step.made, tools)}
        task = replace(task, searches=step.searches, answers=answers)


def _answer(ask: Ask, tools: Tools) -> object:
    try:
        return getattr(tools, ask.tool)(*ask.arguments)
    except BackendError as error:  # the worker knows how to go on without
        return error


def advance(task: Task) -> Step:
    """Make an article as far as the answers reach. Raises what ``make_article`` raises."""
    if task.version != version():
        problem = f"a worker has wellsourced {version()}, this is {task.version}"
        raise ConfigError("Ray", problem, "install the same version on every machine")
    found = dict(task.searches)
    searches = Searches(found.get, found.__setitem__)
    events: list[Event] = []
    try:
        made: Article | Ask = make_article(task.topic, _tools(task, searches, events.append), task.settings)
    except _Unanswered as way_out:
        found.update(searches.give_up())
        made = way_out.ask
    # Sorted: searches that run side by side end in any order.
    return Step(made, dict(sorted(found.items())), tuple(events))


def _tools(task: Task, searches: Searches, watch: Callable[[Event], None]) -> Tools:
    from writer import extractive

    asking: dict[str, Any] = {name: partial(_asked, task.answers, name) for name in task.asked}
    complete = asking.get("complete")
    write = partial(grounded.write, complete=complete, plain=task.plain) if complete else extractive.write
    backends = searches.of([build(name, options) for name, options in task.backends])
    return Tools(backends, write, task.writer, watch=watch, **asking)


def _asked(answers: Mapping[str, object], tool: str, *arguments: object) -> object:
    """Return the answer to a call that was asked for, or raise its error; without one the work ends here."""
    ask = Ask(tool, arguments)
    name = fingerprint(ask)
    if name not in answers:
        raise _Unanswered(ask)
    answer = answers[name]
    if isinstance(answer, BackendError):
        raise answer
    return answer
