"""Any OpenAI-compatible address as the writer: a real server on loopback answers."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from wellsourced.config import WriterConfig, check_writer
from wellsourced.messages_api import LlmOptions
from wellsourced.openai_api import is_local
from wellsourced.openai_writer import priced, writer_call, writer_endpoint
from wellsourced_core.errors import ConfigError, InputError, WriterError
from wellsourced_core.model import Assignment
from writer.grounded import Request, UnusableReplyError, read
from writer.prompt import Text

ASKED = Request("Be brief.", (Text("Write on bats."),), 400)


def chat(text: str, reason: str = "stop") -> dict[str, Any]:
    usage = {"prompt_tokens": 12, "completion_tokens": 5}
    return {"choices": [{"message": {"content": text}, "finish_reason": reason}], "usage": usage}


@contextmanager
def service(answer: object, status: int = 200) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    seen: list[dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            seen.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            body = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1", seen
        server.shutdown()


def call(url: str) -> Callable[[Request], Any]:
    to = writer_endpoint(WriterConfig(openai_url=url, openai_model="bat-8b", openai_seconds=5))
    return writer_call(priced(LlmOptions(), to), to)


def test_one_call_without_a_key_writes_at_a_local_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WRITER_API_KEY", raising=False)
    with service(chat("<think>lamps?</think># Bats\n\nBats avoid lamps [1].")) as (url, seen):
        reply = call(url)(ASKED)
    assert reply.blocks[0].text == "# Bats\n\nBats avoid lamps [1]."
    assert reply.stop_reason == "end_turn"
    assert (reply.usage.input_tokens, reply.usage.output_tokens, reply.usage.usd) == (12, 5, 0.0)
    assert [message["role"] for message in seen[0]["messages"]] == ["system", "user"]
    assert seen[0]["max_tokens"] == 400
    assert len(seen) == 1


def test_j281_an_answer_that_was_cut_off_is_no_draft() -> None:
    with service(chat("# Bats", "length")) as (url, _), pytest.raises(UnusableReplyError, match="cut off"):
        read(Assignment("Do bats avoid lamps?", 100, ()), call(url)(ASKED), plain=True)


@pytest.mark.parametrize("answer", [{}, {"choices": []}, {"choices": [{"message": {"content": None}}]}, []])
def test_j281_an_answer_of_another_shape_is_a_writer_error(answer: object) -> None:
    with service(answer) as (url, _), pytest.raises(WriterError) as caught:
        call(url)(ASKED)
    assert caught.value.exit_code == 4


def test_j280_a_foreign_address_needs_a_key_and_a_model_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WRITER_API_KEY", raising=False)
    with pytest.raises(InputError, match="WRITER_API_KEY"):
        writer_endpoint(WriterConfig(openai_url="https://models.example/v1", openai_model="bat-8b"))
    with pytest.raises(ConfigError, match="openai_model"):
        writer_endpoint(WriterConfig())
    with pytest.raises(ConfigError, match="openai_url"):
        writer_endpoint(WriterConfig(openai_url="ftp://models.example", openai_model="bat-8b"))


@pytest.mark.parametrize(
    ("host", "local"), [("localhost", True), ("127.0.0.1", True), ("10.2.3.4", True), ("api.openai.com", False)]
)
def test_which_hosts_are_local(host: str, local: bool) -> None:
    assert is_local(host) is local


@pytest.mark.parametrize(
    ("style", "named"),
    [
        (WriterConfig(words=7), "writer.words"),
        (WriterConfig(headings="loud"), "writer.headings"),
        (WriterConfig(citations="none"), "writer.citations"),
        (WriterConfig(tone="sober\nand long"), "writer.tone"),
        (WriterConfig(openai_seconds=0), "writer.openai_seconds"),
    ],
)
def test_j282_a_house_style_that_cannot_be_asked_for_is_refused(style: WriterConfig, named: str) -> None:
    with pytest.raises(ConfigError, match=named):
        check_writer(style)
