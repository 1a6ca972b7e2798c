"""A judge in a batch: every grade is paid for once, whatever happens to the run."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from fakes.claude import KEY, FakeClaude, Step, answer, answering, fake_claude
from fakes.fabricator import fabricated

from wellsourced.cli import main
from wellsourced.night.journal import JOURNAL

TOPICS = (
    '{"id": "bicycle-lanes", "topic": "Protected bicycle lanes and street safety"}',
    '{"id": "seabed", "topic": "Licences for deep-sea mining in the Pacific", "profile": "strict"}',
)


def service(body: dict[str, Any]) -> Step:
    """Write articles, reword nothing, and grade what speaks of the street or the sea 4."""
    if body.get("stream"):
        return answering(fabricated)
    asked = body["messages"][0]["content"][0]["text"]
    if "Titles of weak results" in asked:
        return answer("no JSON")
    return answer(json.dumps({"score": 4 if "bicycle" in asked else 1, "why": "by the word"}))


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeClaude]:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    with fake_claude(answer()) as started:
        started.on_message = service
        yield started


@pytest.fixture
def place(tmp_path: Path, fake: FakeClaude) -> Path:
    (tmp_path / "topics.jsonl").write_text("\n".join(TOPICS) + "\n", "utf-8")
    text = f'[run]\npatience_seconds = 0\n[llm]\nbase_url = "{fake.base_url}"\nretries = 0\n'
    (tmp_path / "wellsourced.toml").write_text(text, "utf-8")
    return tmp_path


def night(place: Path, corpus: Path, *more: str) -> int:
    words = ("batch", place / "topics.jsonl", "--corpus", corpus, "--out", place / "night", "--as-of", "2026-11-21")
    return main([*map(str, words), "--judge", "claude", "--config", str(place / "wellsourced.toml"), "--quiet", *more])


def grades(fake: FakeClaude) -> int:
    return sum("Question: " in str(body["messages"]) and "Title: " in str(body["messages"]) for body in fake.bodies())


def ledger(place: Path) -> tuple[float, ...]:
    with closing(sqlite3.connect(place / "night" / JOURNAL)) as database:
        return tuple(database.execute("SELECT TOTAL(calls), TOTAL(usd) FROM calls").fetchone())


@pytest.mark.parametrize("writer", ["claude", "extractive"])
def test_grades_are_in_the_ledger(place: Path, corpus: Path, fake: FakeClaude, writer: str) -> None:
    assert night(place, corpus, "--writer", writer) == 0
    asked = grades(fake)
    assert asked > 5
    assert ledger(place)[0] == fake.billed
    assert ledger(place)[1] > 0
    record = json.loads((place / "night" / "bicycle-lanes" / "provenance.json").read_text("utf-8"))
    assert record["judge"]
    assert any("judged: by the word" in one["why"] for one in record["judged"]["sources"])
    (place / "night" / "bicycle-lanes" / "audit.json").unlink()
    assert night(place, corpus, "--writer", writer) == 0


def test_h01_a_run_that_goes_on_pays_no_grade_twice(
    place: Path, corpus: Path, fake: FakeClaude, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(body: dict[str, Any]) -> Step:
        return answer("half an", stop="max_tokens") if body.get("stream") else service(body)

    fake.on_message = broken
    assert night(place, corpus, "--writer", "claude") == 3
    asked = grades(fake)
    assert asked > 5
    fake.on_message = service
    assert night(place, corpus, "--writer", "claude") == 0
    assert grades(fake) == asked
    assert ledger(place)[0] == fake.billed


def test_g13_a_budget_stops_before_a_grade_that_might_pass_it(place: Path, corpus: Path, fake: FakeClaude) -> None:
    assert night(place, corpus, "--writer", "extractive", "--max-cost-usd", "0.00001") == 3
    assert fake.billed == 0
    found = json.loads((place / "night" / "summary.json").read_text("utf-8"))
    assert {one["outcome"] for one in found["results"]} == {"left"}


def test_g14_a_judge_without_a_price_and_a_budget_is_refused(place: Path, corpus: Path, fake: FakeClaude) -> None:
    with (place / "wellsourced.toml").open("a", encoding="utf-8") as stream:
        stream.write('judge_model = "model-of-tomorrow"\n')
    assert night(place, corpus, "--writer", "extractive", "--max-cost-usd", "1") == 2
    assert fake.calls == []


def test_a_strict_refusal_asks_for_sources_in_a_file(place: Path, corpus: Path, fake: FakeClaude) -> None:
    assert night(place, corpus, "--writer", "claude") == 0
    lines = (place / "night" / "requests.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(one)["id"] for one in lines] == ["seabed"]
    assert json.loads(lines[0])["missing"]


def test_references_and_files_beside_them_come_out_alike_when_made_again(
    place: Path, corpus: Path, fake: FakeClaude
) -> None:
    more = ("--writer", "claude", "--references", "footnotes", "--export", "csl-json,bibtex")
    assert night(place, corpus, *more) == 0
    folder = place / "night" / "bicycle-lanes"
    names = ["article.md", "audit.json", "provenance.json", "references.bib", "references.csl.json", "sources.jsonl"]
    assert sorted(path.name for path in folder.iterdir()) == names
    before = {name: (folder / name).read_bytes() for name in names}
    assert b"[^1]: " in before["article.md"]
    billed = fake.billed
    for name in ("references.bib", "article.md"):
        (folder / name).unlink()
        assert night(place, corpus, *more) == 0
        assert {one: (folder / one).read_bytes() for one in names} == before
    assert fake.billed - billed <= 0


def test_an_export_of_no_kind_is_refused_at_once(place: Path, corpus: Path, fake: FakeClaude) -> None:
    assert night(place, corpus, "--export", "endnote") == 2
    assert not (place / "night").exists()
