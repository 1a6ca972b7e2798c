"""The diagnosis before any verdict: which shapes are judged, what joins them, and when nothing may be deleted."""

from __future__ import annotations

import pytest

from audit.case import Case
from audit.runner import AuditOptions, audit, open_case
from wellsourced_core.model import Source

NUMBERED = "\n\n## Sources\n\n1. https://s1.example/a\n2. https://s2.example/b\n"
BULLETS = "\n\n## Sources\n\n- [A](https://s1.example/a)\n- [B](https://s2.example/b)\n"
SOURCES = (Source("1", "https://s1.example/a", "A", "", n=1), Source("2", "https://s2.example/b", "B", "", n=2))


def opened(text: str, sources: tuple[Source, ...] = ()) -> Case:
    return open_case(text, sources, AuditOptions())


@pytest.mark.parametrize(
    ("text", "sources", "joined_by"),
    [
        ("A [1]. B [2]." + NUMBERED, (), "label"),
        ("A ([A](https://s1.example/a)). B." + BULLETS, (), "url"),
        ("A [1]. B [2]." + BULLETS, (), "position"),
        ("A [1]. B [2].", SOURCES, "sources"),
        ("A [1]. B [2]." + BULLETS, SOURCES, "sources"),
        ("A ([A](https://s1.example/a)).", SOURCES, "sources"),
        ("A. B." + NUMBERED, (), "none"),
        ("A [1].", (), "none"),
        ("A.[^1]" + NUMBERED, (), "label"),
    ],
)
def test_what_joins_markers_and_list(text: str, sources: tuple[Source, ...], joined_by: str) -> None:
    assert opened(text, sources).draft.style.joined_by == joined_by


def test_a_list_without_labels_leaves_the_bounds_to_the_sources() -> None:
    report = audit("A [1]. B [2]. C [7]." + BULLETS, SOURCES)
    assert [[ref.verdict for ref in m.refs] for m in report.markers] == [
        ["uncheckable"], ["uncheckable"], ["out-of-bounds"],
    ]  # fmt: skip


def test_a_shape_is_judged_once_one_of_it_joins() -> None:
    text = "A.¹ B.² C.⁹\n\n## Sources\n\n1. a\n2. b\n"
    assert [f.code for f in audit(text).findings] == ["C101"]
    lone = "A [1]. B [2]. It is 5 m² long.⁹" + NUMBERED
    assert [f.code for f in audit(lone).findings] == []


def test_an_unread_shape_withholds_every_fix_and_no_verdict() -> None:
    report = audit("A [1]. B [9]. C [^x]." + NUMBERED)
    assert sorted(f.code for f in report.findings) == ["C101", "C106", "R401"]
    assert all(f.fix is None for f in report.findings)


def test_membership_and_not_the_count_makes_the_bounds() -> None:
    report = audit("A [0]. B [7]. C [3].\n\n## Sources\n\n[0] a\n[7] b\n[4] c\n")
    assert [ref.verdict for m in report.markers for ref in m.refs] == ["uncheckable", "uncheckable", "out-of-bounds"]


def test_sections_have_their_own_lists_and_answers_pasted_together_are_reported() -> None:
    part = "## Part {0}\n\nA [1]. B [2].\n\n### Sources\n\n1. https://{0}1.example\n2. https://{0}2.example\n\n"
    sections = "# All\n\n" + part.format("x") + part.format("y")
    assert "R409" not in {f.code for f in audit(sections).findings}
    assert len(opened(sections).draft.scopes) == 2
    pasted = sections.replace("# All\n\n", "").replace("## Part", "# Part").replace("### Sources", "## Sources")
    report = audit(pasted)
    assert "R409" in {f.code for f in report.findings}
    assert all(f.fix is None for f in report.findings)


def test_a_truncated_list_is_reported_and_nothing_is_stripped() -> None:
    body = " ".join(f"Fact {n} [{n}]." for n in range(1, 12))
    report = audit(f"{body}\n\n## Sources\n\n1. https://s1.example\n2. https://s2.example\n3. https://s3.example\n")
    assert {f.code for f in report.findings} == {"C101", "R408"}
    assert all(f.fix is None for f in report.findings)


def test_a_list_that_nothing_cites_is_never_pruned() -> None:
    report = audit("A. B." + NUMBERED)
    assert [f.code for f in report.findings] == ["R407"]
    assert {entry.verdict for entry in report.references} == {"keep"}


NOTED = "The mill turns [1].[^1] It stands [2].[^2]" + NUMBERED


def test_notes_that_explain_are_no_second_source_of_a_number() -> None:
    case = opened(f"{NOTED}\n[^1]: An explanation, see [1].\n[^2]: Another one.\n")
    assert [m.raw for m in case.draft.markers] == ["[1]", "[2]", "[1]"]
    assert [case.texts.claim(m.sentence) for m in case.draft.markers][:2] == ["The mill turns .", "It stands ."]
    assert not {"R409", "R401", "C101", "C106"} & {f.code for f in audit(case.draft.text).findings}


def test_notes_that_cite_are_numbered_apart_from_the_list() -> None:
    text = f"{NOTED}\n[^1]: https://n1.example/\n[^2]: Lund (2020). https://n2.example/\n"
    case = opened(text)
    assert [[ref.label for ref in m.refs] for m in case.draft.markers] == [[1], ["^1"], [2], ["^2"]]
    assert [case.draft.references[c.reference].urls for c in case.citations if c.reference is not None] == [
        ("https://s1.example/a",),
        ("https://n1.example/",),
        ("https://s2.example/b",),
        ("https://n2.example/",),
    ]
    assert not {"R409", "R401", "C101"} & {f.code for f in audit(text).findings}
    lost = audit(text.replace("[2].[^2]", "[2].[^9]"))
    assert [f.message for f in lost.findings if f.code == "C101"] == ["the list of references has no entry ^9"]


def test_a_lone_marker_of_a_shape_that_is_not_judged_leaves_the_style_unread() -> None:
    case = opened("A \\[1\\]. B \\cite{lost}." + NUMBERED)
    assert case.draft.style.joined_by == "none"
    assert case.references.unreadable
