"""Which fixes are made in a round, and how edits become a text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.repair import apply, choose, repair
from audit.runner import audit
from wellsourced_core.model import Edit, FileReport, Finding, Fix, Severity, Source

TEXT = "It fell [1][9]. It rose [2].\n\n## Sources\n\n1. a\n2. b\n3. c\n"


def finding(code: str, safety: str | None, *edits: tuple[int, int, str], name: str = "") -> Finding:
    fix = Fix(safety, tuple(Edit(*edit) for edit in edits)) if safety else None  # type: ignore[arg-type]
    start = edits[0][0] if edits else 0
    return Finding(code, code.lower(), Severity.ERROR, "", start, start, 1, 1, name or code, fix)


def test_edits_are_made_in_one_pass_and_the_same_one_once() -> None:
    assert apply("abcdef", [Edit(4, 5, ""), Edit(0, 1, "X"), Edit(4, 5, "")]) == "Xbcdf"
    assert apply("abc", [Edit(1, 1, "-"), Edit(1, 2, "B")]) == "a-Bc"
    assert apply("abc", []) == "abc"


def test_overlapping_edits_are_refused() -> None:
    with pytest.raises(ValueError, match="overlap"):
        apply("abcdef", [Edit(0, 3, ""), Edit(2, 4, "")])


@given(st.text(max_size=30), st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30), st.text(max_size=3))))
def test_one_pass_equals_from_the_end(text: str, raw: list[tuple[int, int, str]]) -> None:
    edits, done = [], 0
    for wanted, length, new in sorted(raw):
        start = max(wanted, done)
        end = min(len(text), start + length)
        if start <= end:
            edits.append(Edit(start, end, new))
            done = end + 1
    expected = text
    for edit in reversed(edits):
        expected = expected[: edit.start] + edit.text + expected[edit.end :]
    assert apply(text, edits) == expected


def test_only_wanted_fixes_are_chosen() -> None:
    findings = [finding("C101", "safe", (0, 1, "")), finding("C102", "unsafe", (4, 5, "")), finding("C103", None)]
    assert [f.code for f in choose(findings)] == ["C101"]
    assert [f.code for f in choose(findings, unsafe=True)] == ["C101", "C102"]
    assert [f.code for f in choose(findings, only={"C102"})] == ["C102"]
    assert choose(findings, only=set()) == ()


def test_of_two_fixes_that_touch_the_safe_one_goes_first() -> None:
    findings = [finding("C102", "unsafe", (0, 5, "")), finding("R402", "safe", (3, 8, ""), (20, 30, ""))]
    assert [f.code for f in choose(findings, unsafe=True)] == ["R402"]


def test_an_entry_that_is_still_cited_waits_unless_it_is_named() -> None:
    findings = [finding("R401", "unsafe", (10, 20, ""), name="x")]
    assert choose(findings, unsafe=True) == ()
    assert [f.id for f in choose(findings, only={"x"})] == ["x"]


def test_safe_fixes_come_before_unsafe_ones() -> None:
    seen = []

    def look(text: str) -> FileReport:
        report = audit(text)
        left = {
            "safe": [finding("C101", "safe", (0, 1, ""))] if text.startswith("a") else [],
            "unsafe": [finding("C102", "unsafe", (len(text) - 1, len(text), ""))] if text.endswith("z") else [],
        }
        seen.append(text)
        return FileReport("x", text, report.style, 0, (), (), (*left["unsafe"], *left["safe"]))

    assert repair("a.z", look, unsafe=True).text == "."
    assert seen == ["a.z", ".z", "."]


def test_an_endless_repair_is_cut_off_and_said_to_be_so() -> None:
    def look(text: str) -> FileReport:
        return FileReport("x", text, audit("").style, 0, (), (), (finding("C101", "safe", (0, 0, "a")),))

    assert not repair("", look).settled


def test_a_marker_goes_and_the_entry_that_nothing_cites() -> None:
    done = repair(TEXT, audit)
    assert done.text == "It fell [1]. It rose [2].\n\n## Sources\n\n1. a\n2. b\n"
    assert sorted(f.code for f in done.fixed) == ["C101", "R401"]


def test_one_finding_is_fixed_by_its_id() -> None:
    [lost] = [f for f in audit(TEXT).findings if f.code == "C101"]
    assert repair(TEXT, audit, only={lost.id}).text == TEXT.replace("[9]", "")


def test_an_allowed_citation_keeps_its_entry() -> None:
    """The entry of a misattributed marker that may stand is never pruned from under it."""
    sources = (
        Source("1", "", "Bridges", "The old bridge opened in 1908 and carries two lanes.", n=1),
        Source("2", "", "Cooking", "Stir the soup slowly until the lentils are soft.", n=2),
    )
    text = (
        "The old bridge opened in 1908 [2].\n\n<!-- wellsourced: allow C102 the editor checked it -->\n"
        "The old bridge carries two lanes [2].\n\n## Sources\n\n1. Bridges\n2. Cooking\n"
    )
    done = repair(text, lambda draft: audit(draft, sources), unsafe=True)
    assert done.text == text.replace("1908 [2]", "1908 [1]")
