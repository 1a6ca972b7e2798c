"""Numbers run 1, 2, 3 in order of first use, markers and entries together; or stay, and the reason is said."""

from __future__ import annotations

import pytest

from audit.editing.renumbering import renumber
from audit.repair import apply
from audit.runner import AuditOptions, open_case
from wellsourced_core.model import Source


def renumbered(text: str, sources: tuple[Source, ...] = (), *, follow: bool = False) -> tuple[str, str]:
    change = renumber(open_case(text, sources, AuditOptions()), sources_follow=follow)
    return apply(text, change.edits), change.refused


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("A [2]. B [1].\n\n## Sources\n\n1. a\n2. b\n", "A [1]. B [2].\n\n## Sources\n\n1. b\n2. a\n"),
        ("A [3]. B [7].\n\n## Sources\n\n[3] a\n[7] b\n", "A [1]. B [2].\n\n## Sources\n\n[1] a\n[2] b\n"),
        ("A [2, 1].\n\n## Sources\n\n1. a\n2. b\n", "A [1, 2].\n\n## Sources\n\n1. b\n2. a\n"),
        ("A [**2**, 1].\n\n## Sources\n\n1. a\n2. b\n", "A [1, 2].\n\n## Sources\n\n1. b\n2. a\n"),
        ("A [3-5].\n\n## Sources\n\n3. a\n4. b\n5. c\n", "A [1-3].\n\n## Sources\n\n1. a\n2. b\n3. c\n"),
        ("A.² B.¹\n\n## Sources\n\n1. a\n2. b\n", "A.¹ B.²\n\n## Sources\n\n1. b\n2. a\n"),
        ("A 【2】. B 【1】.\n\n## Sources\n\n1. a\n   more of a\n2. b\n",
         "A 【1】. B 【2】.\n\n## Sources\n\n1. b\n2. a\n   more of a\n"),
        ("A [10]. B [2].\r\n\r\n## Sources\r\n\r\n[2] in 2 parts\r\n[10] of 10",
         "A [1]. B [2].\r\n\r\n## Sources\r\n\r\n[1] of 10\r\n[2] in 2 parts"),
        ("A [2].\n\n## Sources\n\n1. never cited\n2. b\n", "A [1].\n\n## Sources\n\n1. b\n2. never cited\n"),
    ],
)  # fmt: skip
def test_entries_move_with_their_numbers(before: str, after: str) -> None:
    assert renumbered(before) == (after, "")
    assert renumbered(after) == (after, "")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("A [2]. B [9].\n\n## Sources\n\n1. a\n2. b\n", "out of bounds"),
        ("A.[^b] B.[^a]\n\n[^a]: a\n[^b]: b\n", "footnotes"),
        ("A [2]. B [1].\n\n## Sources\n\n- a\n- b\n", "no numbered list"),
        ("A.\n", "no numbered list"),
        ("A [2]. B [1].[^x]\n\n## Sources\n\n1. a\n2. b\n", "not read well enough"),
        ("A [2]. B [1].\n\n## Sources\n\n1. a\n2. b\n2. https://c.example\n", "not read well enough"),
    ],
)
def test_where_a_number_may_not_change_nothing_does(text: str, why: str) -> None:
    after, refused = renumbered(text)
    assert after == text
    assert why in refused


def test_a_source_tied_by_its_number_keeps_it_unless_it_follows() -> None:
    text = "A [2]. B [1].\n\n## Sources\n\n1. a\n2. b\n"
    sources = (Source("1", "", "a", "alpha", n=1), Source("2", "", "b", "beta", n=2))
    assert renumbered(text, sources) == (text, "a source is tied to its entry by the number alone")
    assert renumbered(text, sources, follow=True)[1] == ""
    tied = text.replace("1. a", "1. https://a.example").replace("2. b", "2. https://b.example")
    by_address = (Source("1", "https://a.example", "a", "alpha", n=1), Source("2", "https://b.example", "b", "b", n=2))
    assert renumbered(tied, by_address)[0].startswith("A [1]. B [2].")
