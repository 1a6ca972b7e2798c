"""What a real pseudo-terminal of 80 columns is shown: colours only there, and nothing that runs over its edge."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

PROGRAM = [sys.executable, "-m", "wellsourced"]
_ESCAPE = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_QUESTION = "The noise ordinance of the city of Port Marlow"


def on_a_terminal(*arguments: str, cwd: Path, columns: int = 80, **environment: str) -> str:
    """Run the program with stdout and stderr on a terminal of its own; return all that it was shown."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    inherited = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS")}
    running = subprocess.Popen(
        [*PROGRAM, *arguments], cwd=cwd, env={**inherited, "TERM": "xterm", **environment},
        stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs,
    )  # fmt: skip
    os.close(theirs)
    pieces = []
    while True:
        try:
            piece = os.read(ours, 65_536)
        except OSError:  # Linux: the other end was closed
            break
        if not piece:
            break
        pieces.append(piece)
    os.close(ours)
    assert running.wait() in (0, 1, 3)
    return b"".join(pieces).decode("utf-8").replace("\r\n", "\n")


def piped(*arguments: str, cwd: Path) -> str:
    done = subprocess.run([*PROGRAM, *arguments], cwd=cwd, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


@pytest.fixture
def readme(fixtures: Path) -> Path:
    return fixtures / "readme"


def test_colours_stand_on_a_terminal_only_and_change_no_word(readme: Path) -> None:
    shown = on_a_terminal("audit", "draft.md", cwd=readme)
    assert "\x1b[31m" in shown
    assert _ESCAPE.sub("", shown) == piped("audit", "draft.md", cwd=readme)
    assert "\x1b" not in piped("audit", "draft.md", cwd=readme)


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["no-color", "dumb"])
def test_no_color_and_dumb_terminals_get_plain_text(readme: Path, environment: dict[str, str]) -> None:
    assert "\x1b" not in on_a_terminal("audit", "draft.md", cwd=readme, **environment)


def test_a_report_in_a_file_has_no_colours(readme: Path, tmp_path: Path) -> None:
    target = tmp_path / "report"
    on_a_terminal("audit", "draft.md", "--output", str(target), cwd=readme)
    assert b"\x1b" not in target.read_bytes()


def test_tables_fit_eighty_columns(corpus: Path, readme: Path) -> None:
    for arguments in (
        ("search", _QUESTION, "--corpus", str(corpus), "--as-of", "2026-11-21"),
        ("selftest", "draft.md"),
        ("rules",),
        ("--help",),
        ("audit", "--help"),
    ):
        shown = _ESCAPE.sub("", on_a_terminal(*arguments, cwd=readme))
        assert max(map(len, shown.splitlines())) <= 80, arguments


def night(fixtures: Path, corpus: Path) -> tuple[str, ...]:
    topics = str(fixtures / "topics" / "night.jsonl")
    return "batch", topics, "--corpus", str(corpus), "--out", "night", "--writer", "extractive", "--as-of", "2026-11-21"


@pytest.mark.parametrize("columns", [80, 40])
def test_a_batch_has_one_bar_that_never_wraps(corpus: Path, fixtures: Path, tmp_path: Path, columns: int) -> None:
    shown = on_a_terminal(*night(fixtures, corpus), cwd=tmp_path, columns=columns)
    drawn = [part for part in re.split(r"\r\x1b\[K", shown.partition("\n")[0]) if part.startswith("[")]
    assert len(drawn) >= 2
    assert all(len(part) < columns for part in drawn)
    assert re.search(r"[0-9]+:[0-9]{2} left", shown)


def test_a_dumb_terminal_gets_a_line_a_topic(corpus: Path, fixtures: Path, tmp_path: Path) -> None:
    shown = on_a_terminal(*night(fixtures, corpus), cwd=tmp_path, TERM="dumb")
    assert "\x1b" not in shown
    assert len(re.findall(r"^\[[0-9]+/10\]", shown, re.MULTILINE)) == 10
