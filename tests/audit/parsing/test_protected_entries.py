"""An entry is never deleted while something in brackets has its number."""

from __future__ import annotations

import pytest

from audit.repair import repair
from audit.runner import audit

LIST = "\n\n## Sources\n\n" + "".join(f"{n}. Report {n}. https://s{n}.example/a\n" for n in range(1, 5))

SPELLINGS = (
    *("[2 and 3]", "[2 & 3]", "[2/3]", "[2 to 3]", "[2, and 3]", "[2,\n3]", "[2‑3]", "[2−3]", "[2‐3]", "[2…3]"),
    *("[2..3]", "[2～3]", "[3-2]", "[see 2]", "[cf. 2]", "[2, emphasis added]", "[2a]", "[2.]", "[2?]", "[2\t]"),
    *("[\u00a02]", "[2\n]", "[**2**]", "[*2*]", "[2][]", "&#91;2&#93;", "[2\ufe0e]", "[\u202e2]", "[\u20632]"),
    *("[2\0]", "〔2〕", "〖2〗", "[２]", "[٢]", "[②]", "[<a>2</a>]", "[+2]", "[p. 3, 2]", "[2:3]", "[2→3]", "[n2]"),
    *("[2,3", "[2)", "(2]", "{2}", "<2>", "<ref>2</ref>", "«2»", "[`2`]", "[$2$]", "\\[2]", "[~~2~~]", "[1-3?]"),
)
PLACES = (
    *(
        "`[2]`",
        "<!-- [2] -->",
        "<!-- (2) -->",
        "![chart of [2]](a.png)",
        "^[see [2] too]",
        "[see 2](https://a.example/b)",
    ),
    "\n\n    code [2]\n\nIt",
)


@pytest.mark.parametrize("body", SPELLINGS + PLACES)
def test_j98_no_repair_deletes_an_entry_that_something_in_brackets_names(body: str) -> None:
    text = f"The dam held [1]. It was raised {body}. It was cut [4].{LIST}"
    for unsafe in (False, True):
        mended = repair(text, audit, unsafe=unsafe)
        assert "2. Report 2" in mended.text
        assert mended.settled


RANGES = (
    *("[1, …, 4]", "[1, 2, …, 4]", "[1&ndash;4]", "[1&#8211;4]", "[1&minus;4]", "[1&nbsp;-&nbsp;4]", "[1 \\- 4]"),
    *("<sup>1&ndash;4</sup>", "<sup>1</sup>–<sup>4</sup>", "[1] to [4]", "[1] … [4]", "[1]...[4]", "[1–,4]"),
    *("[1 until 4]", "[1 thru 4]", "¹–⁴", "[**1** – **4**]", "[1]\u2060–[4]"),
)


@pytest.mark.parametrize("body", RANGES)
def test_j98_no_repair_deletes_an_entry_that_a_range_spans(body: str) -> None:
    mended = repair(f"The dam held [1]. It was raised {body}. It was cut [4].{LIST}", audit)
    assert "2. Report 2" in mended.text
    assert "3. Report 3" in mended.text
    assert mended.settled


def test_j98_a_range_of_notes_holds_what_it_spans() -> None:
    notes = "".join(f"[^{n}]: Report {n}. https://s{n}.example/a\n" for n in range(1, 5))
    text = f"The dam held[^1]. It was raised [^1]-[^4]. It was cut[^4].\n\n{notes}"
    assert repair(text, audit).text == text


def test_j98_a_footnote_s_text_keeps_the_entry_that_it_names() -> None:
    text = f"The dam held [1]. It was raised[^a].{LIST}\n[^a]: He wrote it [2].\n"
    assert "2. Report 2" in repair(text, audit, unsafe=True).text


def test_what_holds_an_entry_is_said_and_the_others_go() -> None:
    text = f"The dam held [1]. It was raised `[2]`. It was cut [4].{LIST}"
    orphans = [f for f in audit(text).findings if f.code == "R401"]
    assert [bool(f.fix) for f in orphans] == [False, True]
    assert orphans[0].message == "nothing cites entry 2, but a bracket that is no marker has its number"
    mended = repair(text, audit).text
    assert "2. Report 2" in mended
    assert "3. Report 3" not in mended


def test_a_repeated_entry_that_a_bracket_names_is_not_merged_away() -> None:
    text = (
        "The dam held [1]. It was raised `[2]`.\n\n## Sources\n\n1. A. https://s.example/a\n2. B. https://s.example/a\n"
    )
    assert repair(text, audit).text == text
    assert repair(text.replace(" `[2]`", " [2]"), audit).text != text


@pytest.mark.parametrize(
    "body",
    [
        *("It obeys equation (2).", "It cost 2 [more or less].", "It stood at [the mill].", "It ran from 1 to 4."),
        *("See [2. Methods](#m).", "See the [top 2 list](https://u.example/x).", "It is $x_{2}$.", "So [2024-03-02]."),
        '\n\n```json\n{"a": [2], "b": [1, "…", 4]}\n```\n\nIt ran.',
    ],
)
def test_other_numbers_hold_nothing(body: str) -> None:
    text = f"The dam held [1]. {body} It was cut [4].{LIST}"
    assert "2. Report 2" not in repair(text, audit).text


@pytest.mark.parametrize("label", ["S2", "@b"])
def test_a_code_or_a_key_is_held_by_its_name(label: str) -> None:
    entries = {
        "S2": "[S1] A. https://a.example/1\n[S2] B. https://a.example/2",
        "@b": "- @a: A, https://a.example/1\n- @b: B, https://a.example/2",
    }
    cited = "[S1]" if label == "S2" else "[@a]"
    text = f"The dam held {cited}. It was raised `[{label}]`.\n\n## Sources\n\n{entries[label]}\n"
    assert repair(text, audit).text == text
    assert repair(text.replace(f" `[{label}]`", ""), audit).text != text
