"""A draft as rendered: every word and marker of it stands there, in its place, and nothing of it is markup."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from wellsourced.formats._html.escaping import NOTHING, Html
from wellsourced.formats._html.layers import Marked, layers
from wellsourced.formats._html.rendered import rendered
from wellsourced_core.model import Severity

DRAFT = """---
title: Ports
---

# The *harbor* [1]

Fish &amp; salt, \\[not a marker\\], `code [1]`, <b>bold</b> and <sup>5</sup>. **Exports [1] grew** ([a
title](https://a.example/x "t")). See https://port.example/a_very/long_address/of_the_office?year=2024&page=7 or
![a map](map.png).

- one [1]
- two

  > loose

3. three

| year | tons [1] |
|---|--:|
| 2024 | 12 <br> |

<div onclick="alert(1)">
<script>alert(1)</script>
</div>

```py
x = "<[1]>"
```

A note.[^1]

[^1]: The *note*.

[1]: https://port.example "Port"
"""


class Reader(HTMLParser):
    """Reads words and tags, and checks that what is opened is closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags: list[str] = []
        self.open: list[str] = []
        self.markers: list[str] = []
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in ("br", "hr"):
            self.open.append(tag)
        if (dict(attrs).get("class") or "").startswith("m "):
            self.markers.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def marked(text: str) -> list[Marked]:
    return [Marked(m.start(), m.end(), m[0], "weak", "e1") for m in re.finditer(r"(?<!\\)\[1\](?!:)", text)]


def whole(text: str, **more: object) -> str:
    return NOTHING.join(rendered(text, layers(marked(text), **more)))  # type: ignore[arg-type]


def test_markdown_is_rendered_and_raw_html_stays_text(snapshot: SnapshotAssertion) -> None:
    page = whole(DRAFT)
    Reader(page)
    assert "<script" not in page
    assert "onclick=&#34;" in page
    assert "\n".join(rendered(DRAFT, layers(marked(DRAFT)))) == snapshot


def test_rows_end_where_sentences_do_and_what_is_open_goes_on() -> None:
    text = "**One [1]. Two** [1].\n"
    at = text.index(" Two")
    rows = list(rendered(text, layers(marked(text), breaks=(at,)), lambda until: Html("<i>%s</i>") % until))
    assert [Reader(row).tags.count("strong") for row in rows[:2]] == [1, 1]
    assert rows[0].endswith(f".</strong></p><i>{at}</i></div>")
    assert rows[1].startswith('<div class="r c"><p><strong>Two</strong>')


def test_what_findings_point_to_and_what_is_missing_is_marked() -> None:
    text = "Exports grew by *12 percent* in 2024 [1].\n"
    at = text.index("by")
    end = text.index(" in")
    shown = whole(text, shaded=[(at, end, Severity.ERROR)], missing=[(0, 7)])
    assert "<i class=gone>Exports</i>" in shown
    assert '<mark class="error">by </mark><em><mark class="error">12 percent</mark></em>' in shown


def test_the_tags_that_raise_a_marker_are_not_shown() -> None:
    text = "The mill works again.<sup>[1]</sup> H<sub>2</sub>O runs through it.\n"
    start = text.index("<sup>")
    raised = Marked(start, text.index(" H"), text[start : text.index(" H")], "supported", "e1")
    shown = NOTHING.join(rendered(text, layers([raised])))
    assert '<a class="m supported" href="#e1">[1]</a>' in shown
    assert "sup&gt;" not in shown
    assert "&lt;sub&gt;" in shown
    rows = list(rendered(text, layers([raised], breaks=[raised.end]), lambda until: Html("<i>%s</i>") % until))
    assert rows[0].endswith(f"[1]</a></p><i>{raised.end}</i></div>")
    assert rows[1].startswith('<div class="r c"><p>H')


def test_a_marker_of_which_nothing_is_rendered_is_shown_as_written() -> None:
    text = "See ![a [1]](x.png) there.\n"
    start = text.index("](x")
    lost = Marked(start, start + 8, text[start : start + 8], "weak", "e1")
    assert '<a class="m weak" href="#e1">](x.png)</a> there' in NOTHING.join(rendered(text, layers([lost])))


def test_long_addresses_are_folded_and_lead_where_they_say() -> None:
    page = whole(DRAFT)
    assert 'href="https://port.example/a_very/long_address/of_the_office?year=2024&amp;page=7"' in page
    assert ">port.example/…year=2024&amp;page=7<" in page


@pytest.mark.parametrize("text", ["javascript:alert(1)", "data:text/html,x", "vbscript:x"])
def test_i01_links_that_are_not_http_are_text(text: str) -> None:
    assert "<a" not in whole(f"[click]({text}) <{text}>\n")


ALPHABET = st.sampled_from(
    [*"ab *_`[]()<>#-|!&\n\\1.:é🏗\u202e$", "\n\n", "[1]", "http://a.b/", "<b>", "- ", "> ", "1. "]
)


@settings(max_examples=300)
@given(st.lists(ALPHABET, max_size=60).map("".join), st.lists(st.integers(0, 80), max_size=4))
def test_any_text_is_well_formed_and_shows_every_marker(text: str, breaks: list[int]) -> None:
    shown = layers(marked(text), breaks=sorted(set(breaks)))
    reader = Reader(NOTHING.join(rendered(text, shown)))
    assert len(reader.markers) >= len(shown.markers)


WORDS = st.sampled_from([*"ab *_.é🏗!\n", "\n\n", "[1]", "# ", "- ", "> ", "**"])


@settings(max_examples=300)
@given(st.lists(WORDS, max_size=60).map("".join), st.lists(st.integers(0, 80), max_size=4))
def test_every_letter_stands_there_once_and_in_order(text: str, breaks: list[int]) -> None:
    reader = Reader(NOTHING.join(rendered(text, layers(marked(text), breaks=sorted(set(breaks))))))
    assert [c for c in "".join(reader.words) if c in "abé🏗"] == [c for c in text if c in "abé🏗"]


def test_an_endless_line_is_cut_into_rows() -> None:
    rows = list(rendered("word " * 100_000, layers()))
    assert len(rows) > 200
    assert max(map(len, rows)) < 4_000
    unbroken = list(rendered("w" * 500_000, layers()))
    assert max(map(len, unbroken)) < 4_000


def test_deep_nesting_stays_shallow() -> None:
    page = whole("> " * 5_000 + "deep " + "*a " * 5_000 + "\n")
    depth = most = 0
    for tag in re.findall(r"<(/?)[a-z]", page):
        depth += -1 if tag else 1
        most = max(most, depth)
    assert most < 200
