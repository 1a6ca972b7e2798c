"""`score` as a user runs it: every axis with its reason in 80 columns, and the numbers that make up a composite."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from wellsourced.cli import main

Run = Callable[..., tuple[int, str, str]]
QUESTION = "noise complaints in the city"
SOURCES = [
    {
        "id": "office",
        "url": "https://www.varne.gov/noise",
        "title": "Noise complaints in 2025",
        "text": "The city counted 4,318 noise complaints in 2025. Most noise came from bars near the harbor at night.",
        "published": "2026-01-10",
    },
    {
        "id": "copy",
        "url": "https://copies.example/noise",
        "title": "Noise complaints in 2025",
        "text": "The city counted 4,318 noise complaints in 2025. Most noise came from bars near the harbor at night.",
    },
    {
        "id": "wall",
        "url": "https://walls.example/",
        "title": "Just a moment...",
        "text": "Checking your browser. Verify you are human.",
    },
    {
        "id": "far",
        "url": "https://bananas.example/",
        "title": "Bananas",
        "text": "Bananas are shipped green and ripen in the harbor. A ship carries a million of them.",
        "published": "2031-01-01",
    },
]


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    Path("sources.jsonl").write_text("".join(json.dumps(one) + "\n" for one in SOURCES), "utf-8")

    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(["score", *arguments, "--as-of", "2026-11-21"])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


def test_what_a_person_reads(run: Run, snapshot: SnapshotAssertion) -> None:
    code, out, err = run(QUESTION, "--sources", "sources.jsonl")
    assert (code, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 80
    assert out == snapshot


def test_json_reproduces_every_composite_and_decision(run: Run) -> None:
    _, out, _ = run(QUESTION, "--sources", "sources.jsonl", "--format", "json")
    record = json.loads(out)
    for one in record["sources"]:
        assert one["composite"] == pytest.approx(sum(axis["value"] * axis["weight"] for axis in one["axes"]))
        assert all(axis["why"] for axis in one["axes"])
    numbers = record["decision"]["numbers"]
    assert record["decision"]["rule"] == f"gate-{record['outcome']}"
    assert numbers["kept"] == sum(one["kept"] for one in record["sources"]) == 1
    assert numbers["found"] == len({one["origin"] for one in record["sources"]}) == 3


def test_order_changes_nothing_but_the_order_of_a_batch(run: Run) -> None:
    plain = run(QUESTION, "--sources", "sources.jsonl")
    Path("sources.jsonl").write_text("".join(json.dumps(one) + "\n" for one in reversed(SOURCES)), "utf-8")
    assert run(QUESTION, "--sources", "sources.jsonl") == plain


def test_a_batch_has_a_line_for_each_line_and_ends_with_0(run: Run) -> None:
    rows = [
        {"id": 1, "query": QUESTION, "sources": SOURCES},
        {"id": "none", "query": "penguins", "sources": []},
    ]
    Path("batch.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    code, out, _ = run("--batch", "batch.jsonl")
    first, second = map(json.loads, out.splitlines())
    assert code == 0
    assert [one["id"] for one in first["sources"]] == [one["id"] for one in SOURCES]
    assert [one["junk"] for one in first["sources"]] == [None, None, "S502", None]
    assert (second["id"], second["sources"], second["retry"], second["outcome"]) == ("none", [], True, "insufficient")


def test_a_bad_line_of_a_batch_is_named_and_the_others_are_scored(run: Run) -> None:
    good = json.dumps({"id": 1, "query": QUESTION, "sources": SOURCES})
    Path("batch.jsonl").write_text(f'{good}\n{{"id": 2}}\n{good[:-9]}\n{good}\n', "utf-8")
    code, out, err = run("--batch", "batch.jsonl")
    assert code == 2
    assert [json.loads(line)["id"] for line in out.splitlines()] == [1, 1]
    assert [line.split(": ")[1] for line in err.splitlines()] == ["batch.jsonl:2", "batch.jsonl:3"]
    Path("batch.jsonl").write_text(f"[\n{good}\n]\n", "utf-8")  # a file of another kind
    code, out, err = run("--batch", "batch.jsonl")
    assert (code, out) == (2, "")
    assert err.startswith("error: batch.jsonl:1: ")


@pytest.mark.parametrize(
    "arguments",
    [(), (QUESTION,), (QUESTION, "--sources", "absent.jsonl"), ("?!", "--sources", "sources.jsonl")],
    ids=["nothing", "no sources", "no such file", "no word"],
)
def test_wrong_input_is_2(arguments: tuple[str, ...], run: Run) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("error: ")
