"""Measure the judgement of quotations on labelled claims: python benchmarks/accuracy_quotes.py DATA."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from audit.quotes import accepted, judge

FORGERIES = ("neg_word_substituted", "neg_inserted_words", "neg_dropped_words", "neg_reordered", "neg_invented")
EDITED = ("pos_ellipsis", "pos_ellipsis_bracket", "pos_bracket_case", "pos_bracket_pronoun")


def tables(data: Path) -> dict[str, Any]:
    """Return precision, recall and the share judged rightly per case; empty where the data is absent."""
    path = data / "stats" / "quotes.dev.jsonl"
    if not path.is_file():
        return {}
    count: Counter[tuple[bool, bool]] = Counter()
    cases: dict[str, list[bool]] = {}
    warned = 0
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        verdicts = judge(row["claim"], row["source_text"])
        good, said = row["label"] == "supported", accepted(verdicts) is True
        count[good, said] += 1
        cases.setdefault(row["meta"]["case"], []).append(good == said)
        warned += good and any(v.verdict == "out-of-context" for v in verdicts)

    def share(names: tuple[str, ...]) -> float:
        right = [r for name in names for r in cases.get(name, [])]
        return sum(right) / max(1, len(right))

    true, false, missed = count[True, True], count[False, True], count[True, False]
    return {
        "precision": true / max(1, true + false),
        "recall": true / max(1, true + missed),
        "forgeries refused": share(FORGERIES),
        "wrong speaker refused": share(("neg_wrong_speaker",)),
        "ellipsis and bracket kept": share(EDITED),
        "kept, with a warning": warned / max(1, true),
        "cases": {name: {"n": len(right), "right": sum(right) / len(right)} for name, right in sorted(cases.items())},
    }  # fmt: skip


def main() -> None:
    measured = tables(Path(sys.argv[1]))
    if not measured:
        print("not measured")
        return
    for name, value in measured.items():
        if name != "cases":
            print(f"{name:28}{value:.3f}")
    for name, case in measured["cases"].items():
        print(f"  {name:26}{case['right']:.3f}{case['n']:6}")


if __name__ == "__main__":
    main()
