"""What the gate makes of questions over pools of pages that somebody wrote who had not seen it: fixtures/gate."""

from __future__ import annotations

import json
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from quality.composite import judge
from quality.gate import decide, named
from quality.options import Options
from wellsourced_core.model import Outcome, Source

FOLDER = Path(__file__).parent.parent.parent / "fixtures" / "gate"
DAY, OPTIONS = date(2026, 11, 1), Options()
QUESTIONS = [json.loads(line) for line in (FOLDER / "questions.jsonl").read_text("utf-8").splitlines()]


@cache
def pools() -> dict[str, tuple[Source, ...]]:
    rows = [json.loads(line) for line in (FOLDER / "pools.jsonl").read_text("utf-8").splitlines()]
    return {row["pool"]: tuple(map(page, row["pages"])) for row in rows}


def page(row: dict[str, str]) -> Source:
    published = date.fromisoformat(row["published"]) if len(row.get("published") or "") == 10 else None
    return Source(row["id"], row["url"], row["title"], row["text"], published)


def outcome(question: str, pool: str) -> Outcome:
    sources = pools()[pool]
    return decide(judge(question, sources, OPTIONS, DAY, [s.id for s in sources]), "standard", OPTIONS)


def group(name: str) -> list[dict[str, Any]]:
    return [row for row in QUESTIONS if row["group"] == name]


@pytest.mark.parametrize("row", group("five"), ids=lambda row: f"{row['id']}-{row['pool']}")
def test_the_questions_of_the_specification_come_out_as_it_says(
    row: dict[str, Any], snapshot: SnapshotAssertion
) -> None:
    found = outcome(row["question"], row["pool"])
    assert named(found) in row["expected"], row["why"]
    assert f"{row['question']} over {row['pool']}: {named(found)}: {found.decision.why}" == snapshot


@pytest.mark.parametrize("row", group("five"), ids=lambda row: f"{row['id']}-{row['pool']}")
def test_their_rewordings_come_out_alike(row: dict[str, Any]) -> None:
    for question in row["rewordings"]:
        assert named(outcome(question, row["pool"])) in row["expected"], question


def test_rumba_is_shorter_than_the_first_dance() -> None:
    assert named(outcome("First dance songs 2025", "firstdance_own")) == "full"
    assert named(outcome("Rumba flamenca vs Cuban rumba", "rumba_mixed")) == "short"


def shares(name: str) -> tuple[float, float, float]:
    """Return the share of right questions that are written, and of others not full and refused."""
    right = [named(outcome(row["question"], row["pool"])) for row in group(name) if row["kind"] == "right"]
    other = [
        named(outcome(row["question"], row["pool"])) for row in group(name) if row["kind"] not in ("right", "half")
    ]
    written = sum(one != "insufficient" for one in right) / len(right)
    not_full = sum(one != "full" for one in other) / len(other)
    return written, not_full, sum(one == "insufficient" for one in other) / len(other)


# What was reached, rounded down: a change that loses a question is seen. docs/scores.md says what is still missed.
@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("sixty", (0.99, 0.97, 0.86)),
        ("later", (0.78, 0.95, 0.95)),
        ("wide", (0.86, 0.90, 0.76)),
        ("reworded", (0.54, 0.96, 0.90)),
    ],
)
def test_right_questions_are_written_and_others_refused(name: str, least: tuple[float, float, float]) -> None:
    reached = shares(name)
    assert all(value >= bar for value, bar in zip(reached, least, strict=True)), reached


def test_no_question_is_settled_by_its_pool_alone() -> None:
    """Pools that are right for one question and wrong for another come out differently for each."""
    told: dict[str, set[str]] = {}
    for row in group("sixty"):
        told.setdefault(row["pool"], set()).add(named(outcome(row["question"], row["pool"])))
    assert {"full", "insufficient"} <= told["lisbon_rent"] | told["nyc_compost"]
    assert sum(len(one) > 1 for one in told.values()) >= 6
