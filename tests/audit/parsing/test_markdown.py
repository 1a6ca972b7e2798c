"""What cannot cite is blanked, offset for offset; links and blocks stand where they stand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.parsing.markdown import blank, structure


@pytest.mark.parametrize(
    "text",
    [
        "see `a [1]` end",
        "```\n[1]\n```\n",
        "~~~py\nx[1]\n~~~\n",
        "    x = [1]\n",
        "<!-- [1] -->",
        "a <!-- [1]\n[2] --> b",
        "$x_{[1]}$",
        "$$\n[1, 3]\n$$",
        "![alt [1]](https://i.example/x.png)",
        "[text](https://x.example/?a[1]=b)",
        '[text](https://x.example "title [1]")',
        "https://x.example/?f[1][0]=y",
        "---\ntitle: on [1]\n---\n\ntext\n",
        "+++\ntitle = 'on [1]'\n+++\n\ntext\n",
        "<pre>\n[1]\n</pre>\n",
        '<a title="[1]">x</a>',
        "an ^[inline note [1] here] end",
        "<script>\nx[1]\n</script>\n",
    ],
)
def test_what_cannot_cite_is_blank(text: str) -> None:
    visible = structure(text).visible
    assert "[1" not in visible
    assert len(visible) == len(text)
    assert [c for c in visible if c in "\r\n"] == [c for c in text if c in "\r\n"]


@pytest.mark.parametrize(
    "text",
    [
        "a [1]",
        "It costs $5 [1] to $6.",
        "<sup>[1]</sup>",
        "<b>bold [1]</b>",
        "<div>\ntext [1]\n</div>",
        "- item [1]",
        "| a | b |\n|---|---|\n| x | [1] |",
        "> quote [1]",
        "## heading [1]",
        "https://x.example/page[1].",
        "a \\` b [1] \\`",
        "\ufeffa [1]",
        "ä 🌉 [1]",
        "\ud800 [1]",
    ],
)
def test_what_can_cite_stays(text: str) -> None:
    visible = structure(text).visible
    assert visible.index("[1]") == text.index("[1]")


def test_links_know_their_text_address_and_kind() -> None:
    text = "é [text](https://a.example), [t][1], [1][] and [2](https://b.example).\n\n[1]: https://c.example\n"
    found = [(text[link.start : link.end], link.text, link.url, link.kind) for link in structure(text).links]
    assert found == [
        ("[text](https://a.example)", "text", "https://a.example", "Inline"),
        ("[t][1]", "t", "https://c.example", "Reference"),
        ("[1][]", "1", "https://c.example", "Collapsed"),
        ("[2](https://b.example)", "2", "https://b.example", "Inline"),
    ]


def test_blocks_part_what_belongs_to_different_paragraphs() -> None:
    text = "# Ä head\n\nOne.\nTwo.\n\n- item\n\n| a | b |\n|---|---|\n| c | d |\n"
    shape = structure(text)
    blocks = [text[b.start : b.end] for b in shape.blocks]
    assert blocks == ["Ä head", "One.\nTwo.", "item", "a", "b", "c", "d"]
    assert [b.level for b in shape.blocks] == [1, 0, 0, 0, 0, 0, 0]


@given(st.text(alphabet="ab\r\n[1]", max_size=40), st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40))))
def test_blanking_keeps_length_and_line_ends(text: str, spans: list[tuple[int, int]]) -> None:
    inside = [(min(a, b, len(text)), min(max(a, b), len(text))) for a, b in spans]
    blanked = blank(text, inside)
    covered = {i for a, b in inside for i in range(a, b)}
    assert blanked == "".join(" " if i in covered and c not in "\r\n" else c for i, c in enumerate(text))


def test_a_thousand_stretches_are_blanked_as_one_is() -> None:
    text = "It é[1]\n" * 4_000
    assert blank(text, [(at, at + 3) for at in range(4, len(text), 8)]) == "It é   \n" * 4_000
