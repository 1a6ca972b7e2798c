"""Engines by name; what happens where Ray is not installed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from wellsourced.cli import main
from wellsourced.engines import opened


def test_work_done_here_is_done_when_it_is_asked_for() -> None:
    done: list[int] = []
    with opened("local") as engine:
        made = engine.map(lambda n: done.append(n) or n, range(3))  # type: ignore[func-returns-value]
        assert next(made) == 0
        assert done == [0]
        assert engine.run(len, "four") == 4


@pytest.mark.parametrize("command", ["batch", "verify"])
def test_without_the_extra_one_line_says_what_to_install(
    command: str, tmp_path: Path, corpus: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "lines.jsonl"
    path.write_text('{"topic": "Protected bicycle lanes", "claim": "", "source_text": ""}\n', "utf-8")
    more = ["--out", "night", "--corpus", str(corpus)] if command == "batch" else []
    assert main([command, str(path), "--engine", "ray", *more]) == 2
    captured = capsys.readouterr()
    assert captured.err == "error: --engine ray: Ray is not installed: pip install 'wellsourced[ray]'\n"
    assert captured.out == ""
    assert not (tmp_path / "night").exists()
