"""Talk to Claude for the writer, the reformulator, the judge and the reader; no other file imports the client.

Every factory takes the options and the key and returns a plain callable. Retries are ours alone (the client's own are
off, so that they do not multiply); they wait as long as the service asks and stop at one deadline for the whole call,
which also cuts off a stream that hangs or drips. The key is neither logged nor shown.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from random import SystemRandom
from typing import TYPE_CHECKING, TypeVar

from retrieval.address_check import REDIRECTS
from wellsourced.messages_api import (
    ANSWER_TOKENS,
    JUDGE,
    REFORMULATE,
    REFORMULATE_TOKENS,
    LlmOptions,
    StreamedAnswer,
    a_text,
    asked_wait,
    blocks_of,
    counts_of,
    judge_prompt,
    quick_params,
    reader_params,
    rewording_prompt,
    size_of,
    stop_of,
    usage_of,
    writer_params,
)
from wellsourced.opinions.reader import Answer
from wellsourced.opinions.sheets import Sheet
from wellsourced.prices import Counts, Sizes, ceiling
from wellsourced_core.errors import BackendError, ConfigError, InputError, WellsourcedError, WriterError, shown
from wellsourced_core.model import Source, Usage
from wellsourced_core.untrusted import one_line
from wellsourced_core.values import frozen
from writer.grounded import Reply, Request, UnusableReplyError

if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from anthropic import APIError, AsyncAnthropic
    from anthropic.types import Message

    Client: TypeAlias = AsyncAnthropic

__all__ = [
    "Client",
    "LlmOptions",
    "ServiceCall",
    "asker",
    "checked_key",
    "judge",
    "most_it_may_cost",
    "reader_call",
    "reformulator",
    "writer_call",
]

KEY_VARIABLE = "ANTHROPIC_API_KEY"
_T = TypeVar("_T")
_QUERY = 300
_LONGEST_BACKOFF = 8.0
_TURNED_AWAY = (429, 529)
_RETRIED = frozenset((408, 409, 429))
_RETRIED_TYPES = ("overloaded_error", "rate_limit_error", "api_error", "timeout_error")
# How an answer of another shape than the service's fails where it is read, in the client or here.
MISSHAPEN = (AttributeError, TypeError, LookupError, ArithmeticError, RuntimeError)

REFUSED, _OVERLOADED, _UNREACHABLE, _REDIRECTED = "request-refused", "overloaded", "unreachable", "redirected"
# After an error of one of these codes the service has certainly not begun on the request.
NOT_BEGUN = frozenset((REFUSED, _OVERLOADED, _UNREACHABLE, _REDIRECTED))

Sleep = Callable[[float], Awaitable[None]]
Spend = Callable[[Usage], None]


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
                    _require_events(stream.response.headers)
                    raise APIConnectionError(request=stream.response.request)

        call = ServiceCall(options, key, options.writer_model, options.writer_seconds, WriterError, sleep)
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

    At most 200 output tokens and ``reformulator_seconds``; whatever goes wrong is a BackendError, so that the caller
    can fall back.
    """
    key = checked_key(api_key)

    def ask(question: str, ranked: Sequence[Source]) -> tuple[str, str]:
        prompt = rewording_prompt(question, ranked)
        params = quick_params(options, options.reformulator_model, REFORMULATE, prompt, REFORMULATE_TOKENS)
        params["output_config"] = {"format": {"type": "json_schema", "schema": _QUERIES}}
        call = ServiceCall(options, key, options.reformulator_model, options.reformulator_seconds, BackendError, sleep)
        text, stop = _whole_answer(call, params, spend)
        pair = _two_queries(text)
        if stop != "end_turn" or not all(0 < len(query) <= _QUERY for query in pair):
            raise BackendError(options.reformulator_model, "did not return two queries", "the built-in ones are used")
        return pair

    return ask


_QUERIES = {
    "type": "object",
    "properties": {"broader": {"type": "string"}, "reframed": {"type": "string"}},
    "additionalProperties": False,
    "required": ["broader", "reframed"],
}


def _two_queries(text: str) -> tuple[str, str]:
    """Read a structured reply; two empty queries where it is none."""
    try:
        reply = json.loads(text)
        return one_line(a_text(reply["broader"])), one_line(a_text(reply["reframed"]))
    except (ValueError, TypeError, LookupError, RecursionError):
        return "", ""


def judge(
    options: LlmOptions, api_key: str | None, *, spend: Spend | None = None, sleep: Sleep = asyncio.sleep
) -> Callable[[str, Source], str]:
    """Return (question, source) -> the model's reply, which holds ``{"score": 1 to 5, "why": ...}``."""
    ask = asker(options, api_key, system=JUDGE, spend=spend, sleep=sleep)

    def grade(question: str, source: Source) -> str:
        return ask(judge_prompt(question, source))

    return grade


def reader_call(options: LlmOptions, api_key: str | None, *, sleep: Sleep = asyncio.sleep) -> Callable[[Sheet], Answer]:
    """Return sheet -> the reader's answer. One that was cut off or refused was paid for: it answers no question."""
    key = checked_key(api_key)

    def ask(sheet: Sheet) -> Answer:
        params, took = reader_params(options, sheet), list[Usage]()
        call = ServiceCall(options, key, options.reader_model, options.reader_seconds, BackendError, sleep)
        text, stop = _whole_answer(call, params, took.append)
        return Answer(text if stop == "end_turn" else "", took[0])

    return ask


def asker(
    options: LlmOptions,
    api_key: str | None,
    *,
    system: str = "",
    spend: Spend | None = None,
    sleep: Sleep = asyncio.sleep,
) -> Callable[[str], str]:
    """Return prompt -> the judge model's whole answer, 300 tokens at most.

    An answer that was cut off, refused or left empty is a BackendError.
    """
    key = checked_key(api_key)

    def ask(prompt: str) -> str:
        params = quick_params(options, options.judge_model, system, prompt, ANSWER_TOKENS)
        call = ServiceCall(options, key, options.judge_model, options.judge_seconds, BackendError, sleep)
        text, stop = _whole_answer(call, params, spend)
        if stop != "end_turn" or not text:
            raise BackendError(options.judge_model, f"returned no complete answer ({stop})", "the fallback is used")
        return text

    return ask


def most_it_may_cost(options: LlmOptions, request: Request, *, batch: bool = False) -> Usage:
    """Return the upper bound of a writer call's usage, for a budget; ``priced`` is false without a price."""
    sizes = Sizes(size_of(writer_params(options, request)), 0, request.max_tokens)
    return ceiling(options.prices, options.writer_model, sizes, batch=batch)


# ------------------------------------------------------------------------------------------ one call


def checked_key(api_key: str | None) -> str:
    """Return the key, or raise InputError that names its variable and never its value."""
    if api_key is None or not api_key.strip():
        raise InputError(KEY_VARIABLE, "is not set", "export a key, or leave out the option that asks a model")
    if not (api_key.isascii() and api_key.isprintable()) or " " in api_key:
        raise InputError(
            KEY_VARIABLE, "contains a character that no key has (a line break or space?)", "export it again"
        )
    return api_key


class _MisshapenError(Exception):
    """An answer whose fields have the wrong types; the message says how that showed."""


def _require_events(headers: Mapping[str, str]) -> None:
    """Raise _MisshapenError for an answer that is no stream of events: the page of a portal, say."""
    kind = headers.get("content-type", "").partition(";")[0].strip()
    if kind != "text/event-stream":
        raise _MisshapenError(f"it is {shown(kind, 80) or 'of no type'}")


@frozen
class ServiceCall:
    """One call of the service: retries, waiting, the deadline, and errors in our words.

    ``kind`` is the error raised where the service fails; ``subject`` is what that error is about.
    """

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
        """Return what ``attempt`` returns for a client, trying again where another try may help.

        ``only_refused`` tries again only after a refusal for load, when nothing can have been done yet.
        """
        import anthropic
        import httpx2

        try:
            return asyncio.run(self._persist(attempt, may_retry, only_refused))
        except TimeoutError:
            problem = f"no answer within {self.seconds:g} s"
            raise self.kind(self.subject, problem, "try again later or allow more time") from None
        except anthropic.APIError as error:
            raise self._in_our_words(error) from None
        except httpx2.InvalidURL as error:
            remedy = "write https://..., the address of the service"
            raise ConfigError("llm.base_url", "is not an address that can be asked", remedy) from error
        except _MisshapenError as error:
            problem = f"the answer is not in the service's format ({error})"
            raise self.kind(self.subject, problem, "check the address of the service, or try again later") from error
        except (httpx2.HTTPError, ValueError) as error:
            problem = f"the answer broke off ({type(error).__name__})"
            raise self.kind(self.subject, problem, "try again later") from None

    async def _persist(
        self,
        attempt: Callable[[AsyncAnthropic], Awaitable[_T]],
        may_retry: Callable[[], bool],
        only_refused: bool,
    ) -> _T:
        from anthropic import AnthropicError, APIError, AsyncAnthropic, DefaultAsyncHttpxClient
        from httpx2 import TransportError

        client = AsyncAnthropic(
            api_key=self.key,
            base_url=self.options.base_url,
            max_retries=0,
            timeout=self.seconds,
            http_client=DefaultAsyncHttpxClient(follow_redirects=False),  # another host is none that was configured
        )
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
                except (*MISSHAPEN, AnthropicError) as error:
                    raise _MisshapenError(type(error).__name__) from error
                tries += 1
                await self.sleep(wait)

    def _in_our_words(self, error: APIError) -> WellsourcedError:
        import anthropic
        import httpx2

        status = getattr(error, "status_code", None)
        said = shown(str(getattr(error, "api_message", None) or error.message).replace(self.key, "(key)"))
        if isinstance(error, anthropic.APITimeoutError):
            return self.kind(self.subject, f"no answer within {self.seconds:g} s", "try again later")
        if isinstance(error, anthropic.APIConnectionError):
            code = _UNREACHABLE if isinstance(error.__cause__, httpx2.ConnectError) else None
            return self.kind(
                self.subject, "the service cannot be reached", "check the network and the address", code=code
            )
        if status in (401, 403):
            return InputError(KEY_VARIABLE, f"the service refused the key ({status})", "export a valid key")
        if status == 404:
            return ConfigError(self.subject, "the service does not know this name", "correct it")
        if status in REDIRECTS:
            problem = f"the service redirects to {_named_host(error) or 'another path'} ({status})"
            remedy = "correct llm.base_url: redirects are not followed"
            return self.kind(self.subject, problem, remedy, code=_REDIRECTED)
        if _is_worth_a_retry(error, only_refused=False):
            why = f"the service was overloaded or failed to the last try ({status}: {said})"
            code = _OVERLOADED if status in _TURNED_AWAY else None
            return self.kind(self.subject, why, "try again later", code=code)
        problem = f"the service refused the request ({status}: {said})"
        return self.kind(self.subject, problem, "change the request", code=REFUSED)


def _named_host(error: APIError) -> str:
    """Return the host and port that a redirect names, without a user name; "" for a path alone."""
    from urllib.parse import urlsplit

    response = getattr(error, "response", None)
    try:
        place = urlsplit(response.headers.get("location", "") if response is not None else "").netloc
    except ValueError:
        place = ""
    return shown(place.rpartition("@")[2], 80)


def _is_worth_a_retry(error: Exception, *, only_refused: bool) -> bool:
    import anthropic

    if not isinstance(error, anthropic.APIStatusError):
        # The connection failed; a body that is no JSON, say, would come the same again.
        is_final = isinstance(error, anthropic.APIResponseValidationError)
        return not only_refused and not is_final
    if error.status_code in REDIRECTS:
        return False
    if only_refused:
        return error.status_code in _TURNED_AWAY
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


def _whole_answer(call: ServiceCall, params: dict[str, Any], spend: Spend | None) -> tuple[str, str | None]:
    """Return the text of an answer that is not streamed and why it ended; what it took is handed to ``spend``.

    The fields are read as they came: the client's own reading of them prints warnings about an odd answer.
    """

    async def attempt(client: AsyncAnthropic) -> tuple[str, Counts, str | None]:
        message: Message = await client.messages.create(**params)
        text = "".join(block.text for block in blocks_of(message) if block.kind == "text").strip()
        return text, counts_of(message.usage), stop_of(message.stop_reason)

    text, counts, stop = call.run(attempt)
    if spend is not None:
        spend(usage_of(call.options, call.subject, counts, params, text))
    return text, stop
