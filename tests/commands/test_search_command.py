"""`search` as a user runs it: every search, source and decision in 80 columns, and the same as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from fakes.claude import KEY, answer, fake_claude
from syrupy.assertion import SnapshotAssertion

from wellsourced.cli import main

Run = Callable[..., tuple[int, str, str]]
COFFEE = "Record coffee prices and drought in Brazil"
TREES = "The street tree census and empty tree pits"
NEW_YORK = "New York noise ordinance"


@pytest.fixture
def run(corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(["search", *arguments, "--corpus", str(corpus), "--as-of", "2026-11-21"])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


@pytest.mark.parametrize(
    ("question", "options", "code"),
    [
        (COFFEE, (), 0),
        (NEW_YORK, (), 3),
        (TREES, ("--profile", "strict"), 3),
        ("Licences for deep-sea mining in the Pacific", ("--mode", "deep"), 3),
    ],
    ids=["copies", "refused", "strict", "deep"],
)
def test_what_a_person_reads(
    question: str, options: tuple[str, ...], code: int, run: Run, snapshot: SnapshotAssertion
) -> None:
    found, out, err = run(question, *options)
    assert found == code
    assert all(line.startswith(("[", "    ")) for line in err.splitlines())  # what happens, as it happens
    assert run(question, *options, "--quiet") == (code, out, "")
    assert max(map(len, out.splitlines())) <= 80
    assert out.splitlines()[-2].startswith("Outcome: ") or out.splitlines()[-1].startswith("Outcome: ")
    assert out == snapshot


def test_json_says_the_same_and_more(run: Run) -> None:
    code, out, _ = run(TREES, "--profile", "strict", "--format", "json")
    record = json.loads(out)
    assert code == 3
    assert (record["outcome"], record["status"]) == ("short", "research_insufficient")
    assert [one["rule"] for one in record["reasons"]] == ["recency-low", "conflict"]
    (clash,) = record["conflicts"]
    assert (clash["first"]["value"], clash["second"]["value"]) == ("48,212", "51,940")
    assert "48,212" in clash["first"]["span"]["text"]
    kept = [one for one in record["sources"] if one["kept"]]
    assert len(kept) == record["decision"]["numbers"]["kept"] == 2
    for one in record["sources"]:
        weighed = sum(axis["value"] * axis["weight"] for axis in one["axes"])
        assert one["composite"] == pytest.approx(weighed)
        assert one["why"]


def test_the_judge_needs_a_key(run: Run) -> None:
    code, out, err = run(COFFEE, "--judge", "claude")
    assert (code, out) == (2, "")
    assert "ANTHROPIC_API_KEY" in err


def test_the_judge_grades_in_the_place_of_relevance(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    with fake_claude(answer('{"score": 1, "why": "an advertisement"}')) as fake:
        (tmp_path / "wellsourced.toml").write_text(
            f'[run]\njudge = "claude"\n[llm]\nbase_url = "{fake.base_url}"\n', "utf-8"
        )
        code, out, _ = run(COFFEE)
        asked = len(fake.bodies())
    assert code == 3
    assert "1/5 DROP - judged: an advertisement" in out
    assert 0 < asked <= 20


def test_two_runs_print_the_same(run: Run) -> None:
    assert run(COFFEE) == run(COFFEE)
