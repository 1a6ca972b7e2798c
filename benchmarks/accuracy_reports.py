"""Whole reports of our own with an answer key: what an audit says of their right sentences and of their faults."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from audit.runner import audit
from benchmarks import tables as t
from benchmarks.tables import Table
from wellsourced_core.model import Severity, Source

FOLDER = Path(__file__).parent.parent / "fixtures" / "reports"


class Told(NamedTuple):
    """A cited sentence of a report: whether it is right, else which kind of fault, and the gravest that is said."""

    right: bool
    kind: str
    severity: Severity | None

    @property
    def grave(self) -> bool:
        return self.severity in (Severity.ERROR, Severity.WARNING)


def names() -> list[str]:
    """Return the sets of reports, in order."""
    return sorted(path.name for path in FOLDER.iterdir() if path.is_dir())


def told(name: str) -> Iterator[Told]:
    """Yield of each cited sentence of a set what is said of it; what is said of the list of references is left out."""
    for path in sorted((FOLDER / name).glob("*.md")):
        found = [one for one in audit(path.read_text("utf-8"), _sources(path)).findings if one.code[0] != "R"]
        for row in _rows(path.with_suffix(".key.jsonl")):
            said = {one.severity for one in found if row["start"] <= one.start < row["end"]}
            gravest = next((one for one in (Severity.ERROR, Severity.WARNING, Severity.NOTE) if one in said), None)
            yield Told(row["right"], row["kind"], gravest)


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    yield from map(json.loads, path.read_text("utf-8").splitlines())


def _sources(path: Path) -> tuple[Source, ...]:
    return tuple(
        Source(f"s{row['n']}", row["url"], row["title"], row["text"], date.fromisoformat(row["published"]), n=row["n"])
        for row in _rows(path.with_suffix(".sources.jsonl"))
    )


def tables(_: Path) -> list[Table]:
    """Return the figures of every set; they need no data but ours."""
    body: list[tuple[object, ...]] = []
    for name in names():
        found = list(told(name))
        right, wrong = ([one for one in found if one.right == label] for label in (True, False))
        shares = [t.share(one.severity is Severity.ERROR for one in part) for part in (right, wrong)]
        grave = [t.share(one.grave for one in part) for part in (right, wrong)]
        body.append((name, len(right), shares[0], grave[0], len(wrong), shares[1], grave[1]))
    note = (
        "Six reports each, by authors who had not seen the code (`fixtures/reports`): the share of cited sentences of "
        "which something is said. The rules were mended with the first two in view."
    )
    columns = ("set", "right", "an error", "error or warning", "faults", "told as an error", "error or warning")
    return [Table("Whole reports of our own", note, columns, tuple(body))]
