"""Record what comes from outside for a topic before anything else happens; when asked again, answer from the record.

Everything else about an article is deterministic code. So a topic that was interrupted is made again from its recorded
searches, rewordings, grades and replies: the same bytes, and nothing paid for twice.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from quality.judge import Judge, Judgement
from quality.thresholds import FALLBACK_GRADE, JUDGE_SECONDS
from wellsourced.messages_api import ANSWER_TOKENS, REFORMULATE_TOKENS, LlmOptions
from wellsourced.night import answer_codec
from wellsourced.night.budget import ANSWERED, FREE, VOID, Ledger
from wellsourced.night.journal import Journal, fingerprint
from wellsourced.night.recorded_searches import Searches
from wellsourced.opinions.reader import Answer, Reader
from wellsourced.opinions.sheets import Sheet
from wellsourced.pipeline import Tools
from wellsourced.prices import Sizes, ceiling
from wellsourced.search_ranking import Fetch, Seeds
from wellsourced_core.errors import BackendError, StorageError
from wellsourced_core.model import Source, Usage
from wellsourced_core.values import field, frozen, replace
from writer import grounded
from writer.citation_markers import Block
from writer.grounded import Reply, Request, UnusableReplyError

# A reply that cannot be recorded would have to be paid for again.
_ROOM = 256 * 1024
# A rewording sends a question and five titles, cut at a length and escaped, and gets two queries.
_REWORDING_BYTES = 12_000
# A judge is sent its orders, a question, a title and a text, cut at a length and escaped, and answers in one line.
_JUDGING_BYTES = 40_000


class Deferred(Exception):  # noqa: N818 - a way out, no error
    """The call will be made later, in a message batch."""

    def __init__(self, key: str, name: str, request: Request | Sheet) -> None:
        super().__init__(name)
        self.key, self.name, self.request = key, name, request


class Meter(threading.local):
    """Hands what a call reports as spent to its caller, in the same thread."""

    usage: Usage | None = None

    def note(self, usage: Usage) -> None:
        self.usage = usage

    def read(self) -> Usage | None:
        usage, self.usage = self.usage, None
        return usage


@frozen
class Paid:
    """The calls that cost money, the most that each may take, and what else decides their answers.

    ``complete`` is None where only a judge or a reader costs money; ``judge`` names the judge's model.
    """

    complete: Callable[[Request], Reply] | None
    most: Callable[[Request], Usage]
    most_rewording: Usage
    meter: Meter
    identity: str
    most_judging: Usage = field(default_factory=Usage)
    judge: str = ""


def paid(options: LlmOptions, complete: Callable[[Request], Reply] | None, meter: Meter) -> Paid:
    """Return the paid calls of the configured models."""
    from wellsourced.llm import most_it_may_cost

    rewording = ceiling(options.prices, options.reformulator_model, Sizes(_REWORDING_BYTES, 0, REFORMULATE_TOKENS))
    judging = ceiling(options.prices, options.judge_model, Sizes(_JUDGING_BYTES, 0, ANSWER_TOKENS))
    identity = f"{options.writer_model} {options.writer_effort}"
    most = partial(most_it_may_cost, options)
    return Paid(complete, most, rewording, meter, identity, judging, options.judge_model)


class Recorder:
    """The tools of one topic, recorded under its key. ``defer`` leaves the writer's calls to a message batch."""

    def __init__(self, key: str, journal: Journal, ledger: Ledger, paid: Paid, *, defer: bool = False) -> None:
        self._key, self._journal, self._ledger, self._paid, self._defer = key, journal, ledger, paid, defer
        self._searches = Searches(partial(journal.answer, key, "search"), partial(journal.keep, key, "search"))
        self._grading: set[str] = set()
        self._lock = threading.Lock()

    def tools(self, tools: Tools) -> Tools:
        """Return tools that do the same and are recorded."""
        tools = replace(tools, backends=self._searches.of(tools.backends))
        if tools.fetch is not None:
            tools = replace(tools, fetch=partial(self.fetch, tools.fetch))
        if tools.judge is not None:
            tools = replace(tools, judge=partial(self.judge, tools.judge))
        if tools.reading is not None:
            reader = RecordedReader(tools.reading.reader, self)
            tools = replace(tools, reading=replace(tools.reading, reader=reader))
        if self._paid.complete is None:
            return tools
        return replace(
            tools,
            reformulate=partial(self.reformulate, tools.reformulate),
            write=partial(grounded.write, complete=self.complete, plain=tools.plain),
            complete=self.complete,
        )

    def fetch(self, read: Fetch, question: str, urls: Sequence[str]) -> Seeds:
        """Have a topic's addresses read, once: a page or Crossref may say something else the next time."""
        asked = fingerprint(question, list(urls))
        known = self._journal.answer(self._key, "seeds", asked)
        if known is not None:
            return answer_codec.seeds(known)
        found = read(question, urls)
        if found.attempt.error is None:
            self._journal.keep(self._key, "seeds", asked, answer_codec.seeds_record(found))
        return found

    def judge(self, ask: Judge, question: str, source: Source) -> Judgement:
        """Have a source graded, once: its cost is settled and the grade kept in one transaction.

        A grade that comes too late for the article counts as failed, now and when the article is made again.
        """
        asked = fingerprint(self._paid.judge, question, source.title, source.text)
        known = self._journal.answer(self._key, "grade", asked)
        if known is not None:
            return answer_codec.judgement(known)
        number = self._ledger.open(self._key, asked, self._paid.most_judging)
        with self._lock:
            self._grading.add(asked)
        began, took = time.monotonic(), Usage()
        judged = Judgement(FALLBACK_GRADE, "no answer", failed=True)
        try:
            judged = ask(question, source)
            took = judged.usage
        finally:
            self._ledger.settle(
                number, took, ANSWERED if took.calls else FREE, also=lambda: self._graded(asked, judged, began)
            )
        return judged

    def _graded(self, asked: str, judged: Judgement, began: float) -> None:
        with self._lock:
            in_time = asked in self._grading and time.monotonic() - began < JUDGE_SECONDS
            self._grading.discard(asked)
        if in_time:
            self._journal.keep(self._key, "grade", asked, answer_codec.judgement_record(judged))

    def reformulate(
        self, ask: Callable[[str, Sequence[Source]], tuple[str, str]], question: str, ranked: Sequence[Source]
    ) -> tuple[str, str]:
        """Have a weak search reworded, or fail as before: either outcome decides what is searched next."""
        asked = fingerprint(question, [(source.id, source.title) for source in ranked])
        known = self._journal.answer(self._key, "rewording", asked)
        if known is None:
            known = self._reworded(ask, question, ranked, asked)
        return answer_codec.queries(known)

    def complete(self, request: Request) -> Reply:
        """Make the writer's call, unless its reply is recorded; what it cost and said is recorded at once."""
        name = fingerprint(self._paid.identity, request)
        known = self._ledger.reply(name)
        if known is not None:
            return answer_codec.reply(known)
        if self._defer:
            self._keep_failures()
            raise Deferred(self._key, name, request)
        _require_room(self._journal.path)
        self._keep_failures()
        if self._paid.complete is None:
            raise ValueError("a writer that is called was not handed in")
        number = self._ledger.open(self._key, name, self._paid.most(request))
        took, state, reply = Usage(), FREE, None
        try:
            answer = self._paid.complete(request)
            took, state, reply = answer.usage, ANSWERED, answer_codec.reply_record(answer)
        except UnusableReplyError as error:
            took, state = error.usage, VOID
            raise
        finally:
            self._ledger.settle(number, took, state, reply)
        return answer

    def read(self, reader: Reader, sheet: Sheet) -> Answer:
        """Have a sheet of an article's doubts read, once: what it cost and said, or that it failed, is recorded."""
        name = fingerprint("reading", reader.model, sheet.prompt)
        known = self._ledger.reply(name)
        if known is not None:
            reply = answer_codec.reply(known)
            return Answer("".join(block.text for block in reply.blocks), reply.usage)
        failed = self._journal.answer(self._key, "reading", name)
        if failed is not None:
            raise answer_codec.failure(failed)
        if self._defer and reader.in_batches:
            raise Deferred(self._key, name, sheet)
        _require_room(self._journal.path)
        number = self._ledger.open(self._key, name, reader.most(sheet))
        took, state, record, failure = Usage(), FREE, None, ""
        try:
            answer = reader.ask(sheet)
            took, state = answer.usage, ANSWERED
            record = answer_codec.reply_record(Reply((Block(answer.text),), "end_turn", took))
        except BackendError as error:
            failure = answer_codec.failure_record(error)
            raise
        finally:
            self._ledger.settle(
                number,
                took,
                state,
                record,
                also=lambda: self._journal.keep(self._key, "reading", name, failure) if failure else None,
            )
        return answer

    def _reworded(
        self,
        ask: Callable[[str, Sequence[Source]], tuple[str, str]],
        question: str,
        ranked: Sequence[Source],
        asked: str,
    ) -> str:
        number = self._ledger.open(self._key, asked, self._paid.most_rewording)
        self._paid.meter.read()
        value = ""
        try:
            value = answer_codec.dump(list(ask(question, ranked)))
        except BackendError as error:
            value = answer_codec.failure_record(error)
        finally:
            took = self._paid.meter.read()
            self._ledger.settle(
                number,
                took or Usage(),
                ANSWERED if took else FREE,
                also=lambda: self._journal.keep(self._key, "rewording", asked, value) if value else None,
            )
        return value

    def _keep_failures(self) -> None:
        """Record that searches failed before what is written without them is paid for."""
        failed = self._searches.give_up()
        with self._lock:
            late = tuple(sorted(self._grading))
            self._grading.clear()
        with self._journal.transaction():
            for question, failure in failed:
                self._journal.keep(self._key, "search", question, failure)
            for asked in late:
                missed = Judgement(FALLBACK_GRADE, f"no answer within {JUDGE_SECONDS:g} s", failed=True)
                self._journal.keep(self._key, "grade", asked, answer_codec.judgement_record(missed))


@frozen
class RecordedReader:
    """A reader whose answers are recorded by the topic's recorder."""

    reader: Reader
    recorder: Recorder

    @property
    def model(self) -> str:
        return self.reader.model

    @property
    def in_batches(self) -> bool:
        return self.reader.in_batches

    def ask(self, sheet: Sheet) -> Answer:
        return self.recorder.read(self.reader, sheet)

    def most(self, sheet: Sheet) -> Usage:
        return self.reader.most(sheet)


def _require_room(path: Path) -> None:
    room = os.statvfs(path.parent)
    if room.f_bavail * room.f_frsize < _ROOM:
        raise StorageError(path.parent, "has no room left for the reply of a paid call", "free some space")
