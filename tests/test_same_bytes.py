"""The proof that a change changes no verdict: it sees a difference, and it is not content with calls that fail."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.same_bytes import ROOT, report, write_inputs


@pytest.fixture
def outputs(tmp_path: Path) -> tuple[Path, Path]:
    """Two equal sets of outputs."""
    for side in ("before", "after"):
        for name, text in (("drafts/1.json", '{"policy": "0123456789ab"}\nexit 0\n'), ("night/a.md", "An article.\n")):
            path = tmp_path / side / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    return tmp_path / "before", tmp_path / "after"


def test_equal_outputs_are_the_same_bytes_whatever_the_policy(outputs: tuple[Path, Path], capsys) -> None:
    (outputs[1] / "drafts/1.json").write_text('{"policy": "ba9876543210"}\nexit 0\n', "utf-8")
    assert report(*outputs, Counter(drafts=1, night=1)) == 0
    assert capsys.readouterr().out.endswith("same bytes\n")


@pytest.mark.parametrize("change", ["another byte", "one output less", "one output more", "a failed base"])
def test_any_difference_and_any_failed_call_is_told(outputs: tuple[Path, Path], change: str, capsys) -> None:
    before, after = outputs
    if change == "another byte":
        (after / "night/a.md").write_text("An article!\n", "utf-8")
    elif change == "one output less":
        (after / "night/a.md").unlink()
    elif change == "one output more":
        (after / "night/b.md").write_text("Another.\n", "utf-8")
    else:
        for side in outputs:
            (side / "drafts/1.json").write_text("error: no such file\nexit 2\n", "utf-8")
    assert report(before, after, Counter()) == 1
    assert "drafts/1.json" in capsys.readouterr().out or change != "a failed base"


def test_without_labelled_data_the_fixtures_and_the_demo_night_are_compared(tmp_path: Path) -> None:
    calls = write_inputs(tmp_path / "inputs", tmp_path / "absent", 1)
    lines = (tmp_path / "inputs" / "calls.jsonl").read_text("utf-8").splitlines()
    assert set(calls) == {"fixtures", "night"}
    assert len(lines) == sum(calls.values()) == len({json.loads(line)["name"] for line in lines})


def test_a_base_that_is_no_commit_is_one_line() -> None:
    command = [sys.executable, "-m", "benchmarks.same_bytes", "--base", "no-such-commit", "--data", "absent"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith("error: no-such-commit: ")
