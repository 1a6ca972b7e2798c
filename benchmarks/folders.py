"""Measure audits of whole folders beside one another: ``python -m benchmarks.folders [--json]`` (make bench).

Repeated, with two drafts changed, in two processes, and how memory grows with the number of drafts. Each figure is a
ratio of runs of one session; where a run is repeated, the quickest counts.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from benchmarks.instructions import MARKERS, SEED, SIZE, SOURCES, Maker
from benchmarks.speed import Row, show

DRAFTS, MANY = 200, 2_000
_RUNS = 2


class Run(NamedTuple):
    """What an audit took: seconds by the clock and of all processors, and KB of memory of its largest process."""

    wall: float
    cpu: float
    peak: int


def run(folder: Path, cache: Path, *options: str) -> Run:
    """Audit a folder; nothing is kept but in ``cache``."""
    command = [str(Path(sys.executable).with_name("wellsourced")), "audit", str(folder), *options]
    start = perf_counter()
    with subprocess.Popen(
        command,
        env={**os.environ, "XDG_CACHE_HOME": str(cache)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as running:
        _, status, used = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
    return Run(perf_counter() - start, used.ru_utime + used.ru_stime, used.ru_maxrss)


def made(folder: Path, count: int, size: int, markers: int, sources: int) -> Path:
    """Make so many drafts with their sources."""
    folder.mkdir()
    for number in range(count):
        draft, records = Maker(SEED + number).case(size, markers, sources)
        (folder / f"d{number:04}.md").write_text(draft, "utf-8")
        lines = "".join(json.dumps(record) + "\n" for record in records)
        (folder / f"d{number:04}.sources.jsonl").write_text(lines, "utf-8")
    return folder


def rows(place: Path) -> Iterator[Row]:
    drafts, cache = made(place / "drafts", DRAFTS, SIZE, MARKERS, SOURCES), place / "cache"
    cold = run(drafts, cache, "--jobs", "1")
    again = min((run(drafts, cache) for _ in range(_RUNS)), key=lambda one: one.cpu)
    yield Row(f"{DRAFTS} drafts again", cold.cpu / again.cpu, "x less CPU")
    for name in ("d0003.md", "d0150.md"):
        with (drafts / name).open("a", encoding="utf-8") as draft:
            draft.write("\nOne more sentence.\n")
    changed = run(drafts, cache, "--jobs", "1")
    yield Row("with two of them changed", cold.cpu / changed.cpu, "x less CPU")
    ones, twos = [], []
    for _ in range(_RUNS):
        ones.append(run(drafts, cache, "--no-cache", "--jobs", "1"))
        twos.append(run(drafts, cache, "--no-cache", "--jobs", "2"))
    yield Row("in two processes, by the clock", min(twos).wall / min(ones).wall, "x one process")
    cpu = min(one.cpu for one in twos) / min(one.cpu for one in ones)
    yield Row("in two processes, CPU", cpu, "x one process")
    few, many = (
        run(made(place / str(count), count, SIZE // 8, MARKERS // 8, 2), cache).peak for count in (DRAFTS, MANY)
    )
    growth = math.log(many / few) / math.log(MANY / DRAFTS)
    yield Row(f"memory from {DRAFTS} to {MANY:,} drafts", growth, "exponent")


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        show(list(rows(Path(name))), "--json" in sys.argv)
    return 0


if __name__ == "__main__":
    sys.exit(main())
