"""Whatever stands on a page stands in its lines, each piece once."""

from __future__ import annotations

from itertools import chain

from hypothesis import given
from hypothesis import strategies as st

from retrieval.pdf_layout import Piece, joined, lines_of, without_running_heads

_places = st.tuples(st.integers(0, 500), st.integers(0, 80), st.integers(10, 260))
_pages = st.lists(_places, max_size=60).map(
    lambda places: [Piece(str(i), x, 10 * y, x + wide, 10 * y + 9) for i, (x, y, wide) in enumerate(places)]
)


@given(_pages)
def test_every_piece_of_a_page_is_in_one_line(pieces: list[Piece]) -> None:
    found = list(chain.from_iterable(lines_of(pieces)))
    assert sorted(found, key=lambda one: int(one.text)) == pieces


@given(st.lists(_pages, max_size=6))
def test_only_what_stands_on_several_pages_goes(pages: list[list[Piece]]) -> None:
    lines = [lines_of(page) for page in pages]
    kept = without_running_heads(lines)
    assert len(kept) == len(pages)
    assert all(line in before for before, after in zip(lines, kept, strict=True) for line in after)
    if len(pages) < 2:
        assert kept == lines


@given(st.lists(st.text("ab. \n", max_size=20), max_size=8), st.integers(1, 60))
def test_pages_begin_in_the_text_that_they_make(pages: list[str], longest: int) -> None:
    text, starts = joined(pages, longest)
    assert len(text) <= longest
    assert list(starts) == sorted(starts)
    assert all(text.startswith(page[: longest - start], start) for page, start in zip(pages, starts, strict=False))
