"""A passage is on the page that has most of it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from audit.evidence_pages import on_page
from wellsourced_core.model import Document, Source, Span

TEXT = "x" * 100


def page(start: int, end: int, *pages: int) -> int:
    return on_page(Span(start, end, ""), Source("a", "", "", TEXT, document=Document("a.pdf", pages))).page


def test_a_passage_over_two_pages_is_on_the_one_with_more_of_it() -> None:
    assert [page(0, 5, 0, 40), page(40, 41, 0, 40), page(38, 50, 0, 40), page(30, 42, 0, 40)] == [1, 2, 2, 1]


def test_without_pages_there_is_none() -> None:
    assert page(0, 5) == 0
    assert on_page(Span(0, 5, ""), Source("a", "", "", TEXT)).page == 0


@given(st.lists(st.integers(1, 99), unique=True, max_size=9), st.integers(0, 99), st.integers(1, 30))
def test_the_page_is_one_that_the_passage_touches(breaks: list[int], start: int, length: int) -> None:
    pages, end = (0, *sorted(breaks)), min(100, start + length)
    found = page(start, end, *pages)
    assert max(pages[found - 1], start) < min((*pages, 100)[found] if found < len(pages) else 100, end)
