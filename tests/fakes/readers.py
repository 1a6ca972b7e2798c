"""Stand-ins for models that read: what they answer to a sheet, and an OpenAI-like service on the loopback address."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from fakes.claude import Step
from fakes.claude import answer as claude_answer
from fakes.web import Request, Server, reply

# Of a question (its id, its lines): (verdict, quotation).
Says = Callable[[str, dict[str, str]], tuple[str, str]]
_QUESTION = re.compile(r"<question>\n(.*?)</question>", re.DOTALL)


def questions_of(prompt: str) -> list[dict[str, str]]:
    """Return the questions of a sheet as it was sent, each with its lines by name."""
    rows = [block.strip().split("\n") for block in _QUESTION.findall(prompt)]
    return [{name.strip(): value.strip() for name, _, value in (line.partition(":") for line in row)} for row in rows]


def always(verdict: str, quotation: str) -> Says:
    return lambda _identity, _question: (verdict, quotation)


def answering(says: Says, prompt: str) -> str:
    """Return the structured answer to every question of a sheet."""
    told = []
    for question in questions_of(prompt):
        verdict, quotation = says(question["Id"], question)
        told.append({"id": question["Id"], "verdict": verdict, "quotation": quotation})
    return json.dumps({"answers": told})


def as_claude(says: Says) -> Callable[[dict[str, Any]], Step]:
    """Return what `fake_claude(...).on_message` makes of a sheet."""
    return lambda body: claude_answer(answering(says, body["messages"][0]["content"][0]["text"]))


@dataclass
class FakeOpenAi:
    """What was asked of the service, and where it is."""

    server: Server
    bodies: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    @property
    def url(self) -> str:
        return self.server.url("/v1")


@contextmanager
def fake_openai(
    says: Says | None = None, *, raw: Callable[[dict[str, Any]], bytes] | None = None
) -> Iterator[FakeOpenAi]:
    """Serve chat completions until the block ends; ``raw`` writes the whole HTTP answer instead."""
    fake = FakeOpenAi(Server())

    def serve(request: Request) -> bytes:
        if request.path != "/v1/chat/completions":
            return reply("{}", "404 Not Found", "application/json")
        body = json.loads(request.body)
        fake.bodies.append(body)
        fake.headers.append(request.headers)
        if raw is not None:
            return raw(body)
        return completion(answering(says or always("unsure", ""), body["messages"][1]["content"]))

    fake.server.answer = serve
    try:
        yield fake
    finally:
        fake.server.close()


def completion(text: str, finish: str = "stop", **usage: int) -> bytes:
    """Return a chat completion as the services send it."""
    counts = usage or {"prompt_tokens": 700, "completion_tokens": 60}
    message = {"role": "assistant", "content": text}
    body = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
    }
    return reply(json.dumps({**body, "usage": counts}), mime="application/json")
