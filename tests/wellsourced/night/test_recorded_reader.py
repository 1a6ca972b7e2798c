"""A reader in a batch: within the night's budget and ledger, in message batches too, and nothing paid for twice."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from fakes.claude import KEY, FakeClaude, Step, answer, answering, fake_claude, message, text_block
from fakes.readers import answering as answers_of
from fakes.readers import fake_openai, questions_of

from wellsourced.cli import main
from wellsourced.night.journal import JOURNAL

TOPIC = '{"id": "bicycle-lanes", "topic": "Protected bicycle lanes and street safety"}\n'


def first_words(_identity: str, _question: dict[str, str]) -> tuple[str, str]:
    return "unsure", "nothing that can be told"


def prompt_of(body: dict[str, Any]) -> str:
    return str(body["messages"][0]["content"][0].get("text", ""))


def reads(body: dict[str, Any]) -> bool:
    return "<question>" in prompt_of(body)


def loosely(body: dict[str, Any]) -> list[dict[str, Any]]:
    """Write an article of which one sentence says less than half of what its source says, in other words."""
    sentences = [
        (index, at, sentence["text"])
        for index, part in enumerate(p for p in body["messages"][0]["content"] if p["type"] == "search_result")
        for at, sentence in enumerate(part["content"])
    ]
    told = [text_block(f"{text} ", (index, at, at + 1)) for index, at, text in sentences[:8]]
    index, at, text = max(sentences, key=lambda one: len(one[2].split()))
    half = " ".join(text.split()[: len(text.split()) // 2])
    return [
        *told,
        text_block(f"{half} somewhere abroad, as several neighbours later told their friends. ", (index, at, at + 1)),
    ]


def service(body: dict[str, Any]) -> Step:
    """Write articles, reword nothing, and answer every question of a sheet."""
    if body.get("stream"):
        return answering(loosely)
    return answer(answers_of(first_words, prompt_of(body)) if reads(body) else "no JSON")


def batched(requests: list[dict[str, Any]]) -> list[dict[str, Any]]:
    lines = []
    for one in requests:
        params = one["params"]
        step = service(params) if reads(params) else answer(*loosely(params))
        result = {"type": "succeeded", "message": message(step, params["model"])}
        lines.append({"custom_id": one["custom_id"], "result": result})
    return lines


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeClaude]:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    with fake_claude(answer()) as started:
        started.on_message = service
        started.on_batch = batched
        yield started


@pytest.fixture
def place(tmp_path: Path, fake: FakeClaude) -> Path:
    (tmp_path / "topics.jsonl").write_text(TOPIC, "utf-8")
    text = f'[run]\npatience_seconds = 0\n[llm]\nbase_url = "{fake.base_url}"\nretries = 0\n'
    (tmp_path / "wellsourced.toml").write_text(text, "utf-8")
    return tmp_path


def night(place: Path, corpus: Path, *more: str) -> int:
    words = ("batch", place / "topics.jsonl", "--corpus", corpus, "--out", place / "night", "--as-of", "2026-11-21")
    return main([*map(str, words), "--config", str(place / "wellsourced.toml"), "--quiet", *more])


def sheets(fake: FakeClaude) -> int:
    return sum(map(reads, fake.bodies()))


def ledger(place: Path) -> tuple[float, ...]:
    with closing(sqlite3.connect(place / "night" / JOURNAL)) as database:
        return tuple(database.execute("SELECT TOTAL(calls), TOTAL(usd) FROM calls").fetchone())


def folder(place: Path) -> Path:
    return place / "night" / "bicycle-lanes"


def contents(place: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder(place).iterdir())}


def test_what_is_read_is_in_the_ledger_the_record_and_a_file_beside_the_article(
    place: Path, corpus: Path, fake: FakeClaude
) -> None:
    assert night(place, corpus, "--writer", "claude", "--reader", "claude") == 0
    assert sheets(fake) > 0
    calls, usd = ledger(place)
    assert calls == fake.billed
    assert usd > 0
    record = json.loads((folder(place) / "provenance.json").read_text("utf-8"))
    assert record["reader"] == "claude-haiku-5-5"
    kept = json.loads((folder(place) / "opinions.json").read_text("utf-8"))["opinions"]
    asked = sum(len(questions_of(prompt_of(body))) for body in fake.bodies() if reads(body))
    assert len(kept) == asked + 1
    audit = json.loads((folder(place) / "audit.json").read_text("utf-8"))["files"][0]
    told = [ref for marker in audit["markers"] for ref in marker["refs"] if "opinion" in ref]
    assert told or any("opinion" in one for one in audit["findings"])


def test_an_article_that_is_made_again_pays_nobody_and_comes_out_alike(
    place: Path, corpus: Path, fake: FakeClaude
) -> None:
    assert night(place, corpus, "--writer", "claude", "--reader", "claude") == 0
    before, billed = contents(place), fake.billed
    (folder(place) / "audit.json").unlink()
    assert night(place, corpus, "--writer", "claude", "--reader", "claude") == 0
    assert contents(place) == before
    assert fake.billed == billed


def test_message_batches_carry_the_writers_calls_and_then_the_readers(
    place: Path, corpus: Path, fake: FakeClaude
) -> None:
    assert night(place, corpus, "--writer", "claude", "--reader", "claude", "--message-batches") == 0
    assert sheets(fake) == 0
    batches = [body["requests"] for _, path, _, body in fake.calls if path.endswith("/batches") and "requests" in body]
    assert [{reads(one["params"]) for one in batch} for batch in batches] == [{False}, {True}]
    with_batches = contents(place)
    assert json.loads(with_batches["provenance.json"])["reader"]
    assert len(json.loads(with_batches["opinions.json"])["opinions"]) > 1
    half = json.loads(with_batches["provenance.json"])["writer"]["usd"]
    (place / "night").rename(place / "batched")
    assert night(place, corpus, "--writer", "claude", "--reader", "claude") == 0
    alone = contents(place)
    for name in ("article.md", "audit.json", "opinions.json"):
        assert alone[name] == with_batches[name]
    assert json.loads(alone["provenance.json"])["writer"]["usd"] == pytest.approx(2 * half, rel=0.2)


def test_any_other_reader_is_asked_directly_even_in_a_night_of_batches(
    place: Path, corpus: Path, fake: FakeClaude
) -> None:
    with fake_openai(first_words) as other:
        with (place / "wellsourced.toml").open("a", encoding="utf-8") as stream:
            stream.write(f'[readers.openai]\nurl = "{other.url}"\nmodel = "small"\n')
        assert night(place, corpus, "--writer", "claude", "--reader", "openai", "--message-batches") == 0
        assert other.bodies
    assert json.loads((folder(place) / "provenance.json").read_text("utf-8"))["reader"] == "small"


def test_a_budget_stops_before_a_sheet_that_might_pass_it(place: Path, corpus: Path, fake: FakeClaude) -> None:
    with (place / "wellsourced.toml").open("a", encoding="utf-8") as stream:
        price = "input = 1e4\noutput = 1e4\ncache_read = 1.0\ncache_write = 1.0\n"
        stream.write(f'reader_model = "dear"\n[[llm.price]]\nmodel = "dear"\n{price}[audit]\nopinions_usd = 1000.0\n')
    assert night(place, corpus, "--writer", "claude", "--reader", "claude", "--max-cost-usd", "1") == 3
    assert (sheets(fake), fake.billed) == (0, 1)
    found = json.loads((place / "night" / "summary.json").read_text("utf-8"))
    assert {one["outcome"] for one in found["results"]} == {"left"}


def test_a_reader_that_is_down_costs_no_article(place: Path, corpus: Path, fake: FakeClaude) -> None:
    with (place / "wellsourced.toml").open("a", encoding="utf-8") as stream:
        stream.write('[readers.openai]\nurl = "http://127.0.0.1:9/v1"\nmodel = "small"\nseconds = 1.0\n')
    assert night(place, corpus, "--writer", "claude") == 0
    before = contents(place)
    (place / "night").rename(place / "before")
    assert night(place, corpus, "--writer", "claude", "--reader", "openai") == 0
    after = contents(place)
    assert after["article.md"] == before["article.md"]
    assert after["audit.json"] == before["audit.json"]
    assert "opinions.json" not in after


def test_a_cluster_cannot_have_articles_read(place: Path, corpus: Path, fake: FakeClaude) -> None:
    assert night(place, corpus, "--writer", "extractive", "--reader", "claude", "--engine", "ray") == 2
    assert fake.calls == []
