"""What every reader promises, each against its own service on the loopback address."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fakes.claude import KEY, answer, fake_claude, status
from fakes.opinions import QUOTE, WEAK, audited, opened
from fakes.readers import always, answering, as_claude, completion, fake_openai
from fakes.web import reply

from wellsourced.choices import readers
from wellsourced.config import Config, load
from wellsourced.openai_api import is_local
from wellsourced.opinions.questions import doubts
from wellsourced.opinions.reader import Reader
from wellsourced.opinions.sheets import SYSTEM, Sheet, read, sheets
from wellsourced.readers import build
from wellsourced_core.errors import BackendError, ConfigError, InputError

YES = always("supported", QUOTE)
READERS = ("claude", "openai")
SECONDS = 0.5
Kind = str


def sheet() -> Sheet:
    case = opened(WEAK)
    (one,) = sheets([doubt.question for doubt in doubts(case, audited(case))])
    return one


def config(folder: Path, url: str) -> Config:
    text = f'[llm]\nbase_url = "{url}"\nretries = 0\nreader_seconds = {SECONDS}\n'
    text += f'[readers.openai]\nurl = "{url}/v1"\nmodel = "small"\nseconds = {SECONDS}\n'
    (folder / "wellsourced.toml").write_text(text, "utf-8")
    return load(None, folder)


@contextmanager
def served(name: str, kind: Kind, folder: Path) -> Iterator[tuple[Reader, Callable[[], list[dict[str, Any]]]]]:
    """Give a reader whose service behaves in a way, and what it was sent."""
    over = threading.Event()
    says = {
        "answers": lambda prompt: answering(YES, prompt),
        "cut off": lambda prompt: answering(YES, prompt)[:20],
        "empty": lambda _: "",
    }
    if name == "claude":
        with fake_claude() as claude:
            if kind in says:
                stop = "max_tokens" if kind == "cut off" else "end_turn"
                claude.on_message = lambda body: answer(
                    says[kind](body["messages"][0]["content"][0]["text"]), stop=stop
                )
            else:
                steps = {
                    "refuses": status(401, "authentication_error"),
                    "fails": status(500),
                    "hangs": {"do": "hang"},
                    "misshapen": answer() | {"content": 5},
                }
                claude.script = [answer() | steps[kind]]
            yield build(name, config(folder, claude.base_url)), claude.bodies
        return

    def raw(body: dict[str, Any]) -> bytes:
        if kind == "hangs":
            over.wait(20)
        if kind in says:
            return completion(says[kind](body["messages"][1]["content"]), "length" if kind == "cut off" else "stop")
        return reply("{}", {"refuses": "401 No", "fails": "500 Oh"}.get(kind, "200 OK"), "application/json")

    with fake_openai(raw=raw) as openai:
        try:
            yield build(name, config(folder, openai.server.url("").rstrip("/"))), lambda: openai.bodies
        finally:
            over.set()


@pytest.fixture(autouse=True)
def a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    monkeypatch.setenv("READER_API_KEY", "a-key-of-its-own")


def test_every_reader_is_tried_here() -> None:
    assert readers() == READERS


@pytest.mark.parametrize("name", READERS)
def test_it_sends_the_sheet_and_returns_the_whole_answer_and_what_it_took(name: str, tmp_path: Path) -> None:
    one = sheet()
    with served(name, "answers", tmp_path) as (reader, sent):
        told = reader.ask(one)
        (body,) = sent()
    assert [opinion.verdict for opinion in read(told.text, one, reader.model).values()] == ["supported"]
    assert (told.usage.model, told.usage.calls) == (reader.model, 1)
    assert json.dumps(SYSTEM)[1:-1] in json.dumps(body)
    assert json.dumps(one.prompt)[1:-1] in json.dumps(body)
    assert body["model"] == reader.model
    assert one.max_tokens in (body.get("max_tokens"), body.get("max_completion_tokens"))


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("kind", ["cut off", "empty"])
def test_no_whole_answer_says_nothing_and_is_paid_for(name: str, kind: Kind, tmp_path: Path) -> None:
    one = sheet()
    with served(name, kind, tmp_path) as (reader, _):
        told = reader.ask(one)
    assert read(told.text, one, reader.model) == {}
    assert told.usage.calls == 1
    assert told.usage.input_tokens > 0


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("kind", ["fails", "hangs", "misshapen"])
def test_a_service_that_fails_is_a_backend_error(name: str, kind: Kind, tmp_path: Path) -> None:
    with served(name, kind, tmp_path) as (reader, _), pytest.raises(BackendError):
        reader.ask(sheet())


@pytest.mark.parametrize("name", READERS)
def test_a_refused_key_is_for_the_user_and_is_not_shown(name: str, tmp_path: Path) -> None:
    with served(name, "refuses", tmp_path) as (reader, _), pytest.raises((InputError, ConfigError)) as caught:
        reader.ask(sheet())
    assert KEY not in str(caught.value)
    assert "a-key-of-its-own" not in str(caught.value)
    assert "a-key-of-its-own" not in repr(reader)
    assert KEY not in repr(reader)


@pytest.mark.parametrize("name", READERS)
def test_what_it_may_take_bounds_what_it_takes_and_needs_no_key(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = sheet()
    with served(name, "answers", tmp_path) as (reader, _):
        took = reader.ask(one).usage
    for variable in ("ANTHROPIC_API_KEY", "READER_API_KEY"):
        monkeypatch.delenv(variable)
    most = build(name, load(None, tmp_path), asking=False).most(one)
    assert most.priced
    assert most.output_tokens == one.max_tokens
    assert took.output_tokens <= most.output_tokens
    assert took.usd <= most.usd


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("localhost", True), ("127.0.0.1", True), ("::1", True), ("10.1.2.3", True), ("192.168.0.9", True),
        ("ollama", True), ("gpu.internal", True), ("box.local", True),
        ("api.openai.com", False), ("8.8.8.8", False), ("localhost.example", False), ("127.0.0.1.example", False),
    ],
)  # fmt: skip
def test_what_is_local(host: str, local: bool) -> None:
    assert is_local(host) is local


def test_a_local_model_costs_nothing_and_another_needs_a_price(tmp_path: Path) -> None:
    reader = build("openai", config(tmp_path, "http://localhost:11434"), asking=False)
    assert reader.most(sheet()).usd == 0
    with pytest.raises(ConfigError, match="has no price"):
        build("openai", config(tmp_path, "https://gateway.example"), asking=False)


def test_claude_without_a_model_of_its_own_reads_with_the_judges(tmp_path: Path) -> None:
    config(tmp_path, "https://api.anthropic.com")
    assert build("claude", load(None, tmp_path)).model == "claude-haiku-5-5"
    (tmp_path / "wellsourced.toml").write_text('[llm]\nreader_model = "claude-sonnet-5-5"\n', "utf-8")
    assert build("claude", load(None, tmp_path)).model == "claude-sonnet-5-5"


@pytest.mark.parametrize(
    "text", ["[readers.claude]\nmodel = 'x'\n", "[readers.oracle]\nmodel = 'x'\n", "readers = 5\n"]
)
def test_options_of_no_reader_are_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "wellsourced.toml").write_text(text, "utf-8")
    with pytest.raises(ConfigError, match="readers"):
        build("claude", load(None, tmp_path))


def test_an_unknown_reader_is_refused() -> None:
    with pytest.raises(ConfigError, match="choose from none, claude, openai"):
        build("oracle", Config())


def test_the_sheet_goes_to_claude_with_the_structure_of_its_answer() -> None:
    with fake_claude() as fake:
        fake.on_message = as_claude(YES)
        from wellsourced.llm import reader_call
        from wellsourced.messages_api import LlmOptions

        reader_call(LlmOptions(base_url=fake.base_url, retries=0, reader_model="m"), KEY)(sheet())
        (body,) = fake.bodies()
    answers = body["output_config"]["format"]["schema"]["properties"]["answers"]["items"]
    assert set(answers["required"]) == {"id", "verdict", "quotation"}
