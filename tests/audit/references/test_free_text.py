"""References as people write them: 120 in ten styles, and what else stands in lists."""

from __future__ import annotations

import unicodedata

import pytest
from fakes.registries import rows
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.references.free_text import read_reference
from wellsourced_core.model import WrittenReference

STYLES = rows("styles.jsonl")
PARSED_RIGHT = 0.99  # what is reached; 0.95 is asked for


def read(text: str) -> WrittenReference:
    return read_reference(text, key="1", line=1)


def letters(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", text.lower()) if c.isalnum())


def is_right(row: dict[str, object]) -> bool:
    one = read(str(row["text"]))
    return (
        letters(one.title) == letters(str(row["title"]))
        and [letters(author.family) for author in one.authors] == [letters(name) for name in row["authors"]]  # type: ignore[attr-defined]
        and (one.shortened, one.year, one.doi) == (row["shortened"], row["year"], row["doi"])
        and letters(one.venue) == letters(str(row["venue"]))
        and one.kind == "work"
    )


def test_the_styles_are_read_right() -> None:
    right = sum(map(is_right, STYLES))
    assert len(STYLES) == 120
    assert right >= PARSED_RIGHT * len(STYLES)


@pytest.mark.parametrize("style", sorted({row["style"] for row in STYLES}))
def test_each_style_is_read_right(style: str) -> None:
    own = [row for row in STYLES if row["style"] == style]
    assert sum(map(is_right, own)) >= 0.9 * len(own)


@pytest.mark.parametrize(
    ("text", "kind", "title", "families", "year", "venue"),
    [
        ("1. [The bridge report](https://bridges.example/report)", "other", "The bridge report", [], None, ""),
        ("- World Health Organization. (2021). Air in towns. Geneva: WHO.", "book", "Air in towns",
         ["World Health Organization"], 2021, "Geneva: WHO"),
        ("T. Bell, “Humming,” IEEE Trans. Sound Anal., vol. 3, Mar. 2016. [Online]. Available: x.y", "work",
         "Humming", ["Bell"], 2016, "IEEE Trans. Sound Anal"),
        ("Nyström K, Bell T (2016) Singing in rain. In: ICSP, pp 770-778", "work", "Singing in rain",
         ["Nyström", "Bell"], 2016, "ICSP"),
        ("Bell, Thomas. 2020. “Songs of Moss.” arXiv preprint arXiv:2005.14165.", "work", "Songs of Moss",
         ["Bell"], 2020, "arXiv preprint arXiv"),
        ("van Dijk, T. and de Vries, A., 2004. Talk and power. Discourse Notes, 15(2), pp.177-200.", "work",
         "Talk and power", ["van Dijk", "de Vries"], 2004, "Discourse Notes"),
    ],
)  # fmt: skip
def test_what_else_stands_in_lists(
    text: str, kind: str, title: str, families: list[str], year: int | None, venue: str
) -> None:
    one = read(text)
    assert (one.kind, one.title, [author.family for author in one.authors]) == (kind, title, families)
    assert (one.year, one.venue) == (year, venue)


@settings(max_examples=200)
@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    one = read(text)
    assert one.text == text
    assert one.kind in ("work", "book", "other")
    assert all(author.family or author.given for author in one.authors)
