"""Ninety drafts in the dialects of machines and people, each with its verdicts by hand: read as those say."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from audit.repair import repair
from audit.runner import AuditOptions, audit, open_case
from wellsourced_core.model import FileReport

DRAFTS = Path(__file__).parents[2] / "fixtures" / "drafts"
NAMES = sorted(path.stem for path in DRAFTS.glob("*.md"))
# Rules that only speak with texts at hand, and the one that fires wherever `--renumber` would change something.
NOT_LISTED = {"C105", "C108", "R403"}
drafts = pytest.mark.parametrize("name", NAMES)


@dataclass(frozen=True, slots=True)
class Sample:
    text: str
    expected: dict[str, Any]
    report: FileReport

    def place(self, raw: str, nth: int) -> int:
        """Return the offset of the nth occurrence (from 1, overlapping ones counted)."""
        at = -1
        for _ in range(nth):
            at = self.text.index(raw, at + 1)
        return at


@cache
def sample(name: str) -> Sample:
    text = (DRAFTS / f"{name}.md").read_bytes().decode("utf-8")
    expected = json.loads((DRAFTS / f"{name}.json").read_text("utf-8"))
    return Sample(text, expected, audit(text))


def test_every_draft_has_its_verdicts() -> None:
    assert len(NAMES) == 90
    assert sorted(path.stem for path in DRAFTS.glob("*.json")) == NAMES


@drafts
def test_markers_stand_where_they_stand_and_cite_what_they_cite(name: str) -> None:
    one = sample(name)
    wanted = [
        (one.place(m["raw"], m["nth"]), m["raw"], m["labels"] or [None])
        for m in one.expected["markers"]
        if m["verdict"] != "uncheckable-form"
    ]
    found = [(m.start, m.raw, [r.label for r in m.refs]) for m in one.report.markers]
    assert found == sorted(wanted)


@drafts
def test_a_marker_is_in_bounds_exactly_where_its_list_has_it(name: str) -> None:
    one = sample(name)
    verdicts = {m.start: m.refs for m in one.report.markers}
    for wanted in one.expected["markers"]:
        if wanted["verdict"] == "uncheckable-form":
            continue
        refs = verdicts[one.place(wanted["raw"], wanted["nth"])]
        out = [ref.label for ref in refs if ref.verdict == "out-of-bounds"]
        assert bool(out) == (wanted["verdict"] == "out-of-bounds"), wanted
        if out and out != [None]:
            assert out == wanted["out"]


@drafts
def test_what_cannot_be_judged_is_reported_and_what_is_no_marker_is_not(name: str) -> None:
    one = sample(name)
    unread = sorted((f.start, f.end) for f in one.report.findings if f.code == "C106")
    wanted = [
        (at := one.place(m["raw"], m["nth"]), at + len(m["raw"]))
        for m in one.expected["markers"]
        if m["verdict"] == "uncheckable-form"
    ]
    if "D903" not in one.expected["expected_findings"]:
        assert unread == sorted(wanted)
    taken = [(m.start, m.end) for m in one.report.markers] + unread
    for decoy in one.expected["not_markers"]:
        start = one.place(decoy["raw"], decoy["nth"])
        assert not [span for span in taken if span[0] < start + len(decoy["raw"]) and start < span[1]], decoy


@drafts
def test_references_are_read_with_label_line_and_verdict(name: str) -> None:
    one = sample(name)
    wanted = [(r["label"], r["line"], r["verdict"]) for r in one.expected["references"]]
    assert [(r.label, r.line, r.verdict) for r in one.report.references] == wanted


@drafts
def test_what_joins_markers_and_list_is_diagnosed(name: str) -> None:
    one = sample(name)
    joined_by = one.report.style.joined_by
    # A number that cites the list's n-th entry is a label, too.
    assert ("label" if joined_by == "position" else joined_by) == one.expected["style"]["joined_by"]


@drafts
def test_findings_are_the_expected_ones(name: str) -> None:
    one = sample(name)
    wanted, anywhere = [], []
    for finding in one.expected["expected_findings"]:
        code, _, place = finding.partition("@")
        if code in NOT_LISTED:
            continue
        if place.startswith("line "):
            wanted.append((code, int(place.removeprefix("line "))))
        elif place:
            raw, _, nth = place.rpartition("#")
            wanted.append((code, one.place(raw, int(nth))))
        else:
            anywhere.append(code)
    found = [f for f in one.report.findings if f.code not in NOT_LISTED]
    placed = [(f.code, f.line if f.code.startswith("R4") else f.start) for f in found if f.code not in anywhere]
    assert sorted(placed) == sorted(wanted)
    assert {f.code for f in found} >= set(anywhere)


@drafts
def test_fixes_are_offered_or_withheld(name: str) -> None:
    one = sample(name)
    fixes = [f for f in one.report.findings if f.fix is not None]
    if one.expected["fixes"] == "withheld":
        assert not fixes
    fixable = [f for f in one.report.findings if f.code in ("C101", "R401", "R402")]
    assert one.expected["fixes"] == "withheld" or not fixable or fixes


@drafts
@pytest.mark.parametrize("unsafe", [False, True], ids=["safe", "unsafe"])
def test_repair_destroys_nothing_legitimate(name: str, unsafe: bool) -> None:
    one = sample(name)
    repaired = repair(one.text, audit, unsafe=unsafe)
    assert repaired.settled
    for precious in one.expected["wrong_to_delete"]:
        assert precious in repaired.text
    assert repair(repaired.text, audit, unsafe=unsafe).text == repaired.text
    if one.expected["fixes"] == "withheld":
        assert repaired.text == one.text


@drafts
def test_a_draft_is_certain_where_fixes_are_offered(name: str) -> None:
    one = sample(name)
    draft = open_case(one.text, (), AuditOptions()).draft
    if one.expected["fixes"] == "withheld":
        assert not draft.certain or not draft.references
