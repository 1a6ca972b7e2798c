"""Lists in several parts, tables, lists of another kind than the links, notes beside a list: what each answers."""

from __future__ import annotations

import pytest

from audit.repair import repair
from audit.runner import audit
from wellsourced_core.model import Source

SAID = "The weir of Ahlen was built in 1931 and raised twice"
SOURCES = tuple(
    Source(f"s{n}", f"https://w{n}.example/a", f"Weirs {n}", f"{SAID} after floods, as the river office tells.")
    for n in (1, 2, 3)
)
ONE, TWO, THREE = (f"https://w{n}.example/a" for n in (1, 2, 3))


def numbered(*labels: int) -> str:
    return " ".join(f"{SAID} [{n}]." for n in labels)


def linked(*numbers: int, form: str = "([Weirs](https://w{}.example/a))") -> str:
    return " ".join(f"{SAID} {form.format(n)}." for n in numbers)


def codes(text: str) -> list[str]:
    return sorted(f.code for f in audit(text, SOURCES).findings)


@pytest.mark.parametrize(
    "listed",
    [
        f"**Papers**\n\n[1] W {ONE}\n[2] M {TWO}\n\n**Pages**\n\n[3] F {THREE}",
        f"Papers:\n\n1. W {ONE}\n2. M {TWO}\n\nPages:\n\n3. F {THREE}",
        f"1. W {ONE}\n\n---\n\n2. M {TWO}\n3. F {THREE}",
        f"Papers\n\n1. W {ONE}\n2. M {TWO}\n\nWeb pages\n\n3. F {THREE}",
        f"### Papers\n\n1. W {ONE}\n2. M {TWO}\n\n### Pages\n\n3. F {THREE}",
        f"| # | Paper | Link |\n|---|---|---|\n| 1 | W | {ONE} |\n| 2 | M | {TWO} |\n| 3 | F | {THREE} |",
        f"### A\n\n| # | P |\n|--|--|\n| 1 | {ONE} |\n| 2 | {TWO} |\n\n### B\n\n| # | P |\n|--|--|\n| 3 | {THREE} |",
        f"**A**\n\n| # | P |\n|--|--|\n| 1 | {ONE} |\n| 2 | {TWO} |\n\n**B**\n\n| # | P |\n|--|--|\n| 3 | {THREE} |",
    ],
)
def test_a_list_in_parts_is_read_whole(listed: str) -> None:
    report = audit(f"{numbered(1, 2, 3)}\n\n## References\n\n{listed}\n", SOURCES)
    assert [(one.label, one.verdict) for one in report.references] == [(1, "keep"), (2, "keep"), (3, "keep")]
    assert not report.findings


@pytest.mark.parametrize(
    "listed",
    [
        f"**Papers**\n\n- [W]({ONE})\n\n**Pages**\n\n- [M]({TWO})\n- [F]({THREE})",
        f"| Paper | Year |\n|---|---|\n| [W]({ONE}) | 2019 |\n| [M]({TWO}) | 2020 |\n| [F]({THREE}) | 2021 |",
        f"### A\n\n| Paper |\n|---|\n| [W]({ONE}) |\n| [M]({TWO}) |\n\n### B\n\n| Page |\n|---|\n| [F]({THREE}) |",
    ],
)
def test_so_is_one_of_links(listed: str) -> None:
    report = audit(f"{linked(1, 2, 3)}\n\n## References\n\n{listed}\n", SOURCES)
    assert [one.verdict for one in report.references] == ["keep"] * 3
    assert not report.findings


def test_text_behind_a_list_is_no_part_of_it() -> None:
    text = f"{numbered(1, 2)}\n\n## References\n\n1. W {ONE}\n2. M {TWO}\n\nHow to cook:\n\n1. Peel\n2. Boil\n"
    assert len(audit(text, SOURCES).references) == 2


@pytest.mark.parametrize(
    ("listed", "form"),
    [
        ("- Lund, Weirs of Ahlen, 2019\n- Rao, Floods, 2020", "([Weirs](https://w{}.example/a))"),
        ("- Lund. Weirs. 2019.\n- Rao. Mills. 2020.", "\\[[Lund' 2019](https://w{}.example/a)\\]"),
        (
            f"| Paper | Year |\n|---|---|\n| [W]({ONE}) | 2019 |\n| [X](https://x.example/) | 2020 |",
            "([W](https://w{}.example/a))",
        ),
    ],
)
def test_a_link_that_a_list_of_another_kind_lacks_is_not_out_of_bounds(listed: str, form: str) -> None:
    text = f"{linked(1, 2, 8, 9, form=form)}\n\n## Bibliography\n\n{listed}\n"
    report = audit(text, SOURCES)
    assert not {f.code for f in report.findings} - {"C104", "R401"}
    assert sorted(f.message.partition("list of references has ")[2][:3] for f in report.findings if f.code == "C104")
    assert repair(text, lambda draft: audit(draft, SOURCES), unsafe=True).text == text


def test_a_link_that_a_list_of_links_lacks_still_is() -> None:
    listed = f"\n\n## Sources\n\n- [W]({ONE})\n- [M]({TWO})\n"
    assert codes(linked(1, 2, 9) + listed) == ["C101"]


def test_a_second_list_of_all_pages_visited_is_neither_pruned_nor_merged() -> None:
    visited = f"- {ONE}\n- {TWO}\n- https://w5.example/a\n"
    text = f"{linked(1, 2)}\n\n## Sources\n\n- [W]({ONE})\n- [M]({TWO})\n\n## Pages visited\n\n{visited}"
    assert codes(text) == ["R407"]
    assert repair(text, lambda draft: audit(draft, SOURCES), unsafe=True).text == text


def test_a_section_s_own_list_of_the_same_pages_is_cited() -> None:
    part = f"{linked(1, 2)}\n\n### Sources\n\n- [W]({ONE})\n- [M]({TWO})\n"
    assert "R407" not in codes(f"## One\n\n{part}\n## Two\n\n{part}")


def test_footnotes_that_only_explain_beside_a_list_are_notes() -> None:
    text = f"{SAID}.[^unit] {numbered(1)}\n\n[^unit]: In feet, as then.\n\n## References\n\n1. W {ONE}\n"
    assert not codes(text)
    assert len(audit(text, SOURCES).references) == 1


def test_gaps_in_the_labels_of_footnotes_are_no_fault() -> None:
    assert not codes(f"{SAID}.[^1] {SAID}.[^5]\n\n[^1]: W {ONE}\n[^5]: M {TWO}\n")


def test_a_list_without_addresses_is_not_uncited_for_links() -> None:
    listed = "\n\nSources:\n\n1. Weirs of Ahlen\n2. Floods of the north\n"
    assert not codes(linked(1, 2, form="[it is said](https://w{}.example/a)") + listed)


def test_a_bibliography_each_of_whose_works_is_named_is_not_uncited() -> None:
    text = f"{SAID} (Lund, 2019). {SAID} (Rao, 2020).\n\n## Bibliography\n\nLund. Weirs. 2019.\n\nRao. Mills. 2020.\n"
    assert "R407" not in codes(text)
    assert "R407" in codes(text + "\nIto. Floods. 2021.\n")
