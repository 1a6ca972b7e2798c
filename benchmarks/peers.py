"""Compared with other tools: the same rows, each tool in an environment of its own. `make bench-peers DATA=dir`.

Checkers say of a pair (claim, source) whether they accuse the claim; rankers order the judged documents of a question.
A tool is installed from the package index at the version named here; nothing reaches the network while it runs. What
needs a model or a service is named with the reason and not run. ``--write`` puts the tables into docs/comparison.md.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.accuracy_relevance import load, ndcg

ROOT = Path(__file__).parent.parent
ROOM = ROOT / "out" / "peers"
PAGE = ROOT / "docs" / "comparison.md"
SAMPLE, SEED, PATIENCE = 150, 20261121, 900  # rows of a set, seconds that a tool may take
OURS = ("wellsourced", "wellsourced, errors alone")
CHECKERS = {
    "corroborate": "0.1.0",
    "citation-integrity-check": "0.1.0",
    "grounded-check": "0.1.2",
    "hallucination-check": "0.1.0",
    "cite-right": "0.4.0",
}
RANKERS = {"rank-bm25": "0.2.2", "bm25s": "0.3.16"}
NOT_RUN = {
    "LettuceDetect, MiniCheck, HHEM": "need a model of 0.1 to 7 B parameters",
    "citefact, bearout, PaperQA2, RAGAS": "need a language model's service",
    "gpt-researcher, STORM": "write reports; their citations are not audited, there is nothing to compare",
}


@dataclass(frozen=True)
class Row:
    """A pair from a labelled set: ``wrong`` when people, or construction, say that the source does not carry it."""

    claim: str
    source: str
    wrong: bool


def pairs(data: Path) -> dict[str, list[Row]]:
    """Return the rows of each task: human labels, sources swapped by construction, numbers."""
    support = sorted((data / "support").glob("*.jsonl"))
    judged = [path for path in support if not path.stem.startswith(("shuffled", "injected"))]
    swapped = [path for path in support if path.stem.startswith("shuffled")]
    numbers = [path for path in sorted((data / "stats").glob("*.dev.jsonl")) if path.stem.split(".")[0] != "quotes"]
    tasks = {
        "citations, judged by people": [row for path in judged for row in _sample(path)],
        "numbers": [row for path in numbers for row in _sample(path)],
    }
    right = [row for row in tasks["citations, judged by people"] if not row.wrong]
    wrong = [row for path in swapped for row in _sample(path)]
    tasks["another source cited"] = [*right, *wrong]
    return {name: rows for name, rows in tasks.items() if rows}


def _sample(path: Path) -> Iterator[Row]:
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    rows = [row for row in rows if row["source_text"].strip() and row.get("label")]
    Random(SEED).shuffle(rows)
    for row in rows[:SAMPLE]:
        yield Row(row["claim"], row["source_text"], row["label"] != "supported")


def questions(data: Path) -> dict[str, tuple[list[dict[str, Any]], list[dict[str, int]]]]:
    """Return per set the questions with their documents' texts, and the grades of those."""
    found = {}
    for name in ("trecqa", "wikiqa"):
        documents, queries, judged = load(data, name)
        names = [query for query, grades in judged.items() if any(grades.values()) and len(grades) > 1]
        rows = [{"query": queries[q], "texts": [documents[d].text for d in judged[q]]} for q in names]
        if rows:
            found[name] = (rows, [judged[q] for q in names])
    return found


def ask(tool: str, task: dict[str, Any]) -> dict[str, Any]:
    """Run a tool on a task in its environment. Raises RuntimeError with the reason where it cannot."""
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8", dir=ROOM) as file:
        json.dump(task, file)
        file.flush()
        own = tool in OURS
        python = sys.executable if own else str(_environment(tool))
        surroundings = {"PATH": os.environ["PATH"], "PYTHONHASHSEED": "0", "HOME": str(ROOM)}
        if own:
            surroundings["PYTHONPATH"] = str(ROOT)
        command = [python, str(ROOT / "benchmarks" / "peers_run.py"), tool, file.name]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, env=surroundings, cwd=ROOM, timeout=PATIENCE, check=False
            )
        except subprocess.TimeoutExpired:
            raise RuntimeError(f"took longer than {PATIENCE} s") from None
    if done.returncode:
        raise RuntimeError((done.stderr.strip().splitlines() or ["ended without a word"])[-1][:120])
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


def _environment(tool: str) -> Path:
    """Return the interpreter of a tool's environment, made and filled when it is not there."""
    folder = ROOM / tool
    python = folder / "bin" / "python"
    wanted = {**CHECKERS, **RANKERS}[tool]
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
    done = subprocess.run([*pip, f"{tool}=={wanted}"], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError("does not install from the package index")
    return python


def _checked(data: Path) -> Iterator[str]:
    for name, rows in pairs(data).items():
        wrong = sum(row.wrong for row in rows)
        yield f"\n**{name}**: {len(rows) - wrong} right, {wrong} wrong\n"
        yield "| tool | right ones accused | wrong ones let through | mean of both | pairs a second |"
        yield "|---|---:|---:|---:|---:|"
        task = {"kind": "pairs", "rows": [{"claim": row.claim, "source": row.source} for row in rows]}
        for tool in (*OURS, *CHECKERS):
            yield _row(tool, task, [row.wrong for row in rows])


def _row(tool: str, task: dict[str, Any], wrong: list[bool]) -> str:
    try:
        found = ask(tool, task)
    except RuntimeError as error:
        return f"| {tool} | not run: {error} | | | |"
    answers = found["answers"]
    accused = sum(a and not w for a, w in zip(answers, wrong, strict=True)) / max(1, wrong.count(False))
    passed = sum(w and not a for a, w in zip(answers, wrong, strict=True)) / max(1, wrong.count(True))
    speed = len(answers) / max(found["seconds"], 1e-9)
    name = tool if tool in OURS else f"{tool} {found['version']}"
    return f"| {name} | {accused:.1%} | {passed:.1%} | {(accused + passed) / 2:.1%} | {speed:,.0f} |"


def _ranked(data: Path) -> Iterator[str]:
    found = questions(data)
    if not found:
        return
    yield "\n**ranking the documents of a question** (nDCG@10; questions a second)\n"
    yield f"| tool |{''.join(f' {name}, {len(rows)} questions |' for name, (rows, _) in found.items())}"
    yield f"|---|{'---:|' * len(found)}"
    for tool in ("wellsourced", *RANKERS):
        cells, label = [], tool
        for rows, grades in found.values():
            try:
                answer = ask(tool, {"kind": "questions", "rows": rows})
            except RuntimeError as error:
                cells.append(f"not run: {error}")
                continue
            label = tool if tool in OURS else f"{tool} {answer['version']}"
            gains = [_gain(scores, judged) for scores, judged in zip(answer["answers"], grades, strict=True)]
            cells.append(f"{sum(gains) / len(gains):.3f}; {len(rows) / max(answer['seconds'], 1e-9):,.0f}")
        yield f"| {label} | {' | '.join(cells)} |"


def _gain(scores: list[float], judged: dict[str, int]) -> float:
    order = sorted(zip(scores, judged, strict=True), key=lambda pair: (-pair[0], pair[1]))
    return ndcg([name for _, name in order], judged) or 0.0


def tables(data: Path) -> str:
    """Return the comparison as Markdown."""
    lines = [
        f"Measured on {date.today().isoformat()}, Python {platform.python_version()}, one core, no network, no model.",
        f"Samples of at most {SAMPLE} rows of each set of the development half, on which our thresholds were tuned.",
        *_checked(data),
        *_ranked(data),
        "\nNot run:\n",
        *(f"- {name}: {reason}" for name, reason in NOT_RUN.items()),
    ]
    return "\n".join(lines) + "\n"


def write(text: str) -> None:
    """Put the tables into docs/comparison.md."""
    head = (
        "# Compared with other tools\n\n"
        "`make bench-peers DATA=dir` writes this page. Each tool gets one claim and the one source it cites, with its\n"
        "default settings, and either accuses the claim or lets it pass.\n\n"
    )
    PAGE.write_text(head + text, "utf-8")


def main() -> int:
    """Print the comparison; 0 also where the data is absent."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--write", action="store_true", help="into docs/comparison.md too")
    args = parser.parse_args()
    if not (args.data / "support").is_dir():
        print(f"not measured: {args.data} is not there")
        return 0
    ROOM.mkdir(parents=True, exist_ok=True)
    text = tables(args.data)
    print(text)
    if args.write:
        write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
