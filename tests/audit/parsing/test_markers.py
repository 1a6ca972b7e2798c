"""Which strings are markers, in every dialect; which only look like one."""

from __future__ import annotations

import pytest

from audit.repair import repair
from audit.runner import AuditOptions, audit, open_case
from wellsourced_core.model import Source

SOURCES = "\n\n## Sources\n\n1. https://s1.example/a\n2. https://s2.example/b\n3. https://s3.example/c\n"


def read(body: str, entries: str = SOURCES) -> list[tuple[str, list[object]]]:
    draft = open_case(body + entries, (), AuditOptions()).draft
    return [(m.raw, [ref.label for ref in m.refs]) for m in draft.markers]


@pytest.mark.parametrize(
    ("body", "markers"),
    [
        ("It fell [1].", [("[1]", [1])]),
        ("It fell [ 1 ] and [01].", [("[ 1 ]", [1]), ("[01]", [1])]),
        ("It fell[1].", [("[1]", [1])]),
        ("It fell [1][2].", [("[1]", [1]), ("[2]", [2])]),
        ("It fell [1, 2; 3].", [("[1, 2; 3]", [1, 2, 3])]),
        ("It fell [1-3].", [("[1-3]", [1, 2, 3])]),
        ("It fell [1]–[3].", [("[1]–[3]", [1, 2, 3])]),
        ("It fell [1、2].", [("[1、2]", [1, 2])]),
        ("It fell ［2］ and 【1】.", [("［2］", [2]), ("【1】", [1])]),
        ("It fell 【3†source】 and 【3†L1-L9】.", [("【3†source】", [3]), ("【3†L1-L9】", [3])]),
        ("It fell [2, p. 14] and [1, pp. 2-5].", [("[2, p. 14]", [2]), ("[1, pp. 2-5]", [1])]),
        ("It fell [[1]](#ref-1).", [("[[1]](#ref-1)", [1])]),
        ("It fell [1](https://s1.example/a).", [("[1](https://s1.example/a)", [1])]),
        ("It fell [\\[1\\]](https://s1.example/a).", [("[\\[1\\]](https://s1.example/a)", [1])]),
        ("It fell \\[1\\], rose \\[2\\].", [("\\[1\\]", [1]), ("\\[2\\]", [2])]),
        ("It fell<sup>1</sup>, rose<sup>[2]</sup>.", [("<sup>1</sup>", [1]), ("<sup>[2]</sup>", [2])]),
        ("It fell.¹ It rose.⁽²⁾ It stood.⁽¹⁾⁽³⁾", [("¹", [1]), ("⁽²⁾", [2]), ("⁽¹⁾", [1]), ("⁽³⁾", [3])]),
        ("It fell in the markets.1 It rose again.2 3", [("1", [1]), ("2", [2]), ("3", [3])]),
        ("It fell.1 It rose.2 3 Then it stood.", [("1", [1]), ("2", [2]), ("3", [3])]),
        ("It fell.1 It rose.2, 3 Then it stood.", [("1", [1]), ("2", [2]), ("3", [3])]),
        ("It fell.1 It rose.2,3 Then it stood.", [("1", [1]), ("2,3", [2, 3])]),
        ("It fell.1 It rose.3 2 1\n\nThen it stood.", [("1", [1]), ("3", [3]), ("2", [2]), ("1", [1])]),
        ("It fell.1 It rose.2 3 “Then” it stood.", [("1", [1]), ("2", [2]), ("3", [3])]),
        ("It fell [Source 1] and [Ref. 2, 3].", [("[Source 1]", [1]), ("[Ref. 2, 3]", [2, 3])]),
        ("| it fell [1] | [2] |\n|---|---|\n| [3] | x |", [("[1]", [1]), ("[2]", [2]), ("[3]", [3])]),
    ],
)  # fmt: skip
def test_every_dialect_is_read(body: str, markers: list[tuple[str, list[object]]]) -> None:
    assert read(body) == markers


@pytest.mark.parametrize(
    "body",
    [
        "The loop starts at a[1] here.",
        "Use array[2] and values[3] then.",
        "A house of 120 m² and 5 km³.",
        "Dated with ¹³⁷Cs and <sup>16</sup>O at 10⁻³.",
        "It fell by 3.1 percent, see Fig. 2 there.",
        "In [1996] and [2003] it fell.",
        "The interval [0, 127] is closed.",
        "It is [x], [ ], [1a], [1.5], [-1], [²], [१].",
        "A lone \\[1\\] stays a bracket.",
        "Look at `[1]` and <!-- [2] --> and $[3]$.",
        "See https://x.example/filters[1][field]=2 for it.",
    ],
)
def test_what_only_looks_like_a_marker_is_none(body: str) -> None:
    assert read(f"It fell [1]. {body}") == [("[1]", [1])]


GLUED = "It fell in the markets.1 It rose again.2 "


@pytest.mark.parametrize(
    "body",
    [
        "Then it stood.7",
        "Then it stood.7 Nobody knew.",
        "“Then it stood.”7 Nobody knew.",
        "Then it stood (by a bit).7\nNobody knew.",
        "Then it stood.2,7 Nobody knew.",
        "Then it stood at 5%.7 Nobody knew.",
        "**Then it stood.**7 Nobody knew.",
        "**Then it stood.7** Nobody knew.",
    ],
)
def test_digits_glued_to_a_sentence_are_out_of_bounds_where_the_list_lacks_them(body: str) -> None:
    report = audit(GLUED + body + SOURCES)
    assert [f.message for f in report.findings if f.code == "C101"] == ["the list of references has no entry 7"]


@pytest.mark.parametrize(
    "body",
    [
        "It weighs 3.7 Then some.",
        "In v1.7 Nothing changed.",
        "Read notes.txt.7 Times.",
        "See a/b.7 There.",
        "See Fig.7 There.",
        "It is vitamin C.7 Nobody knew.",
        "It came at 10:07 Nobody knew.",
        "It stood.7 of them fell.",
        "It stood,7 Nobody knew.",
        "It stood in 2019.7 Nobody knew.",
        "It ends at kilometre.77 Nobody knew.",
        "It stood. 7 Of them fell.",
        "**7 Things** fell.",
    ],
)
def test_other_digits_behind_a_full_stop_are_no_citations(body: str) -> None:
    assert [raw for raw, _ in read(GLUED + body)] == ["1", "2"]
    assert "C101" not in {f.code for f in audit(GLUED + body + SOURCES).findings}


@pytest.mark.parametrize("text", ["It stood.7 Nobody knew.", "It stood.1 Nobody knew.7", "It [1] stood.2 It ran.7"])
def test_glued_digits_accuse_nobody_where_the_draft_does_not_cite_so(text: str) -> None:
    assert "C101" not in {f.code for f in audit(text + SOURCES).findings}


@pytest.mark.parametrize("digits", [".2 3 dogs barked.", ".2 9 Dogs barked.", ",2 3 of them barked."])
def test_digits_behind_glued_ones_that_may_count_withhold_every_fix(digits: str) -> None:
    text = f"The market fell.1 It rose again{digits}1" + SOURCES
    report = audit(text)
    assert [text[f.start : f.end] for f in report.findings if f.code == "C106"] == [digits[3]]
    assert all(f.fix is None for f in report.findings)


def test_no_digit_stays_behind_when_one_of_a_pair_is_taken_out() -> None:
    sources = [
        Source("1", "https://s1.example/a", "", "The market fell in May.", n=1),
        Source("2", "https://s2.example/b", "", "Tomatoes need sun and warm soil.", n=2),
        Source("3", "https://s3.example/c", "", "Bakers knead dough at dawn.", n=3),
    ]
    text = "The market fell in May.1 The pilots of Oslo struck.2 3 Bakers knead dough at dawn.3" + SOURCES
    fixed = repair(text, lambda draft: audit(draft, sources), unsafe=True).text
    assert fixed.startswith("The market fell in May.1 The pilots of Oslo struck. Bakers knead dough at dawn.3")


def test_a_numeric_label_of_a_link_cites_and_any_other_does_not() -> None:
    entries = "\n\n[1]: https://s1.example/a\n[2]: https://s2.example/b\n[guide]: https://g.example\n"
    body = "It fell ([site][1]), see [the report][2], [2][] and [the guide][guide]."
    assert read(body, entries) == [("([site][1])", [1]), ("[the report][2]", [2]), ("[2][]", [2])]


def test_links_joined_by_address_are_markers_and_ordinary_links_are_not() -> None:
    entries = "\n\n## Sources\n\n- [A](https://s1.example/a)\n- [B](https://s2.example/b)\n"
    body = (
        "It fell ([A](https://s1.example/a)). It rose [B](http://www.s2.example/b/). See [this](https://else.example)."
    )
    draft = open_case(body + entries, (), AuditOptions()).draft
    assert [m.raw for m in draft.markers] == ["([A](https://s1.example/a))", "[B](http://www.s2.example/b/)"]


def test_a_huge_number_is_out_of_bounds_and_a_huge_range_stays_small() -> None:
    body = f"It fell [{'9' * 5000}]. It rose [1-999999999]. It stood [1][2][3]."
    report = audit(body + SOURCES)
    assert [f.code for f in report.findings if f.code == "C101"] == ["C101", "C101"]
    assert [ref.label for ref in report.markers[1].refs] == [1, 2, 3, 999_999_999]


def test_a_range_that_runs_backwards_is_no_marker() -> None:
    assert read("It fell 【3-1】 and [3-1] and<sup>3-1</sup>. It rose 【1】.") == [("【1】", [1])]


def test_markers_that_stand_together_are_a_group() -> None:
    draft = open_case("A [1][2], [3] and [1].\n\n[2]\n\n[3] B." + SOURCES, (), AuditOptions()).draft
    assert [m.group for m in draft.markers] == [0, 0, 0, 1, 2, 3]
