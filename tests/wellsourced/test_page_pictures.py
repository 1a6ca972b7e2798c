"""Pages are drawn for a report; what cannot be drawn is left out of it."""

from __future__ import annotations

from pathlib import Path

from fakes.pdfs import pdf

from wellsourced.page_pictures import draw


def test_a_page_is_drawn_and_what_is_none_is_not(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf([[(60.0, 700.0, "The only page.")]]))
    picture = draw(str(path), 1, "only page")
    assert picture is not None
    assert picture.startswith(b"\x89PNG")
    assert draw(str(path), 2, "only page") is None
    assert draw(str(tmp_path / "none.pdf"), 1, "only page") is None
