"""A file of pairs that was judged before is not judged again while file and code stay as they are."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path

import pytest

from wellsourced import verify_shards
from wellsourced.cli import main

PAIRS = [
    {"id": n, "claim": f"The dam cost ${n}.2 billion.", "source_text": "The dam cost 4.2 billion dollars. \u00fc"}
    for n in range(1, 6)
]


class Desk:
    """Runs of `verify` on one file, and how many pairs were really judged."""

    def __init__(self, path: Path, capsys: pytest.CaptureFixture[str], judged: list[object]) -> None:
        self.path, self._capsys, self.judged = path, capsys, judged

    def write(self, pairs: list[dict[str, object]]) -> None:
        self.path.write_text("".join(json.dumps(pair) + "\n" for pair in pairs), "utf-8")

    def run(self, *more: str, name: str = "") -> tuple[int, str, str]:
        return main(["verify", name or str(self.path), *more]), *self._capsys.readouterr()


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Desk:
    judged: list[object] = []
    judge = verify_shards.judge

    def counted(*given: object) -> object:
        judged.append(given)
        return judge(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(verify_shards, "judge", counted)
    desk = Desk(tmp_path / "pairs.jsonl", capsys, judged)
    desk.write(PAIRS)  # type: ignore[arg-type]
    return desk


def test_the_second_run_says_the_same_and_judges_nothing(desk: Desk) -> None:
    fresh = desk.run("--no-cache")
    assert fresh[1].count("\n") == len(PAIRS)
    assert desk.run() == desk.run() == desk.run() == fresh
    assert len(desk.judged) == 2 * len(PAIRS)


def test_a_change_of_the_pairs_or_of_the_code_is_seen(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    first = desk.run()
    desk.write([{**pair, "claim": "The dam cost $9.2 billion."} for pair in PAIRS])
    assert desk.run() == desk.run("--no-cache") != first
    desk.write(PAIRS)  # type: ignore[arg-type]
    assert desk.run() == first
    before = len(desk.judged)
    monkeypatch.setattr("wellsourced.code_identity.code_identity", lambda results: "other code")
    assert desk.run() == first
    assert len(desk.judged) == before + len(PAIRS)


def test_a_file_with_a_fault_is_told_each_time(desk: Desk) -> None:
    desk.path.write_text(desk.path.read_text("utf-8") + "{\n", "utf-8")
    assert desk.run() == desk.run() == desk.run("--no-cache")
    assert desk.run()[0] == 2
    desk.path.write_text("\n", "utf-8")
    assert desk.run() == desk.run()
    assert desk.run()[0] == 3


def test_a_damaged_result_is_judged_anew(desk: Desk) -> None:
    fresh = desk.run()
    for path in Path(os.environ["XDG_CACHE_HOME"]).glob("wellsourced-results/v1/*/*"):
        path.write_bytes(path.read_bytes()[:-3])
    assert desk.run() == fresh


def test_standard_input_and_pipes_are_read_each_time(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = desk.run()
    for _ in range(2):
        monkeypatch.setattr("sys.stdin", io.StringIO(desk.path.read_text("utf-8")))
        assert desk.run(name="-") == fresh
    assert len(desk.judged) == 3 * len(PAIRS)
