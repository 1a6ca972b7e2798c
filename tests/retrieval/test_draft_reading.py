"""Drafts are read by the process that may be ended: the same text as here, within limits, one line for what fails."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from fakes.word_files import paragraph, word

import retrieval.draft_reading as module
from retrieval.draft_formats import read_draft
from retrieval.draft_reading import commented_apart, read_apart, read_text_apart
from retrieval.reader_process import reader
from wellsourced_core.errors import InputError

FIXTURES = Path(__file__).parents[2] / "fixtures" / "drafts-as-files"
FORMATS = ("docx", "html", "tex", "ipynb", "qmd", "Rmd")


@pytest.mark.parametrize("suffix", FORMATS)
def test_what_is_read_apart_is_what_is_read_here(suffix: str) -> None:
    path = FIXTURES / f"article.{suffix}"
    assert read_apart(path.read_bytes(), path.name) == read_draft(path.read_bytes(), path.name)


def test_pages_in_other_charsets_and_odd_characters_come_back_whole() -> None:
    page = "<p>Größe [1]</p>".encode("latin-1")
    assert read_apart(page, "a.html") == read_draft(page, "a.html")
    half = b'{"nbformat": 4, "cells": [{"cell_type": "markdown", "source": "half \\ud800 [1]\\n"}]}'
    assert read_apart(half, "a.ipynb") == read_draft(half, "a.ipynb")
    assert read_apart(b" \r\n", "a.tex") == read_draft(b" \r\n", "a.tex")


def test_a_text_that_a_fix_would_make_is_read_apart_too() -> None:
    assert read_text_apart("A \\emph{b} [1].", "a.tex").text == "A b [1].\n"
    with pytest.raises(InputError, match=r"a\.ipynb: is not JSON"):
        read_text_apart("{", "a.ipynb")


def test_quarto_is_read_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "reply", None)
    assert read_apart(b"::: {.note}\nA [1]\n:::\n", "a.qmd").text == "           \nA [1]\n   \n"


def test_j190_a_draft_that_takes_too_long_is_ended_and_the_next_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("retrieval.reader_process.FILE_TIME", 0.2)
    read_apart(b"Warm.", "a.tex")  # what has started has no time for its start
    with pytest.raises(InputError) as refused:
        read_apart(b"\\'e \\emph{x} [1]. " * 200_000, "long.tex")
    said = str(refused.value)
    assert said == "long.tex: takes too long to parse: save it again with the program that made it, or split it"
    monkeypatch.undo()
    assert read_apart(b"A [1].", "a.tex").text == "A [1].\n"


def test_j190_a_draft_that_takes_all_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "retrieval.reader_process._PROGRAM",
        "import retrieval.reader_worker as w; w._MEMORY = 200 << 20; w.main()",
    )
    reader.end()
    data = b'{"nbformat": 4, "cells": [{"cell_type": "markdown", "source": "' + b"a" * 60_000_000 + b'"}]}'
    with pytest.raises(InputError, match=r"^big\.ipynb: takes too much memory to read: split the draft$"):
        read_apart(data, "big.ipynb")
    reader.end()


def test_j190_a_draft_that_ends_its_reader_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    crash = "import os, sys; import retrieval.reader_worker as w; w._KINDS['draft'] = lambda *_: os.abort(); w.main()"
    monkeypatch.setattr("retrieval.reader_process._PROGRAM", crash)
    reader.end()
    with pytest.raises(InputError, match=r"^a\.docx: ends its parser: save it again"):
        read_apart(word(paragraph("A")), "a.docx")
    reader.end()


def test_j190_a_draft_that_is_answered_at_too_great_a_length_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("retrieval.reader_process._LONGEST_ANSWER", 1_000)
    with pytest.raises(InputError, match=r"^a\.html: holds too much to be read: "):
        read_apart(b"<p>word</p>" * 1_000, "a.html")


def test_a_reader_that_lost_its_parent_ends_itself() -> None:
    read_apart(b"A", "a.tex")
    assert reader.process is not None
    assert Path(f"/proc/{reader.process.pid}/status").is_file()
    os.kill(reader.process.pid, signal.SIGALRM)  # what it sets itself before it begins to read
    assert reader.process.wait() == -signal.SIGALRM


def test_comments_are_written_apart() -> None:
    from datetime import date

    from retrieval.draft_formats.word_comments import Comment, commented

    data, day = word(paragraph("It rose [1].")), date(2026, 1, 2)
    assert commented_apart(data, "a.docx", [(3, 7, "why")], day) == commented(data, [Comment(3, 7, "why")], day)
    with pytest.raises(InputError, match=r"^a\.docx: holds no text that a comment could be put on: audit it without"):
        commented_apart(word(paragraph("")), "a.docx", [(0, 1, "x")], day)
    assert module.__doc__
