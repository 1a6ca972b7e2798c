"""Texts of .docx files, made here of their parts."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from fakes.office import docx, zipped
from fakes.office import paragraph as plain

from retrieval.documents import READERS
from retrieval.docx import read_docx as read
from retrieval.refused_file import RefusedFileError
from wellsourced_core.errors import InputError

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def paragraph(text: str, style: str = "", numbered: bool = False) -> str:
    number = "<w:numPr/>" if numbered else ""
    return f'<w:p><w:pPr><w:pStyle w:val="{style}"/>{number}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>'


def read_docx(path: Path) -> str:
    (source,) = READERS[".docx"](path, path.name)
    return source.text


def document(path: Path, body: str, head: str = "") -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("word/document.xml", f"{head}<w:document {W}><w:body>{body}</w:body></w:document>")
    return path


def test_headings_and_items_are_told(tmp_path: Path) -> None:
    body = (
        paragraph("References", "Heading1")
        + paragraph("Okafor, C. (2014). Tides.", numbered=True)
        + "<w:p><w:r><w:t>Two </w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del>"
        + "<w:r><w:t>runs</w:t></w:r></w:p>"
    )
    assert read_docx(document(tmp_path / "a.docx", body)) == "## References\n\n- Okafor, C. (2014). Tides.\n\nTwo runs"


def test_j143_what_is_no_document_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.docx"
    with pytest.raises(InputError, match="there is no such file"):
        read_docx(path)
    path.write_bytes(b"no archive")
    with pytest.raises(InputError, match=r"is not a \.docx file"):
        read_docx(path)
    path.write_bytes(b"")
    with pytest.raises(InputError, match="is empty"):
        read_docx(path)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("other.xml", "<x/>")
    with pytest.raises(InputError, match="contains no document"):
        read_docx(path)
    laughs = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>'
    with pytest.raises(InputError, match="declares a document type"):
        read_docx(document(path, paragraph("&b;"), laughs))
    with pytest.raises(InputError, match=r"is not a \.docx file"):
        read_docx(document(path, "<w:p>"))


def test_a_table_is_read_row_by_row() -> None:
    cells = [("Car", "165"), ("", "90")]
    rows = "".join(f"<w:tr><w:tc>{plain(a)}</w:tc><w:tc>{plain(b)}</w:tc></w:tr>" for a, b in cells)
    text = read(docx(f"{plain('Tariffs')}<w:tbl>{rows}</w:tbl>{plain('End.')}")).text
    assert text == "Tariffs\n\nCar | 165\n | 90\n\nEnd.\n"


def test_what_was_moved_or_is_told_twice_is_read_once() -> None:
    moved = f"<w:moveFrom>{plain('Moved.')}</w:moveFrom>{plain('Moved.')}"
    box = plain("Box.")
    twice = f"<mc:AlternateContent><mc:Choice>{box}</mc:Choice><mc:Fallback>{box}</mc:Fallback></mc:AlternateContent>"
    assert read(docx(moved + twice)).text == "Moved.\n\nBox.\n"


def test_the_title_is_that_of_the_properties() -> None:
    core = '<cp:coreProperties xmlns:cp="cp" xmlns:dc="dc"><dc:title>Tide tables</dc:title></cp:coreProperties>'
    assert read(docx(plain("x"), {"docProps/core.xml": core})).title == "Tide tables"


def test_j161_a_document_with_a_password_is_named_as_such() -> None:
    with pytest.raises(RefusedFileError, match=r"is in the format of an old \.doc"):
        read(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600)
    locked = bytearray(docx(plain("x")))
    at = locked.index(b"PK\x01\x02")
    locked[at + 8] |= 1  # the flag of an encrypted part
    with pytest.raises(RefusedFileError, match="is encrypted"):
        read(bytes(locked))
    damaged = bytearray(docx(plain("word " * 500)))
    damaged[60:90] = b"\0" * 30
    with pytest.raises(RefusedFileError, match=r"is damaged|is not a"):
        read(bytes(damaged))


def test_j162_a_bomb_is_cut_while_it_unfolds() -> None:
    with pytest.raises(RefusedFileError, match="unfolds to more than 64 MiB"):
        read(docx("<w:p/>" + " " * 70_000_000))
    inside = docx("<w:p/>" + " " * 70_000_000)
    assert read(docx(plain("Read."), {"word/embeddings/inner.docx": inside})).text == "Read.\n"


def test_j163_macros_and_links_to_other_files_are_not_looked_at(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("the secret", "utf-8")
    link = (
        f'<Relationships><Relationship Id="r1" TargetMode="External" Target="{(tmp_path / "secret").as_uri()}"/>'
        "</Relationships>"
    )
    parts: dict[str, str | bytes] = {"word/vbaProject.bin": b"\0\1\2", "word/_rels/document.xml.rels": link}
    field = '<w:p><w:r><w:instrText> INCLUDETEXT "secret" </w:instrText></w:r><w:r><w:t>Seen.</w:t></w:r></w:p>'
    assert read(docx(field, parts)).text == "Seen.\n"
    with pytest.raises(RefusedFileError, match="contains no document"):
        read(zipped(parts))
