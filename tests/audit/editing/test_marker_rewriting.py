"""What is left where a marker, a part of it or an entry went: as if it had never stood there."""

from __future__ import annotations

import pytest

from audit.repair import repair
from audit.runner import audit

LIST = "## References\n\n[1] Bridges. https://s1.example/a\n[2] Ferries. https://s2.example/b\n[3] Piers. https://s3.example/c\n"
NUMBERS = (
    "## Notes\n\n1. Bridges. https://s1.example/a\n2. Ferries. https://s2.example/b\n3. Piers. https://s3.example/c\n"
)
ANCHOR = "All is well [1], [2] and [3]."  # keeps every entry cited


def fixed(body: str, entries: str = LIST, anchor: str = ANCHOR) -> str:
    """Return the body after the safe fixes; all entries are cited by the anchor below it."""
    tail = f"\n\n{anchor}\n\n{entries}"
    done = repair(body + tail, audit)
    assert done.settled
    assert done.text.endswith(tail)
    return done.text.removesuffix(tail)


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("It fell [9].", "It fell."),
        ("It fell[9].", "It fell."),
        ("It fell. [9]", "It fell."),
        ("It fell.[9] It rose.", "It fell. It rose."),
        ("It fell. [9] It rose.", "It fell. It rose."),
        ("It fell [9] and rose.", "It fell and rose."),
        ("It fell [9], and rose.", "It fell, and rose."),
        ("It fell [9]; it rose [9]: so it is [9]!", "It fell; it rose: so it is!"),
        ("It “fell” [9]” and ‘rose [9]’.", "It “fell”” and ‘rose’."),
        ("It (so they say [9]) fell.", "It (so they say) fell."),
        ("[9] It fell.", "It fell."),
        ("It fell\n[9] and rose.", "It fell\nand rose."),
        ("It fell [9]\nand rose.", "It fell\nand rose."),
        ("It fell [9]  \nand rose.", "It fell  \nand rose."),
        ("- [9] It fell.\n- It rose [9]", "- It fell.\n- It rose"),
        ("> [9] It fell.", "> It fell."),
        ("# It fell [9]\n\nIt rose.", "# It fell\n\nIt rose."),
        ("It fell **[9]**.", "It fell."),
        ("It fell __[9]__ and rose.", "It fell and rose."),
        ("It fell ([9]).", "It fell."),
        ("It fell (**[9]**).", "It fell."),
        ("It **fell [9]**.", "It **fell**."),
        ("It fell\u00a0[9].", "It fell."),
        ("It fell\t[9].", "It fell."),
        ("落ちた[9]。", "落ちた。"),
        ("It fell [9][8].", "It fell."),
        ("It fell [9], [8].", "It fell."),
        ("It fell ([9], [8]).", "It fell."),
        ("It fell **[9][8]** and rose.", "It fell and rose."),
        ("It fell [1][9].", "It fell [1]."),
        ("It fell [9][1].", "It fell [1]."),
        ("It fell [9], [1].", "It fell [1]."),
        ("It fell [1], [9].", "It fell [1]."),
        ("It fell [1]; [9]; [2] and rose.", "It fell [1]; [2] and rose."),
        ("It fell [8][9][1] and rose.", "It fell [1] and rose."),
        ("It fell ([9], [1]).", "It fell ([1])."),
        ("It fell **[9]** **[1]**.", "It fell **[1]**."),
    ],
)
def test_a_stripped_marker_leaves_no_trace(body: str, left: str) -> None:
    assert fixed(body) == left


def test_a_marker_goes_from_a_table_cell_and_the_table_stays() -> None:
    body = "| what | how much |\n|---|---|\n| rain [9] | 3 mm |\n| snow | [9] 2 cm |\n| hail | [9] |"
    left = "| what | how much |\n|---|---|\n| rain | 3 mm |\n| snow | 2 cm |\n| hail | |"
    assert fixed(body) == left


def test_a_marker_goes_from_behind_a_byte_order_mark() -> None:
    assert fixed("\ufeff[9] It fell.") == "\ufeffIt fell."


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_stay(end: str) -> None:
    text = f"It fell [9]{end}and rose [1].{end}{end}## References{end}{end}[1] Bridges. https://s1.example/a{end}"
    assert repair(text, audit).text == text.replace(" [9]", "")


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("It fell [1, 9].", "It fell [1]."),
        ("It fell [9, 1, 8].", "It fell [1]."),
        ("It fell [1; 9; 2].", "It fell [1; 2]."),
        ("It fell [1,9,2].", "It fell [1,2]."),
        ("It fell [2-4].", "It fell [2, 3]."),
        ("It fell [1-3, 9].", "It fell [1-3]."),
        ("It fell [1–4].", "It fell [1-3]."),
        ("It fell [2, 9, p. 14].", "It fell [2, p. 14]."),
        ("It fell [1]-[4].", "It fell [1-3]."),
        ("It fell [9-12].", "It fell."),
        ("It fell 【1、9】.", "It fell 【1】."),
        ("It fell 【9†source】.", "It fell."),
        ("It fell [Ref. 2, 9].", "It fell [Ref. 2]."),
        ("It fell [[1, 9]](#refs) [[9-12]](#refs).", "It fell [[1]](#refs)."),
    ],
)
def test_a_group_keeps_its_other_members(body: str, left: str) -> None:
    assert fixed(body, anchor=f"{ANCHOR} 【1】 【2†source】 [Ref. 3] [[3]](#refs)") == left


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("It fell.⁹", "It fell."),
        ("It fell¹ ⁹ and rose.", "It fell¹ and rose."),
        ("It fell.¹˒⁹", "It fell.¹"),
        ("It fell.⁽¹,⁹⁾", "It fell.⁽¹⁾"),
    ],
)
def test_superscripts_go_and_units_stay(body: str, left: str) -> None:
    anchor = "A house of 120 m² is well.¹ ² It is.³"
    assert fixed(body, NUMBERS, anchor) == left


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("It fell<sup>9</sup>.", "It fell."),
        ("It fell<sup>[9]</sup> and rose.", "It fell and rose."),
        ("It fell<sup>1, 9</sup>.", "It fell<sup>1</sup>."),
        ("It fell <sup>9</sup><sup>1</sup>.", "It fell <sup>1</sup>."),
    ],
)
def test_raised_numbers_go_with_their_tags(body: str, left: str) -> None:
    assert fixed(body, NUMBERS, "It is well<sup>1</sup><sup>2</sup><sup>3</sup>.") == left


def test_footnote_marks_without_a_note_go() -> None:
    notes = "[^1]: Bridges.\n    More of them.\n\n    A second paragraph.\n\n[^map]: Map of 1640."
    text = f"It fell.[^9] It rose.[^1][^map] It stood [^none].\n\n{notes}\n"
    assert repair(text, audit).text == f"It fell. It rose.[^1][^map] It stood.\n\n{notes}\n"


def test_pandoc_groups_lose_one_key_and_keep_locators() -> None:
    keys = "## References\n\n- @kade2011: Kade, Bridges. https://s1.example/a\n- @lund2015: Lund, Piers. https://s2.example/b\n"
    well = "All is well [@kade2011; @lund2015]."
    text = (
        f"{well} It fell [@kade2011, p. 7; @gone1999]. It rose [see @gone1999; @lund2015]. It is [@gone1999].\n\n{keys}"
    )
    left = f"{well} It fell [@kade2011, p. 7]. It rose [@lund2015]. It is.\n\n{keys}"
    assert repair(text, audit).text == left


def test_links_in_a_row_lose_the_one_that_is_not_listed() -> None:
    entries = "## Sources\n\n- [Bridges](https://s1.example/a)\n- [Piers](https://s2.example/b)\n"
    text = (
        "It fell ([Bridges](https://s1.example/a), [Lost](https://gone.example/x)). "
        f"It rose ([Piers](https://s2.example/b)). It is ([Lost](https://gone.example/x)).\n\n{entries}"
    )
    left = f"It fell ([Bridges](https://s1.example/a)). It rose ([Piers](https://s2.example/b)). It is.\n\n{entries}"
    assert repair(text, audit).text == text
    assert repair(text, audit, unsafe=True).text == left


# ---------------------------------------------------------------------------------------------------- entries

TEXT = "It fell [1]. It rose [3].\n\n"


def pruned(entries: str, text: str = TEXT) -> str:
    done = repair(text + entries, audit)
    assert done.text.startswith(text)
    return done.text.removeprefix(text)


@pytest.mark.parametrize(
    ("entries", "left"),
    [
        ("## Sources\n1. a\n2. b\n3. c\n", "## Sources\n1. a\n3. c\n"),
        ("## Sources\n\n1. a\n\n2. b\n\n3. c\n", "## Sources\n\n1. a\n\n3. c\n"),
        ("## Sources\n\n1. a\n2. b\n   more of b\n   https://b.example\n3. c\n", "## Sources\n\n1. a\n3. c\n"),
        ("## Sources\n\n1. a\n2. b\n\n   a second paragraph of b\n\n3. c\n", "## Sources\n\n1. a\n\n3. c\n"),
        ("## Sources\n\n2. b\n1. a\n3. c\n", "## Sources\n\n1. a\n3. c\n"),
        ("## Sources\n\n1. a\n3. c\n2. b", "## Sources\n\n1. a\n3. c\n"),
        ("## Sources\n\n[1] a\n[2] b\n[3] c\n\nThe end.\n", "## Sources\n\n[1] a\n[3] c\n\nThe end.\n"),
        ("## Sources\r\n\r\n1. a\r\n2. b\r\n3. c", "## Sources\r\n\r\n1. a\r\n3. c"),
        ("Sources\r-------\r\r1. a\r2. b\r3. c\r", "Sources\r-------\r\r1. a\r3. c\r"),
        ("[1]: https://a.example\n[2]: https://b.example\n[3]: https://c.example\n",
         "[1]: https://a.example\n[3]: https://c.example\n"),
        ("[1]: https://a.example\n[2]: https://b.example\n[guide]: https://g.example\n[3]: https://c.example\n",
         "[1]: https://a.example\n[guide]: https://g.example\n[3]: https://c.example\n"),
    ],
)  # fmt: skip
def test_an_orphan_goes_with_all_its_lines(entries: str, left: str) -> None:
    assert pruned(entries) == left


def test_a_line_of_several_labels_is_never_half_deleted() -> None:
    one = "[\\[1\\]](https://s1.example/a) [\\[2\\]](https://s1.example/a#b) Bridges"
    two = "[\\[3\\]](https://s2.example/c) [\\[4\\]](https://s2.example/c#d) Piers"
    three = "[\\[5\\]](https://s3.example/e) Ferries"
    text = (
        "It fell [\\[1\\]](https://s1.example/a). It rose [\\[5\\]](https://s3.example/e).\n\n"
        f"## References\n\n{one}\n\n{two}\n\n{three}\n"
    )
    report = audit(text)
    orphans = [f for f in report.findings if f.code == "R401"]
    assert len(orphans) == 3
    assert len([f for f in orphans if f.fix is not None]) == 1
    assert repair(text, audit).text == text.replace(f"{two}\n\n", "")


# ---------------------------------------------------------------------------------------------------- merging

COPY = "## Sources\n\n1. Bridges https://s1.example/a\n2. Ferries https://s2.example/b\n3. Bridges http://www.s1.example/a/\n"
MERGED = "## Sources\n\n1. Bridges https://s1.example/a\n2. Ferries https://s2.example/b\n"


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("It fell [3]. It rose [2].", "It fell [1]. It rose [2]."),
        ("It fell [1][3]. It rose [2].", "It fell [1]. It rose [2]."),
        ("It fell [3][1]. It rose [2].", "It fell [1]. It rose [2]."),
        ("It fell [3], [2].", "It fell [1], [2]."),
        ("It fell [3, 2].", "It fell [1, 2]."),
        ("It fell [1, 2, 3].", "It fell [1, 2]."),
        ("It fell [1-3].", "It fell [1, 2]."),
        ("It fell [3], [3], [1] and [2].", "It fell [1] and [2]."),
        ("It fell [3][3][2].", "It fell [1][2]."),
        ("It fell 【3†source】 [2].", "It fell 【1†source】 [2]."),
    ],
)
def test_markers_of_a_repeated_entry_move_to_the_first(body: str, left: str) -> None:
    assert repair(f"{body}\n\n{COPY}", audit).text == f"{left}\n\n{MERGED}"
