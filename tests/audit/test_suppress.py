"""A comment in the draft allows a rule on a paragraph or a sentence, for a reason; one that allows nothing is told."""

from __future__ import annotations

import pytest

from audit.runner import audit

LIST = "\n\n## Sources\n\n1. a\n2. b\n"


def codes(body: str) -> list[tuple[str, int]]:
    return [(f.code, f.line) for f in audit(f"{body}\n\nWell [1][2].{LIST}").findings]


@pytest.mark.parametrize(
    "body",
    [
        "<!-- wellsourced: allow C101 lost on the way -->\nIt fell [9].",
        "<!-- wellsourced: allow citation-out-of-bounds lost on the way -->\nIt fell [9].",
        "It fell [9]. <!-- wellsourced: allow C101 lost on the way -->",
        "It fell\n[9]. <!-- wellsourced: allow C101 lost --> It rose.",
        "<!-- wellsourced: allow C101, C102 lost on the way -->\n\nIt fell [9].",
        "<!-- wellsourced: allow C101,C102 - lost on the way -->\r\nIt fell [9].",
        "<!--wellsourced:allow C101 lost\non the way-->\nIt fell [9].",
    ],
)
def test_an_allowed_rule_is_silent(body: str) -> None:
    assert codes(body) == []
    assert audit(f"{body}\n\nWell [1][2].{LIST}").suppressed == 1


def test_the_next_paragraph_is_not_covered() -> None:
    body = "<!-- wellsourced: allow C101 lost -->\nIt fell [9].\n\nIt rose [9]."
    assert codes(body) == [("C101", 4)]


ALLOW = "<!-- wellsourced: allow C101 lost -->"


@pytest.mark.parametrize(
    ("body", "left"),
    [
        (f"It fell [9]. {ALLOW} It rose [9].", 1),
        (f"It fell [9]. It rose {ALLOW} again [9]. It sank [9].", 2),
        (f"It fell [9]. {ALLOW}\nIt rose [9].", 1),
        (f"It fell [9].{ALLOW} It rose [9]. It sank [9]. {ALLOW}", 1),
        (f"- It fell [9]. {ALLOW}\n- It rose [9].", 1),
        (f"> It fell [9]. {ALLOW}\n> It rose [9].", 1),
        (f"# It fell [9] {ALLOW}\n\nIt rose [9].", 1),
        (f"[9] shows that it fell. {ALLOW} It rose [9].", 1),
        (f"{ALLOW}\nIt fell [9]. It rose [9].", 0),
        (f"{ALLOW}\nIt fell [9]. It rose [9]. {ALLOW} It sank [9].\n\nIt is gone [9].", 1),
        (f"It fell [9].\n{ALLOW}\nIt rose [9]. It sank [9].", 1),
    ],
)
def test_inside_a_paragraph_a_comment_speaks_of_its_sentence(body: str, left: int) -> None:
    assert [code for code, _ in codes(body) if code == "C101"] == ["C101"] * left


def test_in_a_list_of_references_a_comment_speaks_of_its_entry() -> None:
    entry = "Doe, J. (2020). A title. A journal."
    allow = "<!-- wellsourced: allow R401 read for background -->"
    report = audit(f"Well [1].\n\n## Sources\n\n1. a\n2. {entry} {allow}\n3. {entry} Again.\n")
    assert [(f.code, f.line) for f in report.findings] == [("R401", 7)]
    assert report.suppressed == 1


def test_the_sentence_that_a_comment_speaks_of_is_named_where_nothing_is_wrong_in_it() -> None:
    report = audit(f"It fell [9]. It rose. {ALLOW}\n\nWell [1][2].{LIST}")
    assert [f.code for f in report.findings] == ["C101", "D902"]
    assert report.findings[1].message.endswith("C101 silences nothing in its sentence")


@pytest.mark.parametrize(
    ("comment", "problem"),
    [
        ("<!-- wellsourced: allow C101 -->", "gives no reason"),
        ("<!-- wellsourced: allow because I say so -->", "names no rule"),
        ("<!-- wellsourced: allow C102 another rule -->", "silences nothing"),
        ("<!-- wellsourced: allow C999 a slip of the pen -->", "there is no rule C999"),
        ("<!-- wellsourced: allow misatributed-citation a slip -->", "there is no rule misatributed-citation"),
    ],
)
def test_a_comment_that_allows_nothing_is_reported(comment: str, problem: str) -> None:
    report = audit(f"{comment}\nIt fell [9].\n\nWell [1][2].{LIST}")
    [unused] = [f for f in report.findings if f.code == "D902"]
    assert problem in unused.message
    assert "C101" in {f.code for f in report.findings}


@pytest.mark.parametrize(
    "comment",
    [
        "<!-- wellsourced: alow C101 a slip -->",
        "<!-- wellsourced allow C101 no colon -->",
        "<!-- wellsourced C101 no verb -->",
        "<!-- well-sourced: allow C101 another name -->",
        "<!-- WELLSOURCED: ALLOW C101 shouted -->",
        "<!-- wellsourced: ignore C101 as elsewhere -->",
        f"<!-- wellsourced: allow C101 {'long ' * 90} -->",
        "<!-- wellsourced: allow-->",
    ],
)
def test_a_comment_that_is_meant_to_allow_and_cannot_be_read_is_reported(comment: str) -> None:
    report = audit(f"{comment}\nIt fell [9].\n\nWell [1][2].{LIST}")
    assert [f.code for f in report.findings] == ["D902", "C101"]
    assert "is not of the form <!-- wellsourced: allow CODE reason -->" in report.findings[0].message
    assert report.text[report.findings[0].start : report.findings[0].end] == comment


@pytest.mark.parametrize(
    "comment", ["<!-- wellsourced said no -->", "<!-- sourced well: allow C101 -->", "<!-- [9] -->"]
)
def test_other_comments_are_not_reported(comment: str) -> None:
    assert codes(f"{comment}\nIt fell [9].") == [("C101", 2)]


@pytest.mark.parametrize("rules", ["C101, C999", "C999,C101", "C101 , misatributed-citation", "C101 C999"])
def test_a_rule_that_does_not_exist_is_reported_beside_one_that_silences(rules: str) -> None:
    report = audit(f"<!-- wellsourced: allow {rules} checked -->\nIt fell [9].\n\nWell [1][2].{LIST}")
    [told] = report.findings
    assert told.code == "D902"
    assert "a part of this suppression" in told.message
    assert told.message.endswith(("no rule C999", "no rule misatributed-citation"))
    assert report.suppressed == 1


@pytest.mark.parametrize("reason", ["well-known fact", "B123 is its number", "X999", "see C-101"])
def test_a_reason_that_looks_like_a_rule_is_a_reason(reason: str) -> None:
    assert codes(f"<!-- wellsourced: allow C101 {reason} -->\nIt fell [9].") == []


@pytest.mark.parametrize("reason", ["", ".", "-", "…", "\u200b", "\u00a0", "\u3164", "\u200b.\u2060", "🙂", "[!]"])
def test_j119_a_reason_of_which_nothing_can_be_read_is_none(reason: str) -> None:
    report = audit(f"<!-- wellsourced: allow C101 {reason} -->\nIt fell [9].\n\nWell [1][2].{LIST}")
    assert [f.code for f in report.findings] == ["D902", "C101"]
    assert "gives no reason" in report.findings[0].message


@pytest.mark.parametrize("reason", ["x", "7", "#123", "見た", "\u200bseen"])
def test_j119_a_reason_needs_a_letter_or_a_digit(reason: str) -> None:
    assert codes(f"<!-- wellsourced: allow C101 {reason} -->\nIt fell [9].") == []


def test_an_allowed_finding_is_not_repaired() -> None:
    from audit.repair import repair

    text = f"<!-- wellsourced: allow C101 lost -->\nIt fell [9].\n\nWell [1][2].{LIST}"
    assert repair(text, audit).text == text


def test_an_ordinary_comment_allows_nothing() -> None:
    assert codes("<!-- allow C101 please -->\nIt fell [9].") == [("C101", 2)]
