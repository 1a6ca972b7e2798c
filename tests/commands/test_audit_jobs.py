"""`--jobs`: the same bytes from one process and from several, and a draft that goes wrong takes no other along."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from wellsourced.cli import main
from wellsourced.commands import _draft_audits
from wellsourced.formats import names as formats

FIXTURES = Path(__file__).parents[2] / "fixtures"
TEXT = "The dam cost 4.2 billion dollars. It opened in 1998 beside the old mill. Salmon came back to it."
DRAFT = """\
# Dam {n}

The dam cost ${n}.2 billion [1]. It opened in {year} beside the old mill [1]. Salmon returned [7].

## Sources

1. https://dam.example/{n}
"""
DAY = ("--as-of", "2026-11-21")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Twelve drafts with their sources."""
    made = tmp_path / "drafts"
    made.mkdir()
    monkeypatch.chdir(made)
    for n in range(12):
        write(made, n)
    return made


def write(folder: Path, n: int, more: str = "") -> None:
    source = {"url": f"https://dam.example/{n}", "title": "Dam", "text": TEXT}
    (folder / f"d{n:04}.md").write_text(DRAFT.format(n=n, year=1990 + n % 20) + more, "utf-8")
    (folder / f"d{n:04}.sources.jsonl").write_text(json.dumps(source) + "\n", "utf-8")


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["audit", ".", *DAY, "--no-cache", *arguments])
    return code, *capsys.readouterr()


@pytest.mark.parametrize("name", formats())
def test_the_bytes_are_the_same(folder: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    (folder / "d0003.sources.jsonl").write_text("{", "utf-8")
    (folder / "d0007.md").write_bytes(b"\xff")
    one = said(capsys, "--format", name, "--jobs", "1")
    assert said(capsys, "--format", name, "--jobs", "3") == said(capsys, "--format", name) == one
    assert one[0] == 2
    assert one[2].index("d0007.md") < one[2].index("d0003.sources.jsonl")


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_a_crash_in_one_draft_is_that_drafts(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, jobs: str
) -> None:
    audit = _draft_audits.DraftAudits.audit

    def crashing(self: _draft_audits.DraftAudits, draft: _draft_audits.DraftFile) -> object:
        if draft.name == "d0004.md":
            raise KeyError("dam")
        if draft.name == "d0006.md":
            raise MemoryError
        return audit(self, draft)

    monkeypatch.setattr(_draft_audits.DraftAudits, "audit", crashing)
    code, out, err = said(capsys, "--jobs", jobs, "--format", "json")
    assert code == 70
    files = [file["path"] for file in json.loads(out)["files"]]
    assert files == [f"d{n:04}.md" for n in range(12) if n not in (4, 6)]
    bug, memory = [line for line in err.splitlines() if line.startswith("error: ")]
    assert bug == (
        "error: d0004.md: KeyError: 'dam': this is a bug in wellsourced: run again with --debug and report it"
    )
    assert memory.startswith("error: d0006.md: memory ran out: ")
    assert "Traceback" not in err
    assert "in crashing" in said(capsys, "--jobs", jobs, "--debug")[2]


def test_a_process_that_dies_is_told_of_its_draft(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    audit = _draft_audits.DraftAudits.audit

    def dying(self: _draft_audits.DraftAudits, draft: _draft_audits.DraftFile) -> object:
        if draft.name == "d0004.md":
            os.kill(os.getpid(), signal.SIGKILL)
        return audit(self, draft)

    monkeypatch.setattr(_draft_audits.DraftAudits, "audit", dying)
    code, out, err = said(capsys, "--jobs", "2", "--format", "json")
    assert code == 70
    assert len(json.loads(out)["files"]) == 11
    assert "error: d0004.md: the process that worked on it has ended (signal 9): run again" in err


def test_a_number_of_processes_is_a_number(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = said(capsys, "--jobs", "0")
    assert code == 2
    assert err.startswith("error: --jobs: '0' is not a whole number of at least 1")


def test_the_self_test_says_the_same_from_several_processes(capsys: pytest.CaptureFixture[str]) -> None:
    def tested(*arguments: str) -> tuple[int, str, str]:
        return main(["selftest", str(FIXTURES / "selftest" / "ferry.md"), *DAY, *arguments]), *capsys.readouterr()

    assert tested("--jobs", "1") == tested("--jobs", "3") == tested()


PEAK = """
import os, subprocess, sys
running = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(os.wait4(running.pid, 0)[2].ru_maxrss)
"""


def peak(folder: Path, *arguments: str) -> int:
    """Return the most memory that an audit of a folder takes, in KB: that of its largest process."""
    command = [sys.executable, "-m", "wellsourced", "audit", str(folder), *DAY, *arguments]
    done = subprocess.run([sys.executable, "-c", PEAK, *command], capture_output=True, text=True, check=True)
    return int(done.stdout)


@pytest.mark.parametrize("name", ["text", "html", "sarif"])
def test_memory_does_not_grow_with_the_number_of_drafts(tmp_path: Path, name: str) -> None:
    long = "\n\n" + "A sentence that nobody cites stands here, and it is of some length. " * 200
    for count in (20, 200):
        (tmp_path / str(count)).mkdir()
        for n in range(count):
            write(tmp_path / str(count), n, long)
    for more in (("--jobs", "1"), ("--jobs", "2", "--no-cache"), ()):  # cold, without results, and from them
        few, many = (peak(tmp_path / str(count), "--format", name, *more) for count in (20, 200))
        assert math.log10(many / few) <= 0.3, more


def test_two_processes_and_ten_kills_on_one_cache_lose_and_change_nothing(tmp_path: Path, folder: Path) -> None:
    """Whatever is killed while it writes, whoever reads says what an audit without results says."""
    command = [sys.executable, "-m", "wellsourced", "audit", ".", *DAY, "--jobs", "2"]
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "shared")}

    def start(*arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [*command, *arguments], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder
        )

    def done(*arguments: str) -> tuple[int, bytes, bytes]:
        running = start(*arguments)
        out, err = running.communicate()
        return running.returncode, out, err

    fresh = done("--no-cache")
    for kill in range(10):
        write(folder, kill, f"\nA change [{kill}].\n")  # so that there is something to write each time
        fresh = done("--no-cache")
        other, victim = start(), start()
        time.sleep(0.1 + 0.04 * (7 * kill % 10))
        victim.kill()
        victim.communicate()
        out, err = other.communicate()
        assert (other.returncode, out, err) == fresh
    results = tmp_path / "shared" / "wellsourced-results"
    before = {path for path in results.rglob("*") if path.is_file() and "." not in path.name}
    assert done() == done() == fresh
    assert before <= {path for path in results.rglob("*") if path.is_file()}, "nothing that was whole is gone"
