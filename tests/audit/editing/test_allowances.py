"""Comments that allow what an editor disagreed with: they silence just that, and nothing twice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.editing.allowances import allowances
from audit.repair import apply
from audit.runner import audit

DRAFT = (
    "# Ports\n\nThe first town has a port [7].\n\n- The second has one [8].\n- The third has one [9].\n\n"
    "The fourth has one [7]. The fifth too [8].\n\n## Sources\n\n1. One. https://a.example/\n"
)


def found(text: str) -> list[tuple[str, str]]:
    return [(one.id, one.code) for one in audit(text).findings]


def allowed(text: str, reasons: dict[str, str]) -> str:
    return apply(text, allowances(text, audit(text).findings, reasons).edits)


def test_a_comment_silences_what_it_was_written_for_and_a_second_run_changes_nothing() -> None:
    first = next(one for one in audit(DRAFT).findings if one.code == "C101")
    once = allowed(DRAFT, {first.id: "the list comes later"})
    assert "<!-- wellsourced: allow C101 the list comes later -->\nThe first town" in once
    assert found(once) == [row for row in found(DRAFT) if row[0] != first.id]
    assert allowed(once, {first.id: "the list comes later"}) == once


def test_nothing_is_silenced_that_was_not_disagreed_with() -> None:
    second = [one for one in audit(DRAFT).findings if one.code == "C101"][1]
    told = allowances(DRAFT, audit(DRAFT).findings, {second.id: "it is fine"})
    assert (told.edits, told.written, told.shared) == ((), 0, (second,))


@given(st.sets(st.integers(0, 9)), st.text(max_size=300))
def test_whatever_the_reason_only_what_was_disagreed_with_goes(chosen: set[int], reason: str) -> None:
    findings = audit(DRAFT).findings
    reasons = {one.id: reason for at, one in enumerate(findings) if at in chosen}
    told = allowances(DRAFT, findings, reasons)
    kept = {one.id for one in told.shared}
    gone = {name for name, _ in found(DRAFT)} - {name for name, _ in found(apply(DRAFT, told.edits))}
    assert gone == set(reasons) - kept
    assert len(gone) == told.written


@pytest.mark.parametrize("reason", ["--> <script>", "-", "", "a --- b", "<!-- x -->", "\n\n", "x" * 900])
def test_a_reason_never_ends_its_comment(reason: str) -> None:
    first = next(one for one in audit(DRAFT).findings if one.code == "C101")
    text = allowed(DRAFT, {first.id: reason})
    assert text.count("<!--") == text.count("-->") == 1
    assert first.id not in {name for name, _ in found(text)}


def test_line_ends_stay_what_they_are() -> None:
    draft = DRAFT.replace("\n", "\r\n")
    first = next(one for one in audit(draft).findings if one.code == "C101")
    assert "-->\r\nThe first town" in allowed(draft, {first.id: "why not"})
