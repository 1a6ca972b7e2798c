"""`make fuzz SECONDS=600`: split the time over the targets, one after the other, and print what came of it.

The seeds are committed, what grows from them stays under out/fuzz/corpus, faults under out/fuzz/faults.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass

from fuzz.worker import FAULTS, ROOT

_START = 60  # seconds a worker may take to import and instrument everything
_MOST_HANGS = 3  # of one target; then its time is given up
_COVERED = re.compile(r"^#[0-9]+\s+(INITED|DONE)\s+cov: ([0-9]+)", re.MULTILINE)
_EXECUTED = re.compile(r"^stat::number_of_executed_units:\s+([0-9]+)", re.MULTILINE)
_PULSE = re.compile(r"^#([0-9]+)\s", re.MULTILINE)


@dataclass
class Tally:
    """What fuzzing a target came to; coverage counts places reached by the seeds, and at the end."""

    executions: int = 0
    seeds: int = 0
    covered: int = 0
    faults: int = 0
    hangs: int = 0


def main() -> int:
    """Fuzz every target, or those named; 1 where a fault or a hang was found."""
    from fuzz.targets import TARGETS

    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("--seconds", type=int, default=600, help="for all targets; loading is extra (default: 600)")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"default: all of {', '.join(TARGETS)}")
    args = parser.parse_args()
    names = args.targets or list(TARGETS)
    unknown = [name for name in names if name not in TARGETS]
    if unknown:
        parser.error(f"{unknown[0]}: is no target: choose from {', '.join(TARGETS)}")
    each = max(1, args.seconds // len(names))
    print(f"{'target':16} {'executions':>10} {'coverage':>9} {'new':>6} {'faults':>6} {'hangs':>6}")
    total = Tally()
    for name in names:
        found = fuzz(name, each)
        _print(name, found)
        for key in ("executions", "seeds", "covered", "faults", "hangs"):
            setattr(total, key, getattr(total, key) + getattr(found, key))
    _print("all", total)
    if total.faults or total.hangs:
        print(f"the inputs lie under {FAULTS.relative_to(ROOT)}")
    return 1 if total.faults or total.hangs else 0


def fuzz(name: str, seconds: int) -> Tally:
    """Fuzz one target for so long, beginning again after an input that hangs."""
    found = Tally()
    end = time.monotonic() + seconds
    while (left := round(end - time.monotonic())) > 0 and found.hangs < _MOST_HANGS:
        out = _worker(name, left)
        found.faults += out.count("\nFAULT ")
        coverage = {word: int(count) for word, count in _COVERED.findall(out)}
        found.seeds = found.seeds or coverage.get("INITED", 0)
        found.covered = max(found.covered, coverage.get("DONE", 0), found.seeds)
        executed = _EXECUTED.findall(out) or _PULSE.findall(out)
        found.executions += int(executed[-1]) if executed else 0
        if "DONE" in coverage:
            return found
        if "ERROR: libFuzzer" not in out:
            raise SystemExit(f"error: {name}: the worker did not start: {out[-2_000:]}")
        found.hangs += 1
    return found


def _worker(name: str, seconds: int) -> str:
    command = [sys.executable, "-m", "fuzz.worker", name, str(seconds)]
    surroundings = {**os.environ, "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=surroundings,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=seconds + 10 * _START,
        check=False,
    )
    return done.stdout.decode("utf-8", "replace")


def _print(name: str, found: Tally) -> None:
    new = found.covered - found.seeds
    row = f"{name:16} {found.executions:10,} {found.covered:9,} {new:6,} {found.faults:6} {found.hangs:6}"
    print(row, flush=True)


if __name__ == "__main__":
    sys.exit(main())
