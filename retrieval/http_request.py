"""One HTTP request, bounded in every direction: address, total time, headers, bytes sent and decoded bytes.

It uses httpcore, the layer below httpx: no proxy, cookie, .netrc, redirect or content decoding happens unless
it is written here.
"""

from __future__ import annotations

import socket
import ssl
import threading
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from retrieval.address_check import Resolver, Target, public_addresses, rejection
from wellsourced_core.errors import BackendError
from wellsourced_core.values import frozen

if TYPE_CHECKING:
    import httpcore

LARGEST_BODY = 20 * 1024 * 1024
_CHUNK = 1 << 16
_GZIP = b"\x1f"  # the first byte of a member; what else stands behind one is no part of the body
_T = TypeVar("_T")


@frozen
class Response:
    """An answer: header names in lower case, the body decoded."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def header(self, name: str) -> str:
        """Return the first header of a (lower-case) name, or ""."""
        return next((value for key, value in self.headers if key == name), "")


def resolve(host: str, port: int) -> Sequence[str]:
    """Return the addresses of a host, in the system's order; () when it has none."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return ()
    return tuple(str(entry[4][0]) for entry in found)


@frozen
class Connector:
    """How requests leave this machine: resolver, trusted hosts, limits on time and size.

    ``trusted`` holds "host:port" of services that may stand on a private address; ``tls`` is a context for an
    authority of one's own, by default the system's authorities and certifi's.
    """

    deadline: float = 30.0
    largest: int = LARGEST_BODY
    trusted: frozenset[str] = frozenset()
    resolver: Resolver = resolve
    tls: ssl.SSLContext | None = None

    def request(
        self,
        target: Target,
        *,
        method: str = "GET",
        headers: Sequence[tuple[str, str]] = (),
        body: bytes = b"",
        until: float | None = None,
    ) -> Response:
        """Send one request and read the whole answer, following nothing.

        ``until`` is a time of time.monotonic(), by default ``deadline`` seconds from now. Raises
        BackendError with code address-not-public, network, tls, timeout, bad-response, bad-encoding,
        body-too-large or body-incomplete.
        """
        import httpcore

        until = time.monotonic() + self.deadline if until is None else until
        own = (("Host", _host_header(target)), ("Accept-Encoding", "gzip"), ("Connection", "close"))
        length = (("Content-Length", str(len(body))),) if body else ()
        sent = [(name.encode("ascii"), value.encode("latin-1", "replace")) for name, value in (*own, *headers, *length)]
        backend = _guarded(self, target, until)
        context = (self.tls or _tls_context()) if target.scheme == "https" else None
        try:
            with (
                httpcore.ConnectionPool(ssl_context=context, network_backend=backend) as pool,
                pool.stream(method, target.url, headers=sent, content=body or None) as answer,
            ):
                received = tuple((k.decode("latin-1").lower(), v.decode("latin-1")) for k, v in answer.headers)
                content = self._read(target, answer.iter_stream(), dict(received), until)
                return Response(answer.status, received, content)
        except httpcore.TimeoutException as error:
            raise rejection(target.url, "did not answer in time", "timeout") from error
        except (httpcore.ProtocolError, httpcore.NetworkError) as error:
            raise _translate(target, error) from error

    def _read(self, target: Target, chunks: Iterator[bytes], headers: dict[str, str], until: float) -> bytes:
        declared = headers.get("content-length", "")
        if declared.isascii() and declared.isdigit() and (len(declared) > 15 or int(declared) > self.largest):
            raise rejection(target.url, f"is larger than {self.largest} bytes", "body-too-large")
        body = bytearray()
        for piece in _decoded(target, chunks, headers.get("content-encoding", "").strip().lower()):
            body += piece
            if len(body) > self.largest:
                raise rejection(target.url, f"is larger than {self.largest} bytes", "body-too-large")
            if time.monotonic() > until:
                raise rejection(target.url, "did not end in time", "timeout")
        return bytes(body)


def _decoded(target: Target, chunks: Iterator[bytes], encoding: str) -> Iterator[bytes]:
    """Yield the body in pieces of at most 64 KiB, so that a bomb is cut while it unfolds."""
    if encoding in ("", "identity"):
        yield from chunks
        return
    if encoding not in ("gzip", "x-gzip"):
        raise rejection(target.url, "is encoded in a way that was not asked for", "bad-encoding")
    unpack = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    received = False
    try:
        for chunk in chunks:
            waiting, received = chunk, True
            while waiting:
                if unpack.eof:  # a body may be of several members, one behind the other (RFC 1952)
                    if not waiting.startswith(_GZIP):
                        break
                    unpack = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
                yield unpack.decompress(waiting, _CHUNK)
                waiting = unpack.unused_data if unpack.eof else unpack.unconsumed_tail
        yield unpack.flush(_CHUNK)
    except zlib.error as error:
        raise rejection(target.url, "is not encoded as it says", "bad-encoding") from error
    if received and not unpack.eof:
        raise rejection(target.url, "ends in the middle of its compressed body", "bad-encoding")


def _host_header(target: Target) -> str:
    host = f"[{target.host}]" if ":" in target.host else target.host
    return host if target.port == (443 if target.scheme == "https" else 80) else f"{host}:{target.port}"


@cache
def _tls_context() -> ssl.SSLContext:
    import certifi

    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    return context


def _translate(target: Target, error: Exception) -> BackendError:
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, BackendError):
            return cause
        if isinstance(cause, ssl.SSLError):
            reason = getattr(cause, "verify_message", "") or cause.reason or "handshake failed"
            return rejection(target.url, f"has no valid certificate ({reason})", "tls")
        cause = cause.__cause__ or cause.__context__
    import httpcore

    if isinstance(error, httpcore.RemoteProtocolError) and "without sending complete" in str(error):
        return rejection(target.url, "broke off its answer", "body-incomplete")
    if isinstance(error, httpcore.ProtocolError):
        return rejection(target.url, "does not speak proper HTTP", "bad-response")
    return rejection(target.url, "cannot be reached", "network")


def _guarded(connector: Connector, target: Target, until: float) -> httpcore.NetworkBackend:
    """Make the part of httpcore that opens sockets: checked addresses only, and never past ``until``."""
    import httpcore

    def remaining() -> float:
        left = until - time.monotonic()
        if left <= 0:
            raise httpcore.ReadTimeout("the deadline has passed")
        return left

    class Stream(httpcore.NetworkStream):
        def __init__(self, inner: httpcore.NetworkStream) -> None:
            self._inner = inner

        def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ARG002 - ours is stricter
            return self._inner.read(max_bytes, remaining())

        def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ARG002 - ours is stricter
            self._inner.write(buffer, remaining())

        def close(self) -> None:
            self._inner.close()

        def start_tls(
            self,
            ssl_context: ssl.SSLContext,
            server_hostname: str | None = None,
            timeout: float | None = None,  # noqa: ARG002 - ours is stricter
        ) -> httpcore.NetworkStream:
            return Stream(self._inner.start_tls(ssl_context, server_hostname, remaining()))

        def get_extra_info(self, info: str) -> Any:
            return self._inner.get_extra_info(info)

    class Backend(httpcore.NetworkBackend):
        def connect_tcp(
            self,
            host: str,  # noqa: ARG002 - the target's, resolved once
            port: int,
            timeout: float | None = None,  # noqa: ARG002 - ours is stricter
            local_address: str | None = None,
            socket_options: Iterable[Any] | None = None,
        ) -> httpcore.NetworkStream:
            def look_up() -> tuple[str, ...]:
                return public_addresses(target, connector.resolver, trusted=connector.trusted)

            addresses = _within(remaining(), look_up)
            if addresses is None:
                raise httpcore.ConnectTimeout("the name was not resolved in time")
            for position, address in enumerate(addresses):
                share = remaining() / (len(addresses) - position)
                try:
                    inner = httpcore.SyncBackend().connect_tcp(address, port, share, local_address, socket_options)
                    return Stream(inner)
                except (httpcore.ConnectError, httpcore.ConnectTimeout):
                    if position == len(addresses) - 1:
                        raise
            raise httpcore.ConnectError("no address")

    return Backend()


def _within(seconds: float, work: Callable[[], _T]) -> _T | None:
    """Run an uninterruptible call in its own thread; None if it takes longer than ``seconds``."""
    outcome: list[_T | BackendError] = []

    def run() -> None:
        try:
            outcome.append(work())
        except BackendError as error:
            outcome.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    if not outcome:
        return None
    if isinstance(outcome[0], BackendError):
        raise outcome[0]
    return outcome[0]
