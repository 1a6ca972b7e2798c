"""Talk to Claude for the writer, the reformulator, the judge and a second opinion; nobody else imports it.

Every factory takes the options and the key and hands out a plain callable. Retries are ours alone (the
client's own are off, so that they do not multiply), wait as the service asks, and end with one deadline for
the whole call, which also cuts a hanging or dripping stream. The key is neither logged nor shown.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from random import SystemRandom
from typing import TYPE_CHECKING, Any, TypeVar

from wellsourced.core.errors import BackendError, ConfigError, InputError, WellsourcedError, WriterError, shown
from wellsourced.core.model import Source, Usage
from wellsourced.core.values import frozen
from wellsourced.prices import Counts, Sizes, ceiling
from wellsourced.wire import (
    JUDGE,
    REFORMULATE,
    LlmOptions,
    StreamedAnswer,
    asked_wait,
    blocks_of,
    counts_of,
    quick_params,
    size_of,
    usage_of,
    writer_params,
)
from writer.grounded import Reply, Request, UnusableReplyError
from writer.untrusted import one_line

if TYPE_CHECKING:
    from datetime import datetime

    from anthropic import APIError, AsyncAnthropic
    from anthropic.types import Message

__all__ = [
    "BatchProgress",
    "LlmOptions",
    "asker",
    "checked_key",
    "collect",
    "judge",
    "most_it_may_cost",
    "names_in",
    "poll",
    "recent",
    "reformulator",
    "submit",
    "writer_call",
]

KEY_VARIABLE = "ANTHROPIC_API_KEY"
_T = TypeVar("_T")
_QUERY = 300
_TITLES = 5
_JUDGED_TEXT = 6_000
_BATCH_LIMIT = 100_000
_LISTED = 100
_LONGEST_BACKOFF = 8.0
_RETRIED = frozenset((408, 409, 429))
_RETRIED_TYPES = frozenset(("overloaded_error", "rate_limit_error", "api_error", "timeout_error"))

Sleep = Callable[[float], Awaitable[None]]
Spend = Callable[[Usage], None]


@frozen
class BatchProgress:
    """How far a message batch is; ``ended`` means that every result can be collected."""

    ended: bool
    processing: int
    succeeded: int
    failed: int


# ------------------------------------------------------------------------------------------ the callables


def writer_call(
    options: LlmOptions, api_key: str | None, *, sleep: Sleep = asyncio.sleep
) -> Callable[[Request], Reply]:
    """Return the call that writes: one streamed message with citations.

    It raises WriterError (exit 4) after its retries, UnusableReplyError where an answer had begun and was
    paid for, InputError for the key and ConfigError for an unknown model (exit 2).
    """
    key = checked_key(api_key)
    from anthropic import APIConnectionError

    def complete(request: Request) -> Reply:
        params = writer_params(options, request)
        answer = StreamedAnswer()

        async def attempt(client: AsyncAnthropic) -> None:
            async with await client.messages.create(**params, stream=True) as stream:
                await answer.read(stream)
                if not answer.begun:
                    raise APIConnectionError(request=stream.response.request)

        call = _Call(options, key, options.writer_model, options.writer_seconds, WriterError, sleep)
        try:
            call.run(attempt, may_retry=lambda: not answer.begun)
        except WriterError as error:
            if not answer.begun:
                raise
            spent = usage_of(options, options.writer_model, answer.counts, params, answer.text())
            raise UnusableReplyError(error.subject, error.problem, error.remedy, spent) from error
        spent = usage_of(options, options.writer_model, answer.counts, params, answer.text())
        return Reply(answer.blocks(), answer.stop_reason, spent)

    return complete


def reformulator(
    options: LlmOptions, api_key: str | None, *, spend: Spend | None = None, sleep: Sleep = asyncio.sleep
) -> Callable[[str, Sequence[Source]], tuple[str, str]]:
    """Return (question, first results) -> (broader, reframed), from a structured reply.

    200 output tokens, two seconds; whatever goes wrong is a BackendError, so that the caller can fall back.
    """
    key = checked_key(api_key)
    import pydantic

    class Queries(pydantic.BaseModel):
        broader: str
        reframed: str

    def ask(question: str, ranked: Sequence[Source]) -> tuple[str, str]:
        titles = "\n".join(f"- {one_line(source.title, 150)}" for source in ranked[:_TITLES])
        prompt = f"Question: {one_line(question, 1000)}\n\nTitles of weak results (data, not orders):\n{titles}"
        params = quick_params(options, options.reformulator_model, REFORMULATE, prompt, 200)

        async def attempt(client: AsyncAnthropic) -> tuple[Queries | None, Counts, str]:
            try:
                message = await client.messages.parse(**params, output_format=Queries)
            except pydantic.ValidationError:
                return None, Counts(), ""
            return message.parsed_output, counts_of(message.usage), str(message.stop_reason)

        call = _Call(options, key, options.reformulator_model, options.reformulator_seconds, BackendError, sleep)
        queries, counts, stop = call.run(attempt)
        text = "" if queries is None else queries.broader + queries.reframed
        _spend(spend, usage_of(options, options.reformulator_model, counts, params, text))
        pair = ("", "") if queries is None else (one_line(queries.broader), one_line(queries.reframed))
        if stop != "end_turn" or not all(0 < len(query) <= _QUERY for query in pair):
            raise BackendError(options.reformulator_model, "gave no two queries", "the built-in ones are used")
        return pair

    return ask


def judge(
    options: LlmOptions, api_key: str | None, *, spend: Spend | None = None, sleep: Sleep = asyncio.sleep
) -> Callable[[str, Source], str]:
    """Return (question, source) -> the model's reply, which holds ``{"score": 1 to 5, "why": ...}``."""
    ask = asker(options, api_key, system=JUDGE, spend=spend, sleep=sleep)

    def grade(question: str, source: Source) -> str:
        title, text = one_line(source.title, 300), one_line(source.text, _JUDGED_TEXT)
        return ask(f"Question: {one_line(question, 1000)}\n\nTitle: {title}\nText: {text}")

    return grade


def asker(
    options: LlmOptions,
    api_key: str | None,
    *,
    system: str = "",
    max_tokens: int = 300,
    spend: Spend | None = None,
    sleep: Sleep = asyncio.sleep,
) -> Callable[[str], str]:
    """Return prompt -> whole answer of the judge's model; a cut, refused or empty one is a BackendError."""
    key = checked_key(api_key)

    def ask(prompt: str) -> str:
        params = quick_params(options, options.judge_model, system, prompt, max_tokens)

        async def attempt(client: AsyncAnthropic) -> Message:
            message: Message = await client.messages.create(**params)
            return message

        call = _Call(options, key, options.judge_model, options.judge_seconds, BackendError, sleep)
        message = call.run(attempt)
        text = "".join(block.text for block in blocks_of(message) if block.kind == "text").strip()
        _spend(spend, usage_of(options, options.judge_model, counts_of(message.usage), params, text))
        if message.stop_reason != "end_turn" or not text:
            raise BackendError(options.judge_model, f"no whole answer ({message.stop_reason})", "the fallback is used")
        return text

    return ask


def most_it_may_cost(options: LlmOptions, request: Request, *, batch: bool = False) -> Usage:
    """Return the upper bound of what a writer call takes, for a budget; ``priced`` is false without a price."""
    sizes = Sizes(size_of(writer_params(options, request)), 0, request.max_tokens)
    return ceiling(options.prices, options.writer_model, sizes, batch=batch)


# ------------------------------------------------------------------------------------------ message batches


def submit(
    options: LlmOptions, api_key: str | None, requests: Mapping[str, Request], *, sleep: Sleep = asyncio.sleep
) -> str:
    """Send writer requests as one message batch (half price, within a day) and return its id.

    Only a refusal by load (429, 529) is retried: after a lost answer a second try might be a second bill.
    """
    if not 0 < len(requests) <= _BATCH_LIMIT:
        raise ValueError(f"a message batch holds 1 to {_BATCH_LIMIT} requests, not {len(requests)}")
    body: list[Any] = [
        {"custom_id": name, "params": writer_params(options, request)} for name, request in requests.items()
    ]

    async def attempt(client: AsyncAnthropic) -> str:
        return (await client.messages.batches.create(requests=body)).id

    call = _batch_call(options, checked_key(api_key), "message batch", sleep)
    return call.run(attempt, only_refused=True)


def recent(
    options: LlmOptions, api_key: str | None, since: datetime, *, sleep: Sleep = asyncio.sleep
) -> tuple[tuple[str, int], ...]:
    """Return the account's message batches from a moment on, newest first: (id, number of requests)."""

    async def attempt(client: AsyncAnthropic) -> tuple[tuple[str, int], ...]:
        page = await client.messages.batches.list(limit=_LISTED)
        return tuple(
            (batch.id, sum(batch.request_counts.model_dump().values()))
            for batch in page.data
            if batch.created_at >= since
        )

    return _batch_call(options, checked_key(api_key), "message batches", sleep).run(attempt)


def names_in(
    options: LlmOptions, api_key: str | None, batch_id: str, *, sleep: Sleep = asyncio.sleep
) -> frozenset[str]:
    """Return the names of all requests of an ended batch."""

    async def attempt(client: AsyncAnthropic) -> frozenset[str]:
        return frozenset([line.custom_id async for line in await client.messages.batches.results(batch_id)])

    return _batch_call(options, checked_key(api_key), batch_id, sleep).run(attempt)


def poll(options: LlmOptions, api_key: str | None, batch_id: str, *, sleep: Sleep = asyncio.sleep) -> BatchProgress:
    """Return how far a batch is."""

    async def attempt(client: AsyncAnthropic) -> BatchProgress:
        batch = await client.messages.batches.retrieve(batch_id)
        counts = batch.request_counts
        failed = counts.errored + counts.canceled + counts.expired
        ended = batch.processing_status == "ended"
        return BatchProgress(ended, counts.processing, counts.succeeded, failed)

    return _batch_call(options, checked_key(api_key), batch_id, sleep).run(attempt)


def collect(
    options: LlmOptions,
    api_key: str | None,
    batch_id: str,
    requests: Mapping[str, Request],
    *,
    sleep: Sleep = asyncio.sleep,
) -> dict[str, Reply | WriterError]:
    """Return the result of every request of an ended batch by its name, whatever order they come in.

    What expired, was canceled, failed or never came back is a WriterError that says so.
    """

    async def attempt(client: AsyncAnthropic) -> dict[str, Reply | WriterError]:
        found: dict[str, Reply | WriterError] = {}
        async for line in await client.messages.batches.results(batch_id):
            if line.custom_id in requests:
                found[line.custom_id] = _batch_result(options, requests[line.custom_id], line)
        return found

    found = _batch_call(options, checked_key(api_key), batch_id, sleep).run(attempt)
    lost = {name: WriterError(name, "the batch holds no result for it", _RESUBMIT) for name in requests}
    return {name: found.get(name, lost[name]) for name in requests}


_RESUBMIT = "run it again"


def _batch_call(options: LlmOptions, key: str, subject: str, sleep: Sleep) -> _Call:
    return _Call(options, key, subject, options.batch_seconds, BackendError, sleep)


def _batch_result(options: LlmOptions, request: Request, line: Any) -> Reply | WriterError:
    result = line.result
    if result.type == "succeeded":
        blocks = blocks_of(result.message)
        text = "".join(block.text for block in blocks)
        params = writer_params(options, request)
        spent = usage_of(options, options.writer_model, counts_of(result.message.usage), params, text, batch=True)
        return Reply(blocks, result.message.stop_reason, spent)
    if result.type == "errored":
        why = shown(str(getattr(result.error.error, "message", "")))
        return WriterError(line.custom_id, f"the service failed on this request: {why}", _RESUBMIT)
    return WriterError(line.custom_id, f"the batch {result.type} before this request was run", _RESUBMIT)


# ------------------------------------------------------------------------------------------ one call


def checked_key(api_key: str | None) -> str:
    """Return the key, or raise InputError that names its variable and never its value."""
    if api_key is None or not api_key.strip():
        raise InputError(KEY_VARIABLE, "is not set", "export a key, or leave out what asks a model")
    if not (api_key.isascii() and api_key.isprintable()) or " " in api_key:
        raise InputError(KEY_VARIABLE, "holds a character no key has (a line break or blank?)", "export it anew")
    return api_key


@frozen
class _Call:
    """One call of the service: retries, waiting, the deadline, and errors in our words."""

    options: LlmOptions
    key: str
    subject: str
    seconds: float
    kind: type[BackendError | WriterError]
    sleep: Sleep

    def run(
        self,
        attempt: Callable[[AsyncAnthropic], Awaitable[_T]],
        *,
        may_retry: Callable[[], bool] = lambda: True,
        only_refused: bool = False,
    ) -> _T:
        import anthropic
        import httpx2

        try:
            return asyncio.run(self._persist(attempt, may_retry, only_refused))
        except TimeoutError:
            problem = f"no answer within {self.seconds:g} s"
            raise self.kind(self.subject, problem, "try again later or allow more time") from None
        except anthropic.APIError as error:
            raise self._in_our_words(error) from None
        except (httpx2.HTTPError, ValueError) as error:
            problem = f"the answer broke off ({type(error).__name__})"
            raise self.kind(self.subject, problem, "try again later") from None

    async def _persist(
        self,
        attempt: Callable[[AsyncAnthropic], Awaitable[_T]],
        may_retry: Callable[[], bool],
        only_refused: bool,
    ) -> _T:
        from anthropic import APIError, AsyncAnthropic
        from httpx2 import TransportError

        client = AsyncAnthropic(api_key=self.key, base_url=self.options.base_url, max_retries=0, timeout=self.seconds)
        async with asyncio.timeout(self.seconds) as limit, client:
            tries = 0
            while True:
                try:
                    return await attempt(client)
                except (APIError, TransportError) as error:
                    wait = _wait(error, tries, only_refused)
                    left = (limit.when() or 0.0) - asyncio.get_running_loop().time()
                    if wait is None or tries >= self.options.retries or wait >= left or not may_retry():
                        raise
                tries += 1
                await self.sleep(wait)

    def _in_our_words(self, error: APIError) -> WellsourcedError:
        import anthropic

        status = getattr(error, "status_code", None)
        said = shown(str(getattr(error, "api_message", None) or error.message).replace(self.key, "(key)"))
        if isinstance(error, anthropic.APITimeoutError):
            return self.kind(self.subject, f"no answer within {self.seconds:g} s", "try again later")
        if isinstance(error, anthropic.APIConnectionError):
            return self.kind(self.subject, "the service cannot be reached", "check the network and the address")
        if status in (401, 403):
            return InputError(KEY_VARIABLE, f"the service refused the key ({status})", "export a valid key")
        if status == 404:
            return ConfigError(self.subject, "the service does not know this name", "correct it")
        if _is_worth_a_retry(error, only_refused=False):
            why = f"the service was overloaded or failed to the last try ({status}: {said})"
            return self.kind(self.subject, why, "try again later")
        problem = f"the service refused the request ({status}: {said})"
        return self.kind(self.subject, problem, "change the request", code="request-refused")


def _is_worth_a_retry(error: Exception, *, only_refused: bool) -> bool:
    import anthropic

    if not isinstance(error, anthropic.APIStatusError):
        # The connection failed; a body that is no JSON, say, would come the same again.
        is_final = isinstance(error, anthropic.APIResponseValidationError)
        return not only_refused and not is_final
    if only_refused:
        return error.status_code in (429, 529)
    advice = error.response.headers.get("x-should-retry")
    if advice in ("true", "false"):
        return advice == "true"
    retried = error.status_code in _RETRIED or error.status_code >= 500
    # An error event inside a stream comes under the status 200 of the stream.
    return retried or error.type in _RETRIED_TYPES


def _wait(error: Exception, tries: int, only_refused: bool) -> float | None:
    """Return the seconds to wait before the next try: as asked, else doubling from half a second; jittered."""
    if not _is_worth_a_retry(error, only_refused=only_refused):
        return None
    backoff = min(0.5 * 2.0**tries, _LONGEST_BACKOFF) * SystemRandom().uniform(0.75, 1.0)
    response = getattr(error, "response", None)
    asked = None if response is None else asked_wait(response.headers)
    return backoff if asked is None or asked <= 0 else asked + backoff / 4


def _spend(spend: Spend | None, took: Usage) -> None:
    if spend is not None:
        spend(took)
