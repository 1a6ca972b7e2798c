"""Where the list of references is, and what its entries are; which lists are none."""

from __future__ import annotations

import pytest

from audit.parsing.markdown import structure
from audit.parsing.reference_lists import ReferenceList, find_lists, names_list, urls_in


def lists(text: str) -> tuple[ReferenceList, ...]:
    return find_lists(text, structure(text))


def entries(text: str) -> list[tuple[object, int]]:
    return [(entry.label, entry.line) for found in lists(text) for entry in found.entries]


@pytest.mark.parametrize(
    "heading",
    ["## References", "References:", "**Sources**", "# 4. Sources", "IV. Quellen", "四、来源列表", "## 参考文献：",
     "Works cited", "### Références", "Источники", "## References (Selected Key Sources)", "Bibliografía"],
)  # fmt: skip
def test_a_heading_names_a_list_in_many_languages(heading: str) -> None:
    assert names_list(heading)


@pytest.mark.parametrize("heading", ["Sources of error", "Reference-level explanation", "Results", "Source code", ""])
def test_other_headings_name_none(heading: str) -> None:
    assert not names_list(heading)


@pytest.mark.parametrize(
    ("body", "shape", "labels"),
    [
        ("1. a\n2. b\n", "number", [1, 2]),
        ("1) a\n2) b\n", "number", [1, 2]),
        ("[1] a\n[2] b\n", "bracket", [1, 2]),
        ("- [1] a\n- [2] b\n", "bracket", [1, 2]),
        ("**[1]** a\n**[2]** b\n", "bracket", [1, 2]),
        ("【1】 a\n【2】 b\n", "bracket", [1, 2]),
        ("\\[1\\] a\n\\[2\\] b\n", "bracket", [1, 2]),
        ("[1]: https://a.example\n[2]: https://b.example\n", "definition", [1, 2]),
        ("[^1]: a\n[^note]: b\n", "footnote", [1, "note"]),
        ("[[1]](https://a.example) a\n[[2]](https://b.example) b\n", "link-label", [1, 2]),
        ("<sup>1</sup> a https://a.example\n<sup>2</sup> b https://b.example\n", "sup", [1, 2]),
        ("- [@kade2011] a\n- @lund2015: b\n", "key", ["kade2011", "lund2015"]),
        ("| 1 | a |\n| 2 | b |\n", "table", [1, 2]),
        ("- [a](https://a.example)\n- https://b.example\n", "bullet", [None, None]),
        ("[5] a\n[0] b\n[7] c\n", "bracket", [5, 0, 7]),
    ],
)
def test_every_shape_of_list_is_read_under_a_heading(body: str, shape: str, labels: list[object]) -> None:
    [found] = lists(f"It fell.\n\n## Sources\n\n{body}")
    assert found.shape == shape
    assert found.headed
    assert [entry.label for entry in found.entries] == labels


def test_an_entry_has_its_continuation_lines_and_its_addresses() -> None:
    first_lines = "1. First\n   https://a.example/x.\n\n   more (https://b.example/y_(z))\n"
    text = f"## Sources\n\n{first_lines}2. Second, doi:10.1000/xyz\n"
    [found] = lists(text)
    first, second = found.entries
    assert text[first.start : first.end].endswith("y_(z))")
    assert first.urls == ("https://a.example/x", "https://b.example/y_(z)")
    assert (second.label, second.line) == (2, 7)


def test_the_text_behind_a_list_is_no_entry() -> None:
    text = "## Sources\n\n1. a\n2. b\n\nA closing word.\n\n## Afterword\n\n1. step one\n2. step two\n"
    assert entries(text) == [(1, 3), (2, 4)]


def test_a_definition_with_a_word_is_no_part_of_a_list() -> None:
    text = "[1]: https://a.example\n[guide]: https://g.example\n[2]: https://b.example\n"
    found = lists(text)
    assert [entry.label for one in found for entry in one.entries] == [1, 2]
    assert all("guide" not in text[entry.start : entry.end] for one in found for entry in one.entries)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_setext_heading_names_a_list_whatever_the_line_ends(end: str) -> None:
    text = end.join(["It fell [1].", "", "Quellen", "-------", "", "1. a", "2. b", ""])
    assert entries(text) == [(1, 6), (2, 7)]


@pytest.mark.parametrize(
    "text",
    [
        "1. Measure the board.\n2. Cut it.\n3. Glue it.\n",
        "## Sources of error\n\n1. Rounding.\n2. Drift.\n",
        "## Slides\n\nWe saw [1] and [2].\n",
        "```\n[1]: https://a.example\n[2]: https://b.example\n```\n",
        "A caption: [1] [2]\n",
    ],
)
def test_what_is_no_list_of_references_is_none(text: str) -> None:
    assert lists(text) == ()


def test_a_list_needs_no_heading_where_its_entries_have_addresses() -> None:
    assert entries("It fell.\n\n[1] https://a.example\n[2] https://b.example\n") == [(1, 3), (2, 4)]
    assert entries("It fell.\n\n1. https://a.example\n2. https://b.example\n") == [(1, 3), (2, 4)]


def test_addresses_end_where_their_sentence_ends() -> None:
    assert urls_in("See https://a.example/b. Also (https://c.example/d), 10.1000/182.") == (
        "https://a.example/b", "https://c.example/d", "https://doi.org/10.1000/182",
    )  # fmt: skip
