"""Measure the judgement of statistics on labelled claims: python benchmarks/accuracy_statistics.py DATA."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from audit.statistics import accepted, judge, prepare

SETS = ("vitaminc", "fever_symmetric", "fm2", "wice", "factcc_synth", "synth_sent", "synth_para", "summedits")
NATURAL = SETS[:4]


def rows(data: Path, name: str) -> list[dict[str, Any]]:
    path = data / "stats" / f"{name}.dev.jsonl"
    if not path.is_file():
        return []
    found = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    if name == "summedits":  # edits that touched no number are not this judge's business
        found = [r for r in found if r["label"] == "supported" or r["meta"]["case"] == "natural_numedit"]
    return found


def decide(row: dict[str, Any]) -> bool:
    """Tell whether nothing speaks against a claim; one whose numbers are only names has nothing to refuse."""
    return accepted(judge(row["claim"], prepare(row["source_text"]))) is not False


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


def tables(data: Path) -> dict[str, Any]:
    """Return the scores per set, pooled, and per case; empty where the data is absent."""
    per_set: dict[str, dict[str, float]] = {}
    cases: dict[str, list[bool]] = {}
    pooled: list[tuple[bool, bool]] = []
    for name in SETS:
        pairs = []
        for row in rows(data, name):
            good, said = row["label"] == "supported", decide(row)
            pairs.append((good, said))
            cases.setdefault(row["meta"]["case"], []).append(good == said)
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
        "right per case": {case: (sum(hits) / len(hits), len(hits)) for case, hits in sorted(cases.items())},
    }


def main(argv: list[str]) -> int:
    found = tables(Path(argv[0]) if argv else Path("data"))
    if not found:
        print("not measured: no data")
        return 0
    for name, row in [("pooled", found["pooled"]), *found["per set"].items()]:
        print(f"{name:16}" + "  ".join(f"{k} {v:.3f}" if k != "n" else f"n {v:5.0f}" for k, v in row.items()))
    print(f"natural mean macro-F1 {found['natural mean macro-F1']:.3f}")
    for case, (right, n) in found["right per case"].items():
        print(f"  {case:30} {right:.3f}  ({n})")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
