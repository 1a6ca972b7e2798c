"""What a measurement says, with how sure it is: estimates with bootstrap intervals, in Markdown tables.

Every interval is a 95 % percentile bootstrap of 1,000 resamples (Efron 1979) with a fixed seed. What is resampled
is the labelled row; the mean of sets resamples each set by itself and gives every set the same weight.
"""

from __future__ import annotations

import re
import sys
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

if not (find_spec("numpy") and find_spec("sklearn")):
    print('error: benchmarks: need numpy and scikit-learn: install "wellsourced[fit]"', file=sys.stderr)
    raise SystemExit(2)

import numpy as np

SEED = 20261121
RESAMPLES = 1000


@dataclass(frozen=True, slots=True)
class Estimate:
    """A measured value, the rows it was measured on, and what resamples of them give."""

    value: float
    n: int
    draws: Any  # RESAMPLES floats

    @property
    def interval(self) -> tuple[float, float]:
        low, high = np.percentile(self.draws, (2.5, 97.5))
        return float(low), float(high)


@dataclass(frozen=True, slots=True)
class Table:
    """A table for a reader: a title, what it means, and rows of text, counts and estimates."""

    title: str
    note: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


# ------------------------------------------------------------------------------------------------- estimates


def share(flags: Iterable[bool]) -> Estimate:
    """Return the share of flags that are set."""
    values = np.asarray(list(flags), dtype=float)
    if not len(values):
        return Estimate(float("nan"), 0, np.full(RESAMPLES, np.nan))
    # Drawing n of n flags with replacement and counting is drawing from a binomial distribution.
    drawn = _chance(values).binomial(len(values), values.mean(), RESAMPLES) / len(values)
    return Estimate(float(values.mean()), len(values), drawn)


def average(numbers: Iterable[float]) -> Estimate:
    """Return the mean of numbers."""
    values = np.asarray(list(numbers), dtype=float)
    drawn = _chance(values).integers(0, len(values), (RESAMPLES, len(values)))
    return Estimate(float(values.mean()), len(values), values[drawn].mean(axis=1))


def auc(good: Sequence[float], bad: Sequence[float]) -> Estimate:
    """Return the area under the ROC curve: the share of (good, bad) pairs in the right order, ties half.

    Good and bad rows are resampled apart, so that their numbers stay.
    """
    right, wrong = np.asarray(good, dtype=float), np.asarray(bad, dtype=float)
    chance = _chance(np.concatenate((right, wrong)))
    drawn = [_auc(chance.choice(right, len(right)), chance.choice(wrong, len(wrong))) for _ in range(RESAMPLES)]
    return Estimate(_auc(right, wrong), len(right) + len(wrong), np.asarray(drawn))


def _auc(good: Any, bad: Any) -> float:
    bad = np.sort(bad)
    below, upto = np.searchsorted(bad, good, "left"), np.searchsorted(bad, good, "right")
    return float((below + upto).mean() / (2 * len(bad)))


def of_counts(counts: Sequence[int], measure: Any) -> Estimate:
    """Return a measure of the counts of some classes (such as true and false accepts); classes are resampled.

    ``measure`` takes an array whose last axis holds the counts, and returns one value per row.
    """
    table = np.asarray(counts, dtype=float)
    n = int(table.sum())
    drawn = _chance(table).multinomial(n, table / n, RESAMPLES).astype(float)
    return Estimate(float(measure(table)), n, measure(drawn))


def mean(estimates: Iterable[Estimate]) -> Estimate:
    """Return the mean of estimates of sets, each set counting alike; rows add up."""
    listed = [one for one in estimates if one.n]
    drawn = np.mean([one.draws for one in listed], axis=0)
    return Estimate(float(np.mean([one.value for one in listed])), sum(one.n for one in listed), drawn)


def balanced(good: Estimate, bad: Estimate) -> Estimate:
    """Return the mean of two shares of different rows."""
    return mean((good, bad))


def _chance(values: Any) -> np.random.Generator:
    """Return a generator of its own for some values: no table depends on the order in which tables are made."""
    return np.random.default_rng((SEED, zlib.crc32(np.ascontiguousarray(values).tobytes())))


# ------------------------------------------------------------------------------------------------- tables


def by_set(
    title: str,
    note: str,
    columns: Mapping[str, Mapping[str, Estimate]],
    rows: Mapping[str, str] | None = None,
    *,
    with_mean: bool = True,
) -> Table:
    """Return a table of a row per set and a column per measure, with the mean of sets at its foot.

    ``rows`` says per set how many rows it has, in words; without it each set shows the first measure's.
    """
    names = list(next(iter(columns.values())))
    first = next(iter(columns.values()))
    sizes = rows or {name: f"{first[name].n:,}" for name in names}
    body: list[tuple[Any, ...]] = [
        (name, sizes[name], *(column.get(name) for column in columns.values())) for name in names
    ]
    if with_mean and len(names) > 1:
        body.append(("mean of sets", "", *(mean(column.values()) for column in columns.values())))
    return Table(title, note, ("set", "rows", *columns), tuple(body))


def markdown(table: Table, level: int = 3) -> str:
    """Write a table as Markdown: numbers with three decimals, intervals in brackets."""
    lines = ["#" * level + " " + table.title, ""]
    if table.note:
        lines += [table.note, ""]
    lines.append("| " + " | ".join(table.columns) + " |")
    lines.append("|" + "|".join("---" if i == 0 else "---:" for i in range(len(table.columns))) + "|")
    lines += ["| " + " | ".join(map(cell, row)) + " |" for row in table.rows]
    return "\n".join(lines) + "\n"


def cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, Estimate):
        if not value.n:
            return ""
        low, high = value.interval
        return f"{_short(value.value)} [{_short(low)}, {_short(high)}]"
    if isinstance(value, float):
        return _short(value)
    return f"{value:,}" if isinstance(value, int) else str(value)


def _short(value: float) -> str:
    return f"{value:.3f}" if abs(value) < 100 else f"{value:,.0f}"


def record(table: Table) -> dict[str, Any]:
    """Return a table as it goes into JSON: an estimate as value, interval and number of rows."""
    return {
        "title": table.title,
        "note": table.note,
        "columns": list(table.columns),
        "rows": [[_plain(value) for value in row] for row in table.rows],
    }


def _plain(value: Any) -> Any:
    if not isinstance(value, Estimate):
        return round(value, 6) if isinstance(value, float) else value
    if not value.n:
        return None
    low, high = value.interval
    return {"value": round(value.value, 6), "low": round(low, 6), "high": round(high, 6), "n": value.n}


def put(path: Path, name: str, text: str) -> None:
    """Replace what stands on a page between two comments of a name."""
    page = path.read_text("utf-8")
    block = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
    path.write_text(block.sub(lambda m: f"{m[1]}{text}{m[2]}", page), "utf-8")
