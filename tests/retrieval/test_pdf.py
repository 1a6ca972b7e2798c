"""The text of a PDF as its readers see it, page by page."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from fakes.pdfs import Piece, pdf

from retrieval.extract import read_document
from retrieval.pdf import read_pdf
from retrieval.refused_file import RefusedFileError
from wellsourced_core.errors import InputError

LEFT = [
    "The first line of the left column is",
    "followed by a second one that goes to",
    "a third, where it ends. A fourth follows",
    "and is the last one of this column.",
]
RIGHT = [
    "The right column begins with this line",
    "has another one that goes on for as",
    "long as it can, and then it comes to an",
    "end here, below which nothing stands.",
]


def columns(number: int) -> list[Piece]:
    """Return a page whose file has its two columns line by line across."""
    pieces: list[Piece] = [(60, 800, "Reports of the sound")]
    for row, (left, right) in enumerate(zip(LEFT, RIGHT, strict=True)):
        pieces += [(60, 700 - 14 * row, f"{left}"), (320, 700 - 14 * row, right)]
    return [*pieces, (290, 40, f"{number}")]


def test_columns_are_read_one_after_the_other() -> None:
    text = read_pdf(pdf([columns(1)])).text
    assert " ".join(LEFT) in text.replace("\n", " ")
    assert " ".join(RIGHT) in text.replace("\n", " ")
    assert text.index(LEFT[-1]) < text.index(RIGHT[0])


def test_a_table_stays_row_by_row() -> None:
    rows = [("Year", "Passengers"), ("2021", "1,100"), ("2022", "1,201"), ("2023", "1,284"), ("2024", "1,302")]
    pieces: list[Piece] = []
    for row, (left, right) in enumerate(rows):
        pieces += [(60, 700 - 14 * row, left), (320, 700 - 14 * row, right)]
    assert read_pdf(pdf([pieces])).text.splitlines() == [" ".join(row) for row in rows]


def test_running_heads_and_page_numbers_go_and_the_first_page_keeps_what_names_it() -> None:
    head = (60.0, 800.0, "doi:10.5555/head.1")
    pages = [[head, (60.0, 600.0, f"Sentence {n} of the text."), (290.0, 40.0, f"Page {n}")] for n in (1, 2, 3)]
    found = read_pdf(pdf(pages))
    assert found.text == "Sentence 1 of the text.\n\nSentence 2 of the text.\n\nSentence 3 of the text."
    assert "10.5555/head.1" in found.opening


def test_each_page_begins_where_it_is_said_to() -> None:
    words = ("Alder", "Birch", "Cedar")
    found = read_pdf(pdf([[(60.0, 700.0, f"{word} trees stand here.")] for word in words]))
    assert [found.text[start:][:5] for start in found.pages] == list(words)


def test_a_sentence_that_goes_on_over_the_page_is_one_paragraph() -> None:
    found = read_pdf(pdf([[(60.0, 700.0, "The ferry crosses the")], [(60.0, 700.0, "sound twice an hour.")]]))
    assert found.text == "The ferry crosses the\nsound twice an hour."


def test_the_fixtures_are_read_whole(fixtures: Path) -> None:
    """Every five words in a row of the texts that the documents were made of stand in what is read of them."""
    folder = fixtures / "documents"
    made = {
        "download(3)": "batteries",
        "2405.01234v2": "hulls",
        "slides_final_v2": "slides",
        "noise-study-2022": "noise",
    }
    for document, text in made.items():
        read = read_pdf((folder / "article.sources" / f"{document}.pdf").read_bytes()).text.split()
        there = {tuple(read[i : i + 5]) for i in range(len(read))}
        words = (folder / "texts" / f"{text}.md").read_text("utf-8").replace("#", " ").split()
        wanted = [tuple(words[i : i + 5]) for i in range(len(words) - 4)]
        assert sum(one in there for one in wanted) >= 0.98 * len(wanted), document


def test_a_scan_has_pages_and_no_text(fixtures: Path) -> None:
    found = read_pdf((fixtures / "documents/article.sources/Marchetti-1987.pdf").read_bytes())
    assert (found.text, len(found.pages)) == ("", 1)


def test_j160_encrypted_and_damaged_documents_are_told_apart() -> None:
    whole = pdf([[(60.0, 700.0, "Text.")]])
    locked = "/Filter /Standard /V 1 /R 2 /P -4 /O <" + "00" * 32 + "> /U <" + "11" * 32 + ">"
    encrypted = whole.replace(b"trailer << ", f"trailer << /ID [<00> <00>] /Encrypt << {locked} >> ".encode())
    with pytest.raises(RefusedFileError, match="is encrypted"):
        read_pdf(encrypted)
    with pytest.raises(RefusedFileError, match="is broken"):
        read_pdf(b"%PDF-1.7\nnothing of the kind")
    with pytest.raises(RefusedFileError, match=r"is broken|has no page"):
        read_pdf(pdf([]))


def test_j160_a_document_that_is_cut_short_gives_what_is_there_or_is_refused() -> None:
    whole = pdf([[(60.0, 700.0, f"Page {n}.")] for n in range(5)])
    for end in range(0, len(whole), 97):
        with suppress(RefusedFileError):
            assert read_pdf(whole[:end]).text.count("Page") <= 5


def test_j162_a_document_that_takes_too_long_is_ended_and_the_next_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    small = pdf([[(60.0, 700.0, "The next one.")]])
    assert read_document(small, "pdf", "small.pdf").text == "The next one."
    line = "Words that stand on a line of a page. " * 2
    page = [(60.0, 800.0 - 8 * row, line) for row in range(90)]
    monkeypatch.setattr("retrieval.extract.FILE_TIME", 0.05)
    with pytest.raises(InputError, match=r"long\.pdf: takes too long to parse"):
        read_document(pdf([page] * 400), "pdf", "long.pdf")
    monkeypatch.undo()
    assert read_document(small, "pdf", "small.pdf").text == "The next one."
