"""The service's message batches: submit one, poll its status, collect its results by name, list the account's."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from wellsourced.llm import MISSHAPEN, NOT_BEGUN, ServiceCall, Sleep, checked_key, most_it_may_cost
from wellsourced.messages_api import (
    LlmOptions,
    a_text,
    blocks_of,
    counts_of,
    most_of_reading,
    reader_params,
    stop_of,
    usage_of,
    writer_params,
)
from wellsourced.night.message_batches import Asked, BatchProgress, Service, SubmissionLostError
from wellsourced.opinions.sheets import Sheet
from wellsourced_core.errors import BackendError, WriterError, shown
from wellsourced_core.model import Usage
from writer.grounded import Reply

if TYPE_CHECKING:
    from datetime import datetime

    from wellsourced.llm import Client

_LIMIT = 100_000
_PAGE = 100
_RESUBMIT = "run it again"


def service(options: LlmOptions, api_key: str | None, *, sleep: Sleep = asyncio.sleep) -> Service:
    """Return the service's batches as the nightly run uses them. Raises InputError for a missing key."""
    key = checked_key(api_key)
    return Service(
        partial(submit, options, key, sleep=sleep),
        partial(poll, options, key, sleep=sleep),
        partial(collect, options, key, sleep=sleep),
        partial(_most, options),
        partial(recent, options, key, sleep=sleep),
        partial(names_in, options, key, sleep=sleep),
    )


def submit(options: LlmOptions, key: str, requests: Mapping[str, Asked], *, sleep: Sleep = asyncio.sleep) -> str:
    """Send requests as one message batch (half price, answered within a day) and return its id.

    Only a refusal for load (429, 529) is tried again: after a lost answer a second try might be a second bill.
    Raises SubmissionLostError where the batch may exist all the same.
    """
    if not 0 < len(requests) <= _LIMIT:
        raise ValueError(f"a message batch holds 1 to {_LIMIT} requests, not {len(requests)}")
    body: list[Any] = [{"custom_id": name, "params": _params(options, request)} for name, request in requests.items()]

    async def attempt(client: Client) -> str:
        return a_text((await client.messages.batches.create(requests=body)).id)

    try:
        return _call(options, key, "message batch", sleep).run(attempt, only_refused=True)
    except BackendError as error:
        if error.code in NOT_BEGUN:
            raise
        remedy = "run it again: the batch is looked up before anything is submitted again"
        raise SubmissionLostError(error.subject, error.problem, remedy) from error


def poll(options: LlmOptions, key: str, batch_id: str, *, sleep: Sleep = asyncio.sleep) -> BatchProgress:
    """Return a batch's status. Raises ConfigError for one that the service does not know."""

    async def attempt(client: Client) -> BatchProgress:
        batch = await client.messages.batches.retrieve(batch_id)
        counts = batch.request_counts
        failed = counts.errored + counts.canceled + counts.expired
        ended = batch.processing_status == "ended"
        return BatchProgress(ended, counts.processing, counts.succeeded, failed)

    return _call(options, key, batch_id, sleep).run(attempt)


def collect(
    options: LlmOptions, key: str, batch_id: str, requests: Mapping[str, Asked], *, sleep: Sleep = asyncio.sleep
) -> dict[str, Reply | WriterError]:
    """Return the result of every request of an ended batch by its name, whatever order they come in.

    What expired, was canceled, failed, never came back or makes no sense is a WriterError that says so.
    """

    async def attempt(client: Client) -> dict[str, Reply | WriterError]:
        found: dict[str, Reply | WriterError] = {}
        async for line in await client.messages.batches.results(batch_id):
            name = getattr(line, "custom_id", None)
            if isinstance(name, str) and name in requests:
                found[name] = _result(options, requests[name], line)
        return found

    found = _call(options, key, batch_id, sleep).run(attempt)
    lost = {name: WriterError(name, "the batch has no result for it", _RESUBMIT) for name in requests}
    return {name: found.get(name, lost[name]) for name in requests}


def recent(
    options: LlmOptions, key: str, since: datetime, *, sleep: Sleep = asyncio.sleep
) -> tuple[tuple[str, int], ...]:
    """Return the account's message batches from a moment on, newest first: (id, number of requests)."""

    async def attempt(client: Client) -> tuple[tuple[str, int], ...]:
        found: list[tuple[str, int]] = []
        async for batch in client.messages.batches.list(limit=_PAGE):  # the service lists the newest first
            if batch.created_at < since:
                break
            found.append((batch.id, sum(dict(batch.request_counts).values())))
        return tuple(found)

    return _call(options, key, "message batches", sleep).run(attempt)


def names_in(options: LlmOptions, key: str, batch_id: str, *, sleep: Sleep = asyncio.sleep) -> frozenset[str]:
    """Return the names of all requests of an ended batch."""

    async def attempt(client: Client) -> frozenset[str]:
        return frozenset([line.custom_id async for line in await client.messages.batches.results(batch_id)])

    return _call(options, key, batch_id, sleep).run(attempt)


def _params(options: LlmOptions, request: Asked) -> dict[str, Any]:
    return reader_params(options, request) if isinstance(request, Sheet) else writer_params(options, request)


def _most(options: LlmOptions, request: Asked) -> Usage:
    if isinstance(request, Sheet):
        return most_of_reading(options, request, batch=True)
    return most_it_may_cost(options, request, batch=True)


def _call(options: LlmOptions, key: str, subject: str, sleep: Sleep) -> ServiceCall:
    return ServiceCall(options, key, subject, options.batch_seconds, BackendError, sleep)


def _result(options: LlmOptions, request: Asked, line: Any) -> Reply | WriterError:
    try:
        return _read(options, request, line)
    except MISSHAPEN as error:
        problem = f"its result is not in the service's format ({type(error).__name__})"
        return WriterError(line.custom_id, problem, _RESUBMIT)


def _read(options: LlmOptions, request: Asked, line: Any) -> Reply | WriterError:
    result = line.result
    if result.type == "succeeded":
        blocks = blocks_of(result.message)
        text = "".join(block.text for block in blocks)
        params = _params(options, request)
        spent = usage_of(options, params["model"], counts_of(result.message.usage), params, text, batch=True)
        return Reply(blocks, stop_of(result.message.stop_reason), spent)
    if result.type == "errored":
        why = shown(str(getattr(result.error.error, "message", "")))
        return WriterError(line.custom_id, f"the service failed on this request: {why}", _RESUBMIT)
    return WriterError(
        line.custom_id, f"the batch {shown(str(result.type), 40)} before this request was run", _RESUBMIT
    )
