"""Comments in a copy of a Word document."""

from __future__ import annotations

import io
import shutil
import subprocess
import zipfile
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from docx import Document
from docx.oxml.ns import qn
from fakes.word_files import note, paragraph, run, word
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.draft_formats.word import read
from retrieval.draft_formats.word_comments import AUTHOR, Comment, commented
from retrieval.refused_file import RefusedFileError

DAY = date(2026, 3, 1)
DATA = word(
    paragraph("Title", style="Heading1"),
    paragraph("Sales rose 5 percent in 2020 ", run("[1]", '<w:vertAlign w:val="superscript"/>'), " and &lt;so&gt; on."),
    paragraph("A note", note("footnote", 1), ", and an end."),
    footnotes={1: paragraph("What the note says.")},
)
TEXT = read(DATA).text


def about(words: str, said: str = "x") -> Comment:
    start = TEXT.index(words)
    return Comment(start, start + len(words), said)


def ranges(data: bytes) -> dict[str, str]:
    """Return the words that each comment is put on, by what it says."""
    document = Document(io.BytesIO(data))
    said = {str(one.comment_id): one.text for one in document.comments}
    open_now: set[str] = set()
    found = dict.fromkeys(said.values(), "")
    for element in document.element.body.iter():
        number: Any = element.get(qn("w:id"))
        if element.tag == qn("w:commentRangeStart"):
            open_now.add(number)
        elif element.tag == qn("w:commentRangeEnd"):
            open_now.remove(number)
        for one in open_now:
            if element.tag == qn("w:t"):
                found[said[one]] += element.text
            elif element.tag == qn("w:footnoteReference"):
                found[said[one]] += "*"
    assert not open_now
    return found


def test_a_comment_stands_around_the_very_words() -> None:
    comments = [
        about("rose 5", "one"),
        about("5 percent in 2020 <sup>[1]</sup>", "two"),
        about("[1]", "three"),
        about("so> on", "four"),
        about("the note says", "five"),
        about("Title", "six\nand more"),
    ]
    out = commented(DATA, comments, DAY)
    assert ranges(out) == {
        "one": "rose 5",
        "two": "5 percent in 2020 [1]",
        "three": "[1]",
        "four": "so> on",
        "five": "*",
        "six\nand more": "Title",
    }
    assert read(out).text == TEXT
    by = {(one.author, one.timestamp.date() if one.timestamp else None) for one in Document(io.BytesIO(out)).comments}
    assert by == {(AUTHOR, DAY)}


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(TEXT)), st.integers(0, 30)), max_size=6))
def test_wherever_comments_stand_the_text_stays(spans: list[tuple[int, int]]) -> None:
    comments = [Comment(start, start + length, f"c{n}") for n, (start, length) in enumerate(spans)]
    out = commented(DATA, comments, DAY)
    assert read(out).text == TEXT
    assert len(list(Document(io.BytesIO(out)).comments)) == len(comments)
    assert set(ranges(out)) == {one.text for one in comments}


def test_the_same_comments_are_the_same_bytes_of_no_day() -> None:
    out = commented(DATA, [about("rose")], DAY)
    assert out == commented(DATA, [about("rose")], DAY)
    with zipfile.ZipFile(io.BytesIO(out)) as archive:
        assert {part.date_time for part in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_older_comments_stay() -> None:
    once = commented(DATA, [about("rose", "first")], DAY)
    twice = commented(once, [about("2020", "second")], DAY)
    assert ranges(twice) == {"first": "rose", "second": "2020"}


def test_what_xml_cannot_hold_is_left_out_of_a_comment() -> None:
    out = commented(DATA, [about("rose", "a\x00b\ud800c\x0bd")], DAY)
    assert ranges(out) == {"abcd": "rose"}


def test_a_document_without_text_is_refused() -> None:
    with pytest.raises(RefusedFileError, match="holds no text that a comment could be put on"):
        commented(word(paragraph()), [Comment(0, 1, "x")], DAY)


@pytest.mark.skipif(not shutil.which("soffice"), reason="LibreOffice is not installed")
def test_libreoffice_opens_the_copy_with_its_comments_in_place(tmp_path: Path) -> None:
    copy = tmp_path / "copy.docx"
    copy.write_bytes(commented(DATA, [about("5 percent", "here")], DAY))
    home = f"-env:UserInstallation={(tmp_path / 'home').as_uri()}"
    subprocess.run(
        ["soffice", home, "--headless", "--convert-to", "odt", "--outdir", str(tmp_path), str(copy)],
        check=True,
        capture_output=True,
        timeout=300,
    )
    with zipfile.ZipFile(tmp_path / "copy.odt") as archive:
        content = archive.read("content.xml").decode()
    _, _, behind = content.partition("<office:annotation ")
    said, _, behind = behind.partition("</office:annotation>")
    assert "<dc:creator>wellsourced</dc:creator>" in said
    assert "here" in said
    assert behind.partition("<office:annotation-end")[0] == "5 percent"
