"""What begins like no text is named for what it is; a text in any encoding is never taken for a binary."""

from __future__ import annotations

import gzip
import io
import os
import sqlite3
import sys
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.file_kinds import HEAD, refuse_binary, refuse_non_file
from wellsourced_core.errors import InputError


def database(folder: Path) -> bytes:
    with sqlite3.connect(folder / "x.sqlite") as connection:
        connection.execute("CREATE TABLE x (y)")
    connection.close()
    return (folder / "x.sqlite").read_bytes()


def archive(_: Path) -> bytes:
    with zipfile.ZipFile(made := io.BytesIO(), "w") as packed:
        packed.writestr("word/document.xml", "<x/>")
    return made.getvalue()


@pytest.mark.parametrize(
    ("make", "kind"),
    [
        (database, "is a corpus, or another SQLite database, not a list"),
        (archive, "is a ZIP archive, as .docx and .epub are, not a list"),
        (lambda _: gzip.compress(b"{}"), r"is compressed \(gzip\), not a list"),
        (lambda _: Path(sys.executable).resolve().read_bytes(), "is a program, not a list"),
        (lambda _: b"%PDF-1.4\n1 0 obj\n", "is a PDF, not a list"),
        (lambda _: b"text \xff\xfe\xfd text" * 9 + b"\0" * 9, "is a binary file, not a list"),
    ],
)
def test_what_is_no_text_is_named(tmp_path: Path, make, kind: str) -> None:
    with pytest.raises(InputError, match=f"^x: {kind}: name one"):
        refuse_binary("x", make(tmp_path)[:HEAD], "a list", "name one")


def test_where_a_corpus_belongs_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"--corpus$"):
        refuse_binary("x", database(tmp_path), "a list", "name one")


@given(st.text(min_size=1), st.sampled_from(("utf-8", "utf-8-sig", "utf-16", "utf-32")))
def test_a_text_is_never_a_binary_file(text: str, encoding: str) -> None:
    refuse_binary("x", text.replace("\0", " ").encode(encoding, "replace")[:HEAD], "a list", "name one")


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-16-le", "utf-16-be"])
def test_a_text_in_another_encoding_is_left_to_who_decodes_it(encoding: str) -> None:
    refuse_binary("x", ("Der Fluß führt Wasser. " * 999).encode(encoding)[:HEAD], "a list", "name one")


def test_what_is_in_the_place_of_a_file_is_named(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path, problem in ((tmp_path, "is a folder: name one"), (tmp_path / "pipe", "is not a regular file: name one")):
        with pytest.raises(InputError, match=problem):
            refuse_non_file(path, "name one")
    refuse_non_file(tmp_path / "absent", "name one")
    refuse_non_file(Path(__file__), "name one")
