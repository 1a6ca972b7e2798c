"""A real web server on the loopback address, which counts its connections and answers byte by byte as told."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Request:
    """A request as it came over the wire."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


Answer = Callable[[Request], bytes | Iterable[bytes]]


def reply(
    body: bytes | str = b"", status: str = "200 OK", mime: str = "text/html; charset=utf-8", **headers: str
) -> bytes:
    """Write a whole answer; a header's name has _ for -."""
    data = body if isinstance(body, bytes) else body.encode("utf-8")
    fields = {"Content-Type": mime, "Content-Length": str(len(data)), "Connection": "close"}
    fields |= {name.replace("_", "-"): value for name, value in headers.items()}
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items() if value)
    return f"HTTP/1.1 {status}\r\n{head}\r\n".encode("latin-1") + data


@dataclass
class Server:
    """Answers requests in threads of its own until it is closed."""

    answer: Answer = lambda _request: reply("", "404 Not Found")
    requests: list[Request] = field(default_factory=list)
    connections: int = 0
    closed: threading.Event = field(default_factory=threading.Event)
    tls: ssl.SSLContext | None = None
    asked_names: list[str | None] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.thread = threading.Thread(target=self.accept, daemon=True)
        self.thread.start()

    @property
    def authority(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def paths(self) -> list[str]:
        """The paths asked for, robots.txt left out."""
        return [request.path for request in self.requests if request.path != "/robots.txt"]

    def url(self, path: str = "/") -> str:
        return f"{'https' if self.tls else 'http'}://{self.authority}{path}"

    def routes(self, **answers: bytes) -> None:
        """Answer /name with what is given under the name, all else with 404."""
        self.answer = lambda request: answers.get(request.path.strip("/"), reply("", "404 Not Found"))

    def accept(self) -> None:
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            self.connections += 1
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection: socket.socket) -> None:
        try:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self.tls is not None:
                self.tls.sni_callback = lambda _socket, name, _context: self.asked_names.append(name)
                connection = self.tls.wrap_socket(connection, server_side=True)
            with connection:
                self.converse(connection)
        except OSError:
            connection.close()

    def converse(self, connection: socket.socket) -> None:
        request = read_request(connection)
        if request is None:
            return
        self.requests.append(request)
        answer = self.answer(request)
        for piece in [answer] if isinstance(answer, bytes) else answer:
            connection.sendall(piece)

    def close(self) -> None:
        if self.closed.is_set():
            return
        self.closed.set()
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()


def read_request(connection: socket.socket) -> Request | None:
    data = b""
    while b"\r\n\r\n" not in data:
        chunk = connection.recv(65_536)
        if not chunk:
            return None
        data += chunk
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    while len(body) < int(headers.get("content-length", "0")):
        body += connection.recv(65_536)
    method, path, _ = first.split(" ", 2)
    return Request(method, path, headers, body)
