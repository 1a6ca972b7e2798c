"""A loopback stand-in for the Claude API: messages (streamed or whole), message batches, scripted faults.

It keeps a log of what it was asked. A script is a list of steps, one per call of /v1/messages; the last step
repeats. Steps are built by the functions below; ``answer`` is the only one that succeeds.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs

KEY = "sk-ant-loopback-0123456789"
Step = dict[str, Any]


def text_block(text: str, *citations: tuple[int, int, int]) -> dict[str, Any]:
    """Return a text block; a citation is (search_result_index, start_block_index, end_block_index)."""
    located = [
        {
            "type": "search_result_location",
            "cited_text": "",
            "source": "https://sources.example/",
            "title": None,
            "search_result_index": index,
            "start_block_index": start,
            "end_block_index": end,
        }
        for index, start, end in citations
    ]
    return {"type": "text", "text": text, "citations": located or None}


def answer(*blocks: dict[str, Any] | str, stop: str | None = "end_turn", usage: dict[str, Any] | None = None) -> Step:
    """Answer with these blocks (a string is a block without citations)."""
    content = [text_block(b) if isinstance(b, str) else b for b in blocks]
    counts = {"input_tokens": 900, "output_tokens": 300} if usage is None else usage
    return {"do": "answer", "content": content, "stop": stop, "usage": counts}


def status(code: int, kind: str = "api_error", message: str = "scripted", **headers: str) -> Step:
    """Answer with an error; header names take underscores for dashes."""
    return {"do": "status", "code": code, "kind": kind, "message": message, "headers": headers}


def cut_stream(step: Step, events: int, *, quietly: bool = False) -> Step:
    """Break the connection after that many events; quietly: close it as if the body were complete."""
    return step | {"cut": events, "quietly": quietly}


def stream_error(step: Step, events: int, kind: str) -> Step:
    """Send an error event inside the stream after that many events."""
    return step | {"error_after": events, "error_kind": kind}


def answering(write: Callable[[dict[str, Any]], list[dict[str, Any]]]) -> Step:
    """Answer with the blocks that ``write`` makes of the request."""
    return answer() | {"write": write}


def slowly(step: Step, seconds: float) -> Step:
    """Answer only after that time."""
    return step | {"after": seconds}


HANG: Step = {"do": "hang"}
PING_FOREVER: Step = {"do": "ping"}


@dataclass
class FakeClaude:
    """The server's address, its script, and the log of calls: (method, path, headers, body).

    ``on_message`` decides the step by the request where it is given, in the place of the script. ``billed`` counts the
    answers that were begun, in batches those that succeeded. A message batch answers with ``batch_results``, or with
    what ``on_batch`` makes of its requests: then every batch has an id of its own.
    """

    base_url: str = ""
    script: list[Step] = field(default_factory=list)
    calls: list[tuple[str, str, dict[str, str], dict[str, Any]]] = field(default_factory=list)
    batch_results: list[dict[str, Any]] = field(default_factory=list)
    batch_polls: int = 0
    on_batch: Callable[[list[dict[str, Any]]], list[dict[str, Any]]] | None = None
    submitted: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    on_message: Callable[[dict[str, Any]], Step] | None = None
    billed: int = 0
    closing: threading.Event = field(default_factory=threading.Event)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def bodies(self) -> list[dict[str, Any]]:
        """Return the bodies of all calls of /v1/messages, in order."""
        return [body for _, path, _, body in self.calls if path == "/v1/messages"]

    def next_step(self) -> Step:
        with self.lock:
            return self.script.pop(0) if len(self.script) > 1 else self.script[0]


@contextmanager
def fake_claude(*steps: Step) -> Iterator[FakeClaude]:
    """Serve on a free port of the loopback address until the block ends; hanging calls end with it."""
    fake = FakeClaude(script=list(steps))

    class Handler(_Handler):
        state = fake

    server = _Server(("127.0.0.1", 0), Handler)
    fake.base_url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield fake
    finally:
        fake.closing.set()
        server.shutdown()
        server.server_close()
        thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = False

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Stay silent when a client goes away: that is what some tests are about."""


class _Handler(BaseHTTPRequestHandler):
    state: FakeClaude
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *args: object) -> None:
        """Log nothing: the calls are kept as values."""

    def do_GET(self) -> None:
        self._note({})
        if self.path.endswith("/results"):
            lines = "".join(json.dumps(line) + "\n" for line in self._results(self.path.split("/")[-2]))
            self._send(200, lines.encode(), "application/x-jsonl")
        elif self.path.partition("?")[0].endswith("/batches"):
            self._list({name: values[0] for name, values in parse_qs(self.path.partition("?")[2]).items()})
        elif self.state.batch_polls > 0:
            self.state.batch_polls -= 1
            self._json(200, self._batch("in_progress", self.path.split("/")[-1]))
        elif self.state.on_batch and self.path.split("/")[-1] not in self.state.submitted:
            self._error(404, "not_found_error", "no such batch")
        else:
            self._json(200, self._batch("ended", self.path.split("/")[-1]))

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("content-length", "0"))))
        self._note(body)
        if self.headers.get("authorization") != f"Bearer {KEY}":
            self._error(401, "authentication_error", "invalid x-api-key")
            return
        step = self.state.on_message(body) if self.state.on_message and "requests" not in body else self._scripted()
        if "write" in step and not self.path.endswith("/batches"):
            step = step | {"content": step["write"](body)}
        self.state.closing.wait(step.get("after", 0))
        match step["do"]:
            case "hang":
                self.state.closing.wait()
            case "ping":
                self._ping()
            case "status":
                headers = {name.replace("_", "-"): value for name, value in step["headers"].items()}
                self._error(step["code"], step["kind"], step["message"], headers)
            case _ if self.path.endswith("/batches"):
                self._json(200, self._batch("in_progress", self._submitted(body["requests"])))
            case _ if body.get("stream"):
                self._stream(step, body["model"])
            case _:
                self._bill()
                self._json(200, message(step, body["model"]))

    def _scripted(self) -> Step:
        return self.state.next_step() if self.state.script else answer()

    def _bill(self, answers: int = 1) -> None:
        with self.state.lock:
            self.state.billed += answers

    def _note(self, body: dict[str, Any]) -> None:
        with self.state.lock:
            self.state.calls.append((self.command, self.path, dict(self.headers), body))

    def _submitted(self, requests: list[dict[str, Any]]) -> str:
        if self.state.on_batch is None:
            return "msgbatch_loopback"
        identifier = f"msgbatch_loopback_{len(self.state.submitted) + 1}"
        self.state.submitted[identifier] = self.state.on_batch(requests)
        self._bill(sum(line["result"]["type"] == "succeeded" for line in self.state.submitted[identifier]))
        return identifier

    def _list(self, asked: dict[str, str]) -> None:
        """Answer with a page of the account's batches, the newest first."""
        ids = list(self.state.submitted)[::-1]
        start = ids.index(asked["after_id"]) + 1 if "after_id" in asked else 0
        page = ids[start : start + int(asked.get("limit", 20))]
        listed = [self._batch("in_progress" if self.state.batch_polls > 0 else "ended", one) for one in page]
        ends = {"first_id": page[0], "last_id": page[-1]} if page else {"first_id": None, "last_id": None}
        self._json(200, {"data": listed, "has_more": start + len(page) < len(ids), **ends})

    def _results(self, identifier: str) -> list[dict[str, Any]]:
        return self.state.submitted.get(identifier, self.state.batch_results)

    def _batch(self, processing: str, identifier: str = "msgbatch_loopback") -> dict[str, Any]:
        kinds = [line["result"]["type"] for line in self._results(identifier)]
        counts = {kind: kinds.count(kind) for kind in ("succeeded", "errored", "canceled", "expired")}
        ended = processing == "ended"
        return {
            "id": identifier,
            "type": "message_batch",
            "processing_status": processing,
            "request_counts": {"processing": 0 if ended else len(kinds)}
            | (counts if ended else dict.fromkeys(counts, 0)),
            "created_at": datetime.now(UTC).isoformat(),
            "expires_at": "2026-11-22T00:00:00Z",
            "results_url": f"{self.state.base_url}/v1/messages/batches/{identifier}/results",
        }

    def _error(self, code: int, kind: str, said: str, headers: dict[str, str] | None = None) -> None:
        body = {"type": "error", "error": {"type": kind, "message": said}}
        self._send(code, json.dumps(body).encode(), "application/json", headers)

    def _json(self, code: int, body: dict[str, Any]) -> None:
        self._send(code, json.dumps(body).encode(), "application/json")

    def _send(self, code: int, body: bytes, kind: str, headers: dict[str, str] | None = None) -> None:
        self.send_response_only(code)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _start_stream(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()

    def _event(self, event: dict[str, Any]) -> None:
        data = f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")

    def _ping(self) -> None:
        self._start_stream()
        while not self.state.closing.wait(0.02):
            self._event({"type": "ping"})

    def _stream(self, step: Step, model: str) -> None:
        self._bill(0 if step.get("cut") == 0 else 1)
        self._start_stream()
        for sent, event in enumerate(events(step, model)):
            if sent == step.get("error_after"):
                self._event({"type": "error", "error": {"type": step["error_kind"], "message": "scripted"}})
                break
            if sent == step.get("cut"):
                if not step["quietly"]:
                    self.close_connection = True
                    return
                break
            self._event(event)
        self.wfile.write(b"0\r\n\r\n")


def message(step: Step, model: str) -> dict[str, Any]:
    """Return a whole message as the service sends it."""
    return {
        "id": "msg_loopback",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": step["content"],
        "stop_reason": step["stop"],
        "stop_sequence": None,
        "usage": step["usage"],
    }


def events(step: Step, model: str) -> Iterator[dict[str, Any]]:
    """Yield the events of a streamed message: text in pieces, citations after their text."""
    usage = step["usage"]
    opening = message(step, model) | {"content": [], "stop_reason": None, "usage": usage | {"output_tokens": 1}}
    yield {"type": "message_start", "message": opening}
    for index, block in enumerate(step["content"]):
        empty = block | ({"text": "", "citations": None} if block["type"] == "text" else {})
        yield {"type": "content_block_start", "index": index, "content_block": empty}
        for piece in _pieces(block.get("text", "")):
            yield _delta(index, {"type": "text_delta", "text": piece})
        for citation in block.get("citations") or ():
            yield _delta(index, {"type": "citations_delta", "citation": citation})
        yield {"type": "content_block_stop", "index": index}
    final = {"output_tokens": usage["output_tokens"]} if "output_tokens" in usage else {}
    yield {
        "type": "message_delta",
        "delta": {"stop_reason": step["stop"], "stop_sequence": None},
        "usage": final,
    }
    yield {"type": "message_stop"}


def _pieces(text: str) -> Sequence[str]:
    return [text[i : i + 24] for i in range(0, len(text), 24)]


def _delta(index: int, delta: dict[str, Any]) -> dict[str, Any]:
    return {"type": "content_block_delta", "index": index, "delta": delta}
