"""A client's streams whose end waits for the answers: `printf ... | wellsourced mcp` closes its input at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

import anyio

if TYPE_CHECKING:
    from contextvars import Context
    from types import TracebackType
    from typing import Self

    from mcp.shared._stream_protocols import ReadStream, WriteStream
    from mcp.shared.message import SessionMessage


class Pending:
    """The requests that have come in and have no answer yet; one that its client cancels needs none."""

    def __init__(self) -> None:
        self._ids: set[int | str] = set()
        self._empty = anyio.Event()

    def came(self, item: SessionMessage | Exception) -> None:
        import mcp_types as types

        message = None if isinstance(item, Exception) else item.message
        if isinstance(message, types.JSONRPCRequest):
            self._ids.add(message.id)
        elif isinstance(message, types.JSONRPCNotification) and message.method == "notifications/cancelled":
            self._answered((message.params or {}).get("requestId"))

    def went(self, item: SessionMessage) -> None:
        import mcp_types as types

        if isinstance(item.message, types.JSONRPCResponse | types.JSONRPCError):
            self._answered(item.message.id)

    def _answered(self, request: object) -> None:
        if isinstance(request, int | str):  # a client may send anything: [1] is no id, and has no hash
            self._ids.discard(request)
        if not self._ids:
            self._empty.set()

    async def wait_until_empty(self) -> None:
        """Return once every request has its answer."""
        if self._ids:
            self._empty = anyio.Event()
            await self._empty.wait()


_S = TypeVar("_S", bound="ReadStream[SessionMessage | Exception] | WriteStream[SessionMessage]")


class _Watched(Generic[_S]):
    """A stream of which is noted what goes through it."""

    def __init__(self, stream: _S, pending: Pending) -> None:
        self._stream, self._pending = stream, pending

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _where: TracebackType | None
    ) -> None:
        await self.aclose()


class Incoming(_Watched["ReadStream[SessionMessage | Exception]"]):
    """What the client sends; its end comes when nothing is left to answer."""

    @property
    def last_context(self) -> Context | None:
        return getattr(self._stream, "last_context", None)

    async def receive(self) -> SessionMessage | Exception:
        try:
            item = await self._stream.receive()
        except anyio.EndOfStream:
            await self._pending.wait_until_empty()
            raise
        self._pending.came(item)
        return item

    def __aiter__(self) -> Incoming:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None


class Outgoing(_Watched["WriteStream[SessionMessage]"]):
    """What the client is answered."""

    async def send(self, item: SessionMessage, /) -> None:
        await self._stream.send(item)
        self._pending.went(item)
