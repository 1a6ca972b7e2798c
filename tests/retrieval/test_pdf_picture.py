"""Pictures of pages: real PNG files, yellow where the passage stands."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest
from fakes.pdfs import pdf

from retrieval.extract import page_picture
from wellsourced_core.errors import InputError

PASSAGE = "Under water the electric ferries were 14 decibels quieter than the diesel ferry"


def marked_rows(png: bytes) -> tuple[int, list[int]]:
    """Return a picture's height, and the rows in which something is marked."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    chunks, at = {}, 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        chunks[png[at + 4 : at + 8]] = png[at + 8 : at + 8 + length]
        at += length + 12
    width, height = struct.unpack(">II", chunks[b"IHDR"][:8])
    rows = zlib.decompress(chunks[b"IDAT"])
    lines = [rows[y * (width + 1) + 1 : (y + 1) * (width + 1)] for y in range(height)]
    return height, [y for y, line in enumerate(lines) if max(line) >= 64]


@pytest.fixture(scope="module")
def study() -> bytes:
    return Path("fixtures/documents/article.sources/noise-study-2022.pdf").read_bytes()


def test_the_passage_is_marked_where_it_stands(study: bytes) -> None:
    height, rows = marked_rows(page_picture(study, 4, PASSAGE, "study"))
    assert rows
    assert max(rows) < height / 4  # it is in the first paragraph of its page
    assert page_picture(study, 4, PASSAGE, "study") == page_picture(study, 4, PASSAGE, "study")


def test_a_passage_of_another_page_marks_nothing(study: bytes) -> None:
    assert marked_rows(page_picture(study, 1, PASSAGE, "study"))[1] == []


def test_a_passage_over_columns_is_marked_line_by_line() -> None:
    pieces = [(60.0, 100.0, "The last line of the left column"), (320.0, 700.0, "goes on at the top of the right")]
    passage = "The last line of the left column\ngoes on at the top of the right"
    between = [(60.0, 80.0, "A note below the column"), *pieces[1:]]
    height, rows = marked_rows(page_picture(pdf([[pieces[0], *between]]), 0, passage, "page"))
    assert min(rows) < height / 3 < 2 * height / 3 < max(rows)


def test_a_page_that_is_not_there_is_refused(study: bytes) -> None:
    with pytest.raises(InputError, match="has no such page"):
        page_picture(study, 6, PASSAGE, "study")
