"""Judgements of findings are joined to the audit as it is, and counted."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks import findings_sample
from benchmarks.read_findings import CAUSES, GONE, JUDGEMENTS, READ, joined, lines, wilson

KEPT = {"id", "draft", "set", "code", "severity", "judgement", "cause", "conditions"}
DRAFT = "The bridge opened in 1931 and cost 40 million euros [1].\n\n## References\n\n[1] source 1\n"
SOURCE = "The bridge opened in spring and cost 30 million euros. Walkers may cross the bridge on Sundays."


def row(id_: str, judgement: str, code: str = "N201") -> dict[str, str]:
    return {"id": id_, "draft": "d", "code": code, "severity": "error", "judgement": judgement, "cause": ""}


def test_what_was_read_is_counted_as_it_is_now_as_gone_or_as_unread() -> None:
    judged = [row("a", "right"), row("b", "wrong"), row("c", "trivial"), row("d", "unclear")]
    present = {("d", "a"): ("N201", "error"), ("d", "c"): ("N201", "note"), ("d", "e"): ("C102", "error")}
    found = {(one.code, one.severity): (dict(one.judged), one.unread) for one in joined(judged, present)}
    assert found == {
        ("C102", "error"): ({}, 1),
        ("N201", "error"): ({"right": 1}, 0),
        ("N201", "note"): ({"trivial": 1}, 0),
        ("N201", GONE): ({"wrong": 1, "unclear": 1}, 0),
    }


def test_the_table_says_right_and_right_or_trivial_apart_and_leaves_out_what_is_unclear() -> None:
    judged = [row("a", "right"), row("b", "wrong"), row("c", "trivial"), row("d", "unclear")]
    told = lines(joined(judged, {("d", one["id"]): ("N201", "error") for one in judged}))
    assert told[2] == "| N201 | error | 1 | 1 | 1 | 1 | 0.33 [0.06, 0.79] | 0.67 [0.21, 0.94] | 0 |"
    assert told[3].startswith("| all | error | 1 |")


@given(st.integers(0, 400), st.integers(1, 400))
@settings(deadline=timedelta(seconds=5))
def test_an_interval_holds_its_share_and_lies_in_the_unit(hits: int, of: int) -> None:
    low, high = wilson(min(hits, of), of)
    assert 0.0 <= low <= min(hits, of) / of + 1e-12
    assert min(hits, of) / of - 1e-12 <= high <= 1.0


def test_what_is_kept_is_ids_codes_and_causes_alone() -> None:
    rows = [json.loads(line) for line in READ.read_text("utf-8").splitlines()]
    assert len({(one["draft"], one["id"]) for one in rows}) == len(rows) >= 300
    for one in rows:
        assert one.keys() == KEPT
        assert one["judgement"] in JUDGEMENTS
        assert one["cause"] in CAUSES or (one["cause"] == "" and one["judgement"] == "right")
        assert all(len(value) < 60 for value in one["conditions"].values() if isinstance(value, str))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "drafts").mkdir()
    made = {
        "id": "draft:made-up",
        "question": "When did the bridge open?",
        "draft_markdown": DRAFT,
        "sources": [{"n": 1, "url": "", "title": "", "text": SOURCE}],
        "labels": [{"marker": 1, "claim": DRAFT.partition("\n")[0], "label": "unsupported"}],
    }
    (tmp_path / "drafts" / "drafts_hagrid.jsonl").write_text(json.dumps(made) + "\n", "utf-8")
    return tmp_path


def test_a_draw_is_the_same_twice_and_leaves_out_what_was_read(data: Path) -> None:
    drawn = findings_sample.draw(findings_sample.found(data))
    again = findings_sample.draw(reversed(list(findings_sample.found(data))))
    assert [one.finding.id for one in drawn] == [one.finding.id for one in again]
    first = drawn[0]
    rest = findings_sample.draw(drawn, frozenset({(first.draft, first.finding.id)}))
    assert [one.finding.id for one in rest] == [one.finding.id for one in drawn[1:]]


def test_a_finding_is_shown_with_its_source_and_kept_without_it(data: Path) -> None:
    drawn = [one for one in findings_sample.draw(findings_sample.found(data)) if one.finding.code == "N201"]
    assert {findings_sample.conditions(one)["form"] for one in drawn} == {"year", "unit"}
    assert all(SOURCE in findings_sample.shown(1, one) for one in drawn)
    kept = findings_sample.record(drawn[0])
    assert kept["conditions"]["label"] == "unsupported"
    assert "bridge" not in json.dumps(kept)
