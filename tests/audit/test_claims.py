"""Claims beside sources, each with what a careful reader says of it, held against the judgement behind `verify`."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from audit.pairs import Judgement, judge
from wellsourced_core.model import Claim, Pair, Source

FIXTURES = Path(__file__).parents[2] / "fixtures" / "claims"
EXPECTED = {"verdict", "statistics", "quotes", "findings", "best_other"}


def read() -> list[dict[str, Any]]:
    texts = [path.read_text("utf-8") for path in sorted(FIXTURES.glob("*.jsonl"))]
    return [json.loads(line) for text in texts for line in text.splitlines()]


ROWS = {row["id"]: row for row in read()}


@cache
def judged(name: str) -> Judgement:
    row = ROWS[name]
    source = Source("1", row.get("source_url", ""), row.get("source_title", ""), row["source_text"])
    return judge(Pair(Claim(row["claim"], speaker=row.get("speaker")), source, tuple(row.get("others", ()))))


def expecting(field: str) -> Any:
    return pytest.mark.parametrize("name", [name for name, row in ROWS.items() if field in row["expect"]])


def test_every_case_has_a_name_of_its_own_and_says_what_it_expects() -> None:
    assert max(Counter(row["id"] for row in read()).values()) == 1
    assert len(ROWS) >= 60
    for row in ROWS.values():
        assert row["expect"], row["id"]
        assert set(row["expect"]) <= EXPECTED, row["id"]


@expecting("verdict")
def test_verdict(name: str) -> None:
    assert judged(name).verdict in ROWS[name]["expect"]["verdict"]


@expecting("statistics")
def test_statistics(name: str) -> None:
    wanted = ROWS[name]["expect"]["statistics"]
    found = judged(name)
    assert [one.verdict for one in found.statistics] == wanted
    assert found.statistics_accepted is all(verdict in ("carried", "derived") for verdict in wanted)


@expecting("quotes")
def test_quotes(name: str) -> None:
    assert [one.verdict for one in judged(name).quotes] == ROWS[name]["expect"]["quotes"]


@expecting("findings")
def test_a_right_claim_is_left_alone_and_a_wrong_one_draws_its_rule(name: str) -> None:
    wanted, found = ROWS[name]["expect"]["findings"], judged(name).findings
    assert set(wanted) <= set(found) if wanted else not found


@expecting("best_other")
def test_the_source_that_fits_better_is_named(name: str) -> None:
    assert judged(name).best_other == ROWS[name]["expect"]["best_other"]
