"""Measure the reading and the judging of numbers on labelled data: python benchmarks/accuracy_statistics.py DATA."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from audit.statistics import accepted, direction_mismatch, judge, prepare
from wellsourced.core.quantities import quantities

SETS = ("vitaminc", "fever_symmetric", "fm2", "wice", "factcc_synth", "synth_sent", "synth_para", "summedits")
NATURAL = SETS[:4]
_KINDS = {"percentage_points": "points", "basis_points": "points"}
_MARKS = re.compile(r"\[[ 0-9,]{0,20}\]|\*\*")


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.is_file() else []


def rows(data: Path, name: str) -> list[dict[str, Any]]:
    """Return the rows of a set; of the edited summaries those whose edit touched a number, and the unedited."""
    found = _lines(data / "stats" / f"{name}.dev.jsonl")
    if name == "summedits":
        found = [r for r in found if r["label"] == "supported" or r["meta"]["case"] == "natural_numedit"]
    return found


def scores(pairs: Iterable[tuple[bool, bool]]) -> dict[str, float]:
    """Return accept F1, macro-F1 and the share of bad claims refused of (is good, was accepted) pairs."""
    count = Counter(pairs)
    tp, fn, fp, tn = (count[k] for k in ((True, True), (True, False), (False, True), (False, False)))
    accept = 2 * tp / (2 * tp + fp + fn) if tp else 0.0
    refuse = 2 * tn / (2 * tn + fp + fn) if tn else 0.0
    return {
        "n": tp + fn + fp + tn, "accept F1": accept, "macro-F1": (accept + refuse) / 2,
        "recall": tp / max(1, tp + fn), "bad refused": tn / max(1, tn + fp),
    }  # fmt: skip


def judged(data: Path) -> dict[str, Any]:
    """Return the scores per set, pooled and per case; a claim without a statistic counts as not accepted."""
    per_set: dict[str, dict[str, float]] = {}
    cases: dict[str, list[bool]] = {}
    pooled: list[tuple[bool, bool]] = []
    silent = 0
    for name in SETS:
        pairs = []
        for row in rows(data, name):
            said = accepted(judge(row["claim"], prepare(row["source_text"])))
            silent += said is None
            good = row["label"] == "supported"
            pairs.append((good, said is True))
            cases.setdefault(row["meta"]["case"], []).append(good == (said is True))
        if pairs:
            per_set[name] = scores(pairs)
            pooled += pairs
    if not pooled:
        return {}
    natural = [per_set[n]["macro-F1"] for n in NATURAL if n in per_set]
    return {
        "pooled": scores(pooled),
        "per set": per_set,
        "natural mean macro-F1": sum(natural) / len(natural),
        "without a statistic": silent,
        "right per case": {case: (sum(hits) / len(hits), len(hits)) for case, hits in sorted(cases.items())},
    }


def injected(data: Path) -> dict[str, tuple[float, int]]:
    """Return the share of planted errors found, and of untouched claims reported, each with its count."""
    found: dict[str, list[bool]] = {}
    seen = set()
    for row in _lines(data / "support" / "injected.jsonl"):
        source = prepare(row["source_text"], row["source_title"], row["source_url"])
        claim = _MARKS.sub("", row["claim"])
        if row["meta"]["kind"] == "inject_number":
            found.setdefault("number changed", []).append(accepted(judge(claim, source)) is False)
        if row["meta"]["kind"] == "inject_negation":
            found.setdefault("not put in", []).append(direction_mismatch(claim, source) is not None)
        if row["meta"]["parent"] not in seen:
            seen.add(row["meta"]["parent"])
            parent = _MARKS.sub("", row["meta"]["original_claim"])
            verdicts = judge(parent, source)
            found.setdefault("untouched: number", []).append(accepted(verdicts) is False)
            errors = any(v.verdict in ("absent", "unit") for v in verdicts)
            found.setdefault("untouched: number absent or unit", []).append(errors)
            found.setdefault("untouched: direction", []).append(direction_mismatch(parent, source) is not None)
    return {name: (sum(hits) / len(hits), len(hits)) for name, hits in found.items()}


def forms(data: Path) -> tuple[int, int]:
    """Return how many hand-read mentions are read right in value, unit and kind, and how many there are."""
    mentions = _lines(data / "stats" / "number_forms.jsonl")
    return sum(_read_right(row) for row in mentions), len(mentions)


def _read_right(row: dict[str, Any]) -> bool:
    read = quantities(row["context"])
    spots = [m.span() for m in re.finditer(re.escape(row["text"]), row["context"])] or [(0, 0)]
    for start, end in spots:
        there = [q for q in read if q.start < end and q.end > start]
        if row["kind"] == "identifier":
            if not there:
                return True
            continue
        for q in there:
            if row["date"]:
                if q.date == _iso(*row["date"]):
                    return True
            elif (q.unit, q.kind) == (row["unit"], _KINDS.get(row["kind"], row["kind"])) and (
                _same(q.value, row["value"]) and _same(q.high, row["value_hi"])
            ):
                return True
    return False


def _iso(year: int | None, month: int, day: int | None) -> str:
    return (f"{year:04d}" if year else "-") + f"-{month:02d}" + (f"-{day:02d}" if day else "")


def _same(a: float | None, b: float | None) -> bool:
    return a == b if a is None or b is None else abs(a - b) <= 1e-6 * max(1.0, abs(b))


def tables(data: Path) -> dict[str, Any]:
    """Return all that is measured; empty where the data is absent."""
    found = judged(data)
    return found | {"planted": injected(data), "forms": forms(data)} if found else {}


def main(argv: list[str]) -> int:
    found = tables(Path(argv[0]) if argv else Path("data"))
    if not found:
        print("not measured: no data")
        return 0
    for name, row in [("pooled", found["pooled"]), *found["per set"].items()]:
        print(f"{name:16}" + "  ".join(f"{k} {v:.3f}" if k != "n" else f"n {v:5.0f}" for k, v in row.items()))
    print(f"natural mean macro-F1 {found['natural mean macro-F1']:.3f}")
    print(f"without a statistic {found['without a statistic']}")
    for case, (right, n) in (found["right per case"] | found["planted"]).items():
        print(f"  {case:34} {right:.3f}  ({n})")
    print(f"numbers read right {found['forms'][0]} of {found['forms'][1]}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
