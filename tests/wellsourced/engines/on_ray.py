"""On a real Ray of two workers (`make test-ray`): the same bytes as here, also when a worker is killed at its work."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from wellsourced.night.journal import JOURNAL
from wellsourced.night.runlock import LOCK

DAY = "2026-11-21"
_DEADLINE = 120.0
TOWNS = ("Ravensburg", "Lindau", "Meersburg", "Konstanz", "Bregenz")


def processes() -> dict[int, tuple[int, str]]:
    """Return every process with its parent and its command line."""
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                parent = int((folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()[1])
                found[int(folder.name)] = (parent, (folder / "cmdline").read_text("utf-8", "replace"))
            except OSError:  # it has ended meanwhile
                continue
    return found


def workers(driver: int) -> list[int]:
    """Return the workers of a driver that are at work now."""
    table = processes()

    def descends(pid: int) -> bool:
        while pid in table and pid != driver:
            pid = table[pid][0]
        return pid == driver

    return [pid for pid, (_, line) in table.items() if line.startswith("ray::_apply") and descends(pid)]


def start(place: Path, *words: object, out: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "wellsourced", *map(str, words), "--engine", "ray"]
    with out.open("wb") as stdout, out.with_suffix(".err").open("wb") as stderr:
        return subprocess.Popen(command, cwd=place, stdout=stdout, stderr=stderr)


def here(place: Path, *words: object, out: Path) -> None:
    with out.open("wb") as stdout:
        subprocess.run([sys.executable, "-m", "wellsourced", *map(str, words)], cwd=place, stdout=stdout, check=True)


def killing(run: subprocess.Popen[bytes], is_time: Callable[[], bool]) -> int:
    """Kill a worker at its work once it is time; return its number."""
    end = time.monotonic() + _DEADLINE
    while time.monotonic() < end and run.poll() is None:
        if is_time() and (at_work := workers(run.pid)):
            os.kill(at_work[0], signal.SIGKILL)
            return at_work[0]
        time.sleep(0.002)
    raise AssertionError("no worker was seen at work")


def tree(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith((JOURNAL, LOCK)))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.fixture
def own_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the engine start its own Ray, whatever the environment says."""
    monkeypatch.delenv("RAY_ADDRESS", raising=False)


@pytest.mark.usefixtures("own_cluster")
def test_a_night_loses_nothing_when_a_worker_is_killed(tmp_path: Path, corpus: Path, fixtures: Path) -> None:
    night = ("batch", fixtures / "topics" / "night.jsonl", "--corpus", corpus, "--as-of", DAY, "--out")
    here(tmp_path, *night, "here", "--quiet", out=tmp_path / "here.out")
    told = tmp_path / "there.err"
    run = start(tmp_path, *night, "there", "--jobs", 2, out=tmp_path / "there.out")
    killed = killing(run, lambda: b"[1/10]" in told.read_bytes())
    assert run.wait(_DEADLINE) == 0, told.read_text("utf-8")
    assert killed not in processes()
    assert tree(tmp_path / "here") == tree(tmp_path / "there")
    assert len(tree(tmp_path / "there")) == 10 * 4 + 1


def pairs(path: Path, count: int) -> Path:
    """Write pairs of a claim about a town's traffic, two of three right."""
    rows = []
    for number in range(count):
        town, told = TOWNS[number % 5], 10 + number * 37 % 89
        claimed = told + number % 3 % 2
        source = f"The council of {town} said in {2000 + number % 25} that {told} percent of the trips were by bicycle."
        claim = f"In {town} {claimed} percent of the trips were by bicycle [1]."
        rows.append(
            json.dumps({"id": number, "claim": claim, "source_text": f"{source} The rest were on foot."}) + "\n"
        )
    path.write_text("".join(rows), "utf-8")
    return path


@pytest.mark.usefixtures("own_cluster")
def test_pairs_come_out_whole_and_in_order_when_a_worker_is_killed_and_a_bad_line_ends_them(tmp_path: Path) -> None:
    path = pairs(tmp_path / "pairs.jsonl", 2_000)
    here(tmp_path, "verify", path, out=tmp_path / "here")
    with path.open("a", encoding="utf-8") as stream:
        stream.write('{"id": "bad"\n{"id": "after", "claim": "", "source_text": ""}\n')
    run = start(tmp_path, "verify", path, out=tmp_path / "there")
    killed = killing(run, lambda: (tmp_path / "there").stat().st_size > 0)
    assert run.wait(_DEADLINE) == 2
    assert killed not in processes()
    assert (tmp_path / "there").read_bytes() == (tmp_path / "here").read_bytes()
    assert (tmp_path / "here").read_bytes().count(b"\n") == 2_000
    [said] = (tmp_path / "there.err").read_text("utf-8").splitlines()
    assert said.startswith(f"error: {path}:2001: is not JSON")


def test_a_shard_that_kills_every_worker_is_named_and_the_next_one_is_done(
    own_cluster: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    from wellsourced.engines import WorkerLostError, opened

    monkeypatch.setattr("wellsourced.engines.ray._RETRIES", 1)
    with opened("ray", workers=2) as engine:
        assert engine.slots == 2
        with pytest.raises(WorkerLostError, match="4 workers died working on it"):
            engine.run(os._exit, 7)
        with pytest.raises(ZeroDivisionError):
            engine.run((8).__floordiv__, 0)
        assert list(engine.map((8).__floordiv__, range(1, 9))) == [8 // n for n in range(1, 9)]
