"""Work in several processes: the same results, a death that costs one piece, and no process left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from wellsourced.forked_workers import Died, in_order, spread, workers
from wellsourced_core.errors import InputError, WellsourcedError


def squared(number: int) -> tuple[int, int]:
    return os.getpid(), number * number


@pytest.mark.parametrize("processes", [1, 2, 3])
def test_every_piece_is_done_once(processes: int) -> None:
    found = dict(spread(squared, range(20), processes))
    assert [found[number][1] for number in range(20)] == [number * number for number in range(20)]
    pids = {pid for pid, _ in found.values()}
    assert pids == {os.getpid()} if processes == 1 else os.getpid() not in pids
    assert list(spread(squared, [], processes)) == []


def test_a_death_costs_one_piece() -> None:
    def work(number: int) -> int:
        if number == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        if number == 5:
            os._exit(7)
        return number

    found = dict(spread(work, range(9), 2))
    assert found == {**{number: number for number in range(9)}, 3: Died("signal 9"), 5: Died("exit code 7")}
    with pytest.raises(WellsourcedError, match=r"draft.md: the process .* \(signal 9\)"):
        in_order(work, 9, 2, "draft.md")


def test_an_error_is_raised_here_as_it_was_raised_there() -> None:
    def work(number: int) -> int:
        if number == 4:
            raise InputError("x", "is wrong", "correct it")
        return number

    with pytest.raises(InputError, match="x: is wrong: correct it"):
        in_order(work, 8, 2, "draft.md")


def test_an_error_that_cannot_travel_is_told() -> None:
    class LocalError(Exception):
        pass

    def work(number: int) -> int:
        raise LocalError(str(number))

    with pytest.raises(RuntimeError, match="LocalError"):
        in_order(work, 4, 2, "draft.md")


def test_only_more_than_a_handful_is_spread_unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wellsourced.forked_workers._cores", lambda: 4)
    assert [workers(None, pieces) for pieces in (0, 1, 5, 6, 8, 100)] == [1, 1, 1, 3, 4, 4]
    assert [workers(2, pieces) for pieces in (0, 1, 4, 100)] == [1, 1, 2, 2]
    assert workers(1, 100) == 1
    monkeypatch.delattr("os.fork")
    assert workers(4, 100) == 1


ORPHANS = """
import os, sys, time
from wellsourced.forked_workers import spread
def work(number):
    os.write(1, f"{os.getpid()}\\n".encode())  # in one piece: the others write there too
    time.sleep(0.2)
for _ in spread(work, range(1000), 3): pass
"""


def alive(pid: int) -> bool:
    state = Path(f"/proc/{pid}/stat")
    return state.exists() and state.read_text("utf-8").rpartition(")")[2].split()[0] != "Z"


def test_when_we_are_killed_no_process_stays() -> None:
    with subprocess.Popen([sys.executable, "-c", ORPHANS], stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        pids = {int(running.stdout.readline()) for _ in range(3)}
        running.kill()
    for _ in range(200):
        if not any(map(alive, pids)):
            break
        time.sleep(0.05)
    assert not any(map(alive, pids))


def test_who_stops_listening_leaves_no_process() -> None:
    _, (pid, _) = next(spread(squared, range(100), 2))
    assert not alive(pid)
