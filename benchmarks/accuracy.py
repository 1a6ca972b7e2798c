"""Measure every judgement on labelled data and print the tables: python -m benchmarks.accuracy --data DIR.

``--json F`` writes them as JSON too, ``--only NAME...`` measures some, ``--write`` puts them into docs/accuracy.md;
``--ablate`` leaves out each rule on numbers and sentences in turn instead, and takes some minutes.
Where DIR is absent nothing is measured, which is said.
"""

from __future__ import annotations

import argparse
import json
from importlib import import_module
from pathlib import Path

from benchmarks import tables
from benchmarks.tables import Estimate, Table

PARTS = ("support", "statistics", "quotes", "meaning", "relevance", "gate", "drafts", "reports", "cost")
ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "accuracy.md"


def main() -> int:
    parser = argparse.ArgumentParser(prog="benchmarks.accuracy", description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="the folder of labelled data")
    parser.add_argument("--json", type=Path, metavar="F", help="write the tables there as JSON")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="measure these alone")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/accuracy.md")
    parser.add_argument("--ablate", action="store_true", help="tell what each rule gains and costs instead")
    args = parser.parse_args()
    if not args.data.is_dir():
        print(f"not measured: {args.data} is no folder of labelled data")
        return 0
    if args.ablate:
        found = import_module("benchmarks.accuracy_ablation").tables(args.data)
        print("\n".join(map(tables.markdown, found)))
        if args.write:
            tables.put(PAGE, "ablation", "\n".join(map(tables.markdown, found)))
        return 0
    made = {part: import_module(f"benchmarks.accuracy_{part}").tables(args.data) for part in args.only}
    for part, found in made.items():
        print("\n".join(map(tables.markdown, found)) if found else f"{part}: not measured\n")
    if args.json:
        record = {part: [tables.record(table) for table in found] for part, found in made.items()}
        args.json.write_text(json.dumps({"seed": tables.SEED, **record}, indent=1) + "\n", "utf-8")
    if args.write and set(args.only) == set(PARTS):
        tables.put(PAGE, "tables", "\n".join(tables.markdown(table) for found in made.values() for table in found))
        tables.put(PAGE, "summary", "\n".join(short(made)))
    return 0


# ------------------------------------------------------------------------------------------------- in short


def short(made: dict[str, list[Table]]) -> list[str]:
    """Return the two tables of the summary: support, and numbers with quotations."""
    titled = {table.title: table for found in made.values() for table in found}
    ranking = titled["Support: ranking right above wrong citations"]
    foot = dict(zip(ranking.columns, ranking.rows[-1], strict=True))
    rules = {row[0]: row[1:] for row in titled["Support: rules and both kinds of error"].rows}
    drafts = {row[0]: row[1:] for row in titled["Whole drafts: rules and both kinds of error"].rows}
    areas = ", ".join(f"{m} {_three(foot[m])}" for m in ("coverage", "tf-idf cosine", "token set ratio"))
    support = [
        "",
        f"Right citations ranked above wrong ones (ROC-AUC, mean of ten sets): {_three(foot['ours'])}; {areas}.",
        "",
        "| support: rule | right citations accused | wrong ones let through | in whole drafts: accused | let through |",
        "|---|---:|---:|---:|---:|",
    ]
    for title, rule, in_drafts in (
        ("no shared term", _starting(rules, "no shared"), _starting(drafts, "no shared term in the sentence")),
        ("C102, an error", _starting(rules, "C102,"), _starting(drafts, "C102,")),
        ("C102 or C103, error or warning", _starting(rules, "C102 or"), _starting(drafts, "C102 or")),
    ):
        support.append(f"| {title} | " + " | ".join(map(_percent, (*rule, *in_drafts))) + " |")
    numbers = {row[0]: row[1:] for row in titled["Numbers: pooled"].rows}
    quotes = {row[0]: row[1:] for row in titled["Quotations"].rows}
    found = [
        "",
        "| numbers and quotations | macro-F1 | right refused | wrong accepted |",
        "|---|---:|---:|---:|",
    ]
    for title, row in numbers.items():
        found.append(f"| numbers: {title} | {_three(row[1])} | {_percent(row[2])} | {_percent(row[3])} |")
    alarm, passed = _starting(quotes, "false alarm")[0], _starting(quotes, "false pass")[0]
    found.append(f"| quotations | | {_percent(alarm)} | {_percent(passed)} |")
    return [*support, *found, ""]


def _starting(rows: dict[str, tuple[Estimate, ...]], start: str) -> tuple[Estimate, ...]:
    return next(cells for title, cells in rows.items() if title.startswith(start))


def _three(one: Estimate) -> str:
    return f"{one.value:.3f}"


def _percent(one: Estimate) -> str:
    return f"{100 * one.value:.1f} %"


if __name__ == "__main__":
    raise SystemExit(main())
