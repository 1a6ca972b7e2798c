"""Run every benchmark of speed, one process each: ``python -m benchmarks.bench [--large] [--write]`` (make bench).

Prints the tables and keeps the figures, with date and versions, in out/bench.json. ``--write`` puts them into
docs/speed.md.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks import instructions, tables
from benchmarks.speed import Row, line

ROOT = Path(__file__).parent.parent
KEPT, PAGE = ROOT / "out" / "bench.json", ROOT / "docs" / "speed.md"
PEERS = ("scikit-learn", "PyStemmer", "pyromark")


def measured(module: str, *options: str) -> Any:
    """Return what a benchmark prints as JSON."""
    command = [sys.executable, "-m", f"benchmarks.{module}", "--json", *options]
    return json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)


def made(record: dict[str, Any]) -> str:
    """Return all figures as Markdown: what each path takes, what depends on a size, and the rest."""
    counts = record["instructions"]
    rows = [Row(**row) for title in ("folders", "audit", "scoring") for row in record[title]]
    parts = [
        _head(record),
        instructions.table(counts) if counts else "instructions: not measured (no valgrind)",
        _by_size([row for row in rows if ": " in row.what]),
        "\n".join(["| others | measured |", "|---|---|", *(line(row) for row in rows if ": " not in row.what)]),
    ]
    return "\n\n".join(parts) + "\n"


def _by_size(rows: list[Row]) -> str:
    """Return the rows that are called "what: size" as one table with a column a size."""
    series: dict[str, dict[str, str]] = {}
    for row in rows:
        what, _, size = row.what.rpartition(": ")
        digits = 0 if row.value >= 100 else 2 if size == "growth" or row.value < 1 else 1
        series.setdefault(f"{what} ({row.unit})", {})[size] = f"{row.value:,.{digits}f}"
    sizes = sorted({size for one in series.values() for size in one if size != "growth"}, key=_number)
    columns = [*sizes, "growth"]
    head = [f"| by size | {' | '.join(columns)} |", "|---" * (len(columns) + 1) + "|"]
    cells = {what: " | ".join(one.get(size, "") for size in columns) for what, one in series.items()}
    return "\n".join([*head, *(f"| {what} | {row} |" for what, row in cells.items())])


def _number(size: str) -> int:
    return int(size.replace(",", ""))


def _head(record: dict[str, Any]) -> str:
    used = ", ".join(f"{name} {number}" for name, number in record["versions"].items())
    return f"Measured on {record['date']} with {used}."


def main() -> int:
    parser = argparse.ArgumentParser(prog="benchmarks.bench", description=__doc__.partition("\n")[0])
    parser.add_argument("--large", action="store_true", help="also the draft of 10 MB, which takes minutes")
    parser.add_argument("--write", action="store_true", help="put the figures into docs/speed.md")
    args = parser.parse_args()
    counts = measured("instructions")
    record = {
        "date": date.today().isoformat(),
        "versions": {"Python": platform.python_version(), **{name: version(name) for name in PEERS}},
        "instructions": counts,
        "folders": measured("folders"),
        "audit": measured("speed", *(["--large"] if args.large else [])),
        "scoring": measured("speed_scoring"),
    }
    KEPT.parent.mkdir(exist_ok=True)
    KEPT.write_text(json.dumps(record, indent=1) + "\n", "utf-8")
    sys.stdout.write(made(record) + (f"\n{instructions.parts(counts)}\n" if counts else ""))
    if args.write:
        tables.put(PAGE, "figures", f"\n{made(record)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
