"""Groups of numbers in brackets: which are read, which are told, which are neither."""

from __future__ import annotations

import pytest

from audit.parsing.brackets import folded
from audit.repair import repair
from audit.runner import AuditOptions, audit, open_case
from wellsourced_core.model import Draft

LIST = "\n\n## Sources\n\n" + "".join(f"{n}. Report {n}. https://s{n}.example/a\n" for n in range(1, 6))


def draft(body: str, entries: str = LIST) -> Draft:
    return open_case(f"The dam held [1]. {body}{entries}", (), AuditOptions()).draft


def read(body: str) -> list[object]:
    return [ref.label for marker in draft(body).markers[1:] for ref in marker.refs]


GROUPS = [
    ("[2,\n3]", [2, 3]),
    ("[2,\r\n3]", [2, 3]),
    ("[2 and 3]", [2, 3]),
    ("[2, 4, and 5]", [2, 4, 5]),
    ("[2 & 3]", [2, 3]),
    ("[2 und 3]", [2, 3]),
    ("[2‑4]", [2, 3, 4]),
    ("[2−4]", [2, 3, 4]),
    ("[2‐3]", [2, 3]),
    ("[2～4]", [2, 3, 4]),
    ("[2]‑[4]", [2, 3, 4]),
    ("[2\t]", [2]),
    ("[\u00a02]", [2]),
    ("[2\n]", [2]),
    ("[2\0]", [2]),
    ("[**2**]", [2]),
    ("[*2*, *4*]", [2, 4]),
    ("[2][]", [2]),
    ("&#91;2&#93;", [2]),
    ("&lbrack;2, 3&rsqb;", [2, 3]),
    ("[2\ufe0e]", [2]),
    ("[\u202e2]", [2]),
    ("[\u20632]", [2]),
    ("〔2〕", [2]),
    ("〖2〗", [2]),
    ("［2，3］", [2, 3]),
    ("[<b>2</b>]", [2]),
    ("[Sources 2 and 3]", [2, 3]),
]


@pytest.mark.parametrize(("group", "labels"), GROUPS)
def test_a_group_is_read_however_it_is_written(group: str, labels: list[int]) -> None:
    assert read(f"It was raised {group}.") == labels


def test_a_group_may_break_in_a_quotation() -> None:
    body = "\n\n> It was raised in the\n> spring [2,\n> 4] of that year."
    assert read(body) == [2, 4]


@pytest.mark.parametrize("group", [group for group, labels in GROUPS if len(labels) == 1])
def test_j99_an_invented_number_is_found_in_every_spelling(group: str) -> None:
    text = f"The dam held [1]. It was raised {group.replace('2', '9').replace('50', '57')}.{LIST}"
    assert [f.code for f in audit(text).findings if f.code.startswith("C1") and f.code != "C104"] == ["C101"]
    mended = repair(text, audit).text
    assert mended.startswith("The dam held [1]. It was raised.")


@pytest.mark.parametrize(
    "group",
    ["[9 and 12]", "[9‑12]", "[1 and 9]", "[9 & 12]", "[see 9]", "[1/9]", "[9?]", "[&#57;]"],
)
def test_j99_an_invented_group_is_never_passed_over(group: str) -> None:
    codes = {f.code for f in audit(f"The dam held [1]. It was raised {group}.{LIST}").findings}
    assert codes & {"C101", "C106"}


@pytest.mark.parametrize(
    ("group", "left"),
    [
        ("[2 and 9]", "[2]"),
        ("[2, 3, and 9]", "[2, 3]"),
        ("[2‑9]", "[2-5]"),
        ("[2,\n9]", "[2]"),
        ("[**2**, **9**]", "[2]"),
        ("[**2**, 9]", "[2]"),
        ("[2, *9*]", "[2]"),
        ("[*2, 9*]", "[2]"),
        ("[9, __2__, *3*]", "[2, 3]"),
        ("[_2_, 9 p. 3]", "[2 p. 3]"),
        ("［**2**，9］", "［2］"),
        ("[2, <b>9</b>]", "[2]"),
        ("&#91;2, 9&#93;", "&#91;2&#93;"),
        ("〔2、9〕", "〔2〕"),
        ("[Sources 2 and 9]", "[Sources 2]"),
    ],
)
def test_a_group_keeps_what_is_listed(group: str, left: str) -> None:
    text = f"The dam held [1, 3-5]. It was raised {group}.{LIST}"
    mended = repair(text, audit).text
    assert mended == f"The dam held [1, 3-5]. It was raised {left}.{LIST}"
    assert repair(mended, audit).text == mended


@pytest.mark.parametrize(
    "body",
    [
        "[see 2]",
        "[cf. 2]",
        "[2?]",
        "[2.]",
        '["2"]',
        "[3-2]",
        "[2/3]",
        "[2a]",
        "[2, emphasis added]",
        '[<a href="#r2">2</a>]',
        "[2..9]",
        "[2 to 4]",
        "[2…4]",
        "[&#50;]",
        "[&#50;, 9]",
        "[2 and 3] of it",
        "[4+2]",
        "[5*]",
        "[２]",
        "［２，３］",
        "^[as he says [2]]",
    ],
)
def test_what_may_cite_is_told_and_holds_all_fixes(body: str) -> None:
    report = audit(f"The dam held [1]. It was raised {body}.{LIST}")
    assert [f.code for f in report.findings if f.code == "C106"] == ["C106"]
    assert not [f for f in report.findings if f.fix]


def test_a_number_in_a_footnote_that_only_explains_cites() -> None:
    report = audit(f"The dam held [1]. It was raised[^a].{LIST}\n[^a]: He wrote it [2].\n")
    assert [[ref.label for ref in marker.refs] for marker in report.markers] == [[1], [2]]


def test_a_number_in_a_footnote_that_is_an_entry_is_told() -> None:
    text = f"The dam held [1]. It was raised[^a].{LIST}\n[^a]: Rao, Dams (2019). He wrote it [2].\n"
    report = audit(text)
    assert "[2]" in {text[f.start : f.end] for f in report.findings if f.code == "C106"}
    assert not [f for f in report.findings if f.fix]


@pytest.mark.parametrize(
    "body",
    [
        "[sic] [2019] [1998 to 2001] [2026-01] [2023-24] [24-12-2025]",
        "[0, 1] [0…1] [0 to 1] [2 > 1] [2*3] [2_3] [2 × 3] [2 * 3] [>2] ⟦2⟧ [3.5] [-1] [+2] [50%] [10:30]",
        "[12/03] [01/02] [the 2 men] [2 men] [2nd] [2 kg] [2 et al.] [2 to]",
        "x[2] and arr[0][] and array[1..3] and `a[2 and 3]`",
        "[Figure 2] [RFC 2119] [see Figure 2] [see p. 2] [see 2019] [x] [१]",
        "[1\n\n2] and [1\n- 2]",
        "[`code` 2] and [$x$, 2]",
        "[see 2](https://a.example/b)",
    ],
)
def test_prose_in_brackets_is_no_marker(body: str) -> None:
    one = draft(f"It was raised {body}.")
    assert [m.raw for m in one.markers] == ["[1]"]
    assert not one.unread


COUNTED = (
    *("[1/2]", "[2a]", "[2, both of them]", "^[as in [2]]", "[1 to 2]", "[1..2]", "[1 … 2]", "[1 and 2] boats"),
    *("[1 & 2] euros", "[2*]", "[*2]", "[1+2]", "[2 + 2]", "[2-1]", "[02-01]", "[12-9]", "[12 to 15]", "[1 | 2]"),
    *("[2·1]", "[10 and 20] mg", "[1 and 2]\nboats"),
)


@pytest.mark.parametrize("body", COUNTED)
def test_what_counts_as_often_is_told_only_for_what_nothing_cites(body: str) -> None:
    one = draft(f"It was raised [2]. It fell {body}.")
    assert [m.raw for m in one.markers] == ["[1]", "[2]"]
    assert not one.unread


@pytest.mark.parametrize("behind", [".", ", and", " [4].", "\n\nIt", "\n- It", "", " (as said)"])
def test_numbers_that_a_word_joins_cite_where_the_sentence_pauses(behind: str) -> None:
    assert read(f"It was raised [2 and 3]{behind}")[:2] == ([2, 3] if "(" not in behind else [])


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("&#91;2&#93;", "[    2    ]"),
        ("&#x5B;&#50;&rsqb;", "[     &#50;     ]"),
        ("&#49;&#50;", "&#49;&#50;"),
        ("\\&#91;2", "\\&#91;2"),
        ("a&b; &amp; &#92;", "a&b; &amp; &#92;"),
        ("[\u200b2\ufe0f]", "[ 2 ]"),
        ("[\U000e00312]", "[ 2]"),
    ],
)
def test_a_text_is_folded_to_what_shows(text: str, shown: str) -> None:
    assert folded(text) == shown
    assert len(folded(text)) == len(text)


def test_a_tool_s_mark_in_other_brackets_is_told() -> None:
    one = draft("It was raised [2†source].")
    assert [m.raw for m in one.unread] == ["[2†source]"]
