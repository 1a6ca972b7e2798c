"""What happens is told when it happens: on the console and as events, of one article and of many at once."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import jsonschema
import pytest
from fakes.web import Request, Server, reply

from quality.options import Options
from retrieval.attempt import attempts
from wellsourced import schemas
from wellsourced.cli import main
from wellsourced.live_events import Event
from wellsourced.pipeline import Settings, Tools, make_article, research
from wellsourced_core.errors import BackendError
from wellsourced_core.model import Attempt, Source, Topic
from writer.extractive import write

DAY = date(2026, 11, 21)
QUESTION = "ancient glacier moraine dating"
PAGE = "A glacier left this moraine. Its ancient stones are dated by the lichens that grow on the moraine in {}."
WAIT = 30


class Held:
    """A SearXNG on the loopback address that answers its first search at once and holds every other until let go."""

    def __init__(self) -> None:
        self.server, self.go, self.held = Server(), threading.Event(), threading.Event()
        self.server.answer = self.answer
        self.asked: list[str] = []

    def answer(self, request: Request) -> bytes:
        self.asked.append(parse_qs(urlsplit(request.path).query)["q"][0])
        if len(self.asked) > 1:
            self.held.set()
            self.go.wait(WAIT)
        n = len(self.asked)
        results = [{"url": f"https://h{n}.example/", "title": "Moraines", "content": PAGE.format(n)}]
        return reply(json.dumps({"results": results}), mime="application/json")


@pytest.fixture
def held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    monkeypatch.chdir(tmp_path)
    held = Held()
    text = f'[run]\nbackends = ["searxng"]\n[backends.searxng]\nurl = "{held.server.url("/search")}"\n'
    Path("wellsourced.toml").write_text(text, "utf-8")
    yield held
    held.go.set()
    held.server.close()


def start(*words: str) -> subprocess.Popen[str]:
    """Start a command as a user does, with its stderr in a file: nothing of it may wait in a buffer."""
    with Path("err").open("w", encoding="utf-8") as err:
        return subprocess.Popen(
            [sys.executable, "-m", "wellsourced", *words], stdout=subprocess.DEVNULL, stderr=err, env={**os.environ}
        )


def shown() -> list[str]:
    """Return what stands on stderr so far; a line that was broken at 80 columns is one."""
    return Path("err").read_text("utf-8").replace("\n    ", " ").splitlines()


def told(path: str = "events.jsonl") -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(path).read_text("utf-8").splitlines()]


@pytest.mark.parametrize("command", ["write", "search"])
def test_the_first_search_is_told_while_the_second_still_runs(command: str, held: Held) -> None:
    run = start(command, QUESTION, "--mode", "deep", "--as-of", "2026-11-21", "--events", "events.jsonl")
    try:
        assert held.held.wait(WAIT)
        of = 8 if command == "write" else 6
        lines = shown()
        assert lines[0] == f"[1/{of}] Search (original, searxng): {QUESTION} - 1 result"
        assert lines[1].startswith(f"[1/{of}] Score: 1 source, 0 junk; best three: composite ")
        assert lines[2].startswith(f"[1/{of}] Gate so far: insufficient - ")
        assert lines[3].startswith(f"[1/{of}] Retry: ")
        assert len(lines) == 4
        assert [one["event"] for one in told()] == ["search", "score", "gate", "retry"]
        assert run.poll() is None
    finally:
        held.go.set()
        run.wait(WAIT)
    lines = shown()
    steps = [[int(n) for n in m.groups()] for line in lines if (m := re.match(r"\[(\d+)/(\d+)\] ", line))]
    assert steps == sorted(steps)
    assert all(step <= last == of for step, last in steps)
    assert any(line.startswith(f"[{2}/{of}] Search (broader, searxng): ") for line in lines)
    assert any(" Stopped: " in line for line in lines)
    assert any(re.match(rf"\[6/{of}\] Gate: ", line) for line in lines)


def test_in_a_batch_of_several_jobs_every_line_says_which_topic_it_is_of(held: Held) -> None:
    topics = [{"id": "moraines", "topic": QUESTION}, {"id": "ferries", "topic": "winter ferry timetable of Varne"}]
    Path("topics.jsonl").write_text("".join(json.dumps(one) + "\n" for one in topics), "utf-8")
    words = ("--out", "night", "--jobs", "2", "--as-of", "2026-11-21", "--events", "events.jsonl")
    run = start("batch", "topics.jsonl", *words)
    try:
        assert held.held.wait(WAIT)  # one topic waits: what the other one does is out
        run_on = threading.Event()
        for _ in range(200):
            if any(one["event"] == "search" for one in told()):
                break
            run_on.wait(0.05)
        (first,) = {one["topic"] for one in told() if one["event"] == "search"}
        lines = shown()
        assert lines[0].startswith(f"{first}: [1/5] Search (original, searxng): ")
    finally:
        held.go.set()
        run.wait(WAIT)
    lines = shown()
    of_topics = [line for line in lines if not re.match(r"\[\d/2\] |Sources are asked for", line)]
    assert of_topics
    assert all(re.match(r"(moraines|ferries): \[\d/5\] ", line) for line in of_topics)
    for name in ("moraines", "ferries"):
        mine = [one["event"] for one in told() if one.get("topic") == name]
        assert mine[:3] == ["topic-started", "search", "score"]
        assert {"gate", "source", "evidence", "outcome", "topic-finished"} <= set(mine)


def test_events_have_one_shape_and_name_no_time_of_day(
    tmp_path: Path, corpus: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    text = '{"id": "trees", "topic": "The street tree census and empty tree pits"}\n{"id": "moon", "topic": "moon"}\n'
    Path("topics.jsonl").write_text(text, "utf-8")
    more = ("--corpus", str(corpus), "--as-of", "2026-11-21", "--events", "events.jsonl", "--tier", "premium")
    assert main(["batch", "topics.jsonl", "--out", "night", *more]) == 0
    assert main(["write", "Hotel booking strategies", "--mode", "deep", *more]) == 0
    assert main(["search", "Licences for deep-sea mining in the Pacific", "--mode", "deep", *more]) == 3
    validator = jsonschema.Draft202012Validator(schemas.schema("events"), format_checker=jsonschema.FormatChecker())
    found = told()
    faults = [f"{one['event']}: {error.message[:200]}" for one in found for error in validator.iter_errors(one)]
    assert not faults
    known = {branch["properties"]["event"]["const"] for branch in schemas.schema("events")["oneOf"]}
    assert known - {one["event"] for one in found} == {"message-batch"}
    for path in Path("night").rglob("*.json*"):
        assert "seconds" not in path.read_text("utf-8")
    capsys.readouterr()


def test_a_quiet_command_says_nothing_and_still_records(
    tmp_path: Path, corpus: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    more = ("--corpus", str(corpus), "--as-of", "2026-11-21", "--events", "events.jsonl", "--quiet")
    assert main(["search", "Hotel booking strategies", *more]) == 0
    assert capsys.readouterr().err == ""
    assert [one["event"] for one in told()][:3] == ["search", "score", "gate"]


@pytest.mark.parametrize("name", ["{corpus}", "wellsourced.toml", "out/hotels/article.md", "out/requests.jsonl"])
def test_events_are_not_appended_to_what_a_command_reads_or_writes(
    name: str, tmp_path: Path, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("wellsourced.toml").write_text("", "utf-8")
    words = ["write", "hotels", "--corpus", str(corpus), "--out", "out", "--events", name.format(corpus=corpus)]
    before = corpus.read_bytes()
    assert main(words) == 2
    assert not Path("out").exists()
    assert corpus.read_bytes() == before


class Shelf:
    """A backend of its own speed: it answers when its turn is there."""

    def __init__(self, name: str, turn: threading.Event | None = None, error: str = "") -> None:
        self.name, self.turn, self.error = name, turn, error

    def search(self, _query: str, limit: int) -> Sequence[Source]:
        if self.turn is not None:
            self.turn.wait(WAIT)
        if self.error:
            raise BackendError(self.name, self.error, "wait")
        return (Source(self.name, f"https://{self.name}.example/", "Moraine", PAGE.format(self.name)),)[:limit]


def test_a_slow_search_does_not_hold_back_what_a_fast_one_found() -> None:
    turn, heard = threading.Event(), list[str]()

    def hear(one: Attempt) -> None:
        heard.append(one.provider)
        turn.set()

    made = attempts((("original", "x"),), (Shelf("slow", turn), Shelf("fast")), 5, told=hear)
    assert heard == ["fast", "slow"]
    assert [one.provider for one in made] == ["slow", "fast"]


def test_searches_that_are_equally_fast_are_told_in_their_order() -> None:
    heard: list[str] = []
    both = Shelf("b"), Shelf("a")
    for _ in range(20):
        attempts((("broader", "x"), ("reframed", "y")), both, 5, told=lambda one: heard.append(one.provider))
    assert heard == ["b", "a", "b", "a"] * 20


def test_a_failed_search_and_a_failed_rewording_are_events_too() -> None:
    seen: list[Event] = []
    notes: list[str] = []

    def failing(question: str, ranked: Sequence[Source]) -> tuple[str, str]:
        raise BackendError("model", "gave no queries", "nothing")

    backends = (Shelf("down", error="is down"), Shelf("up"))
    tools = Tools(backends, write, reformulate=failing, tell=notes.append, watch=seen.append)
    research(QUESTION, "standard", tools, Settings(DAY, quality=replace(Options(), retry_composite=1.0)))
    assert [dict(one.details)["error"] for one in seen if one.name == "search"][:2] == ["is down", None]
    assert [dict(one.details)["says"] for one in seen if one.name == "note"] == notes
    assert notes == ["Reformulation failed (gave no queries); the built-in one is used"]


def test_the_events_of_an_article_are_the_same_in_every_run(corpus: Path) -> None:
    from retrieval.backends import build

    def once() -> list[Event]:
        seen: list[Event] = []
        tools = Tools((build("corpus", {"path": str(corpus)}),), write, watch=seen.append)
        make_article(Topic("", "Licences for deep-sea mining in the Pacific", mode="deep"), tools, Settings(DAY))
        return seen

    first = once()
    assert first == once()
    assert [one.step for one in first] == sorted(one.step for one in first)
    assert first[-1].name == "outcome"
