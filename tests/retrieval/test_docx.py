"""Texts of .docx files, made here of their parts."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from retrieval.docx import read_docx
from wellsourced_core.errors import InputError

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def paragraph(text: str, style: str = "", numbered: bool = False) -> str:
    number = "<w:numPr/>" if numbered else ""
    return f'<w:p><w:pPr><w:pStyle w:val="{style}"/>{number}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>'


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
    assert (
        read_docx(document(tmp_path / "a.docx", body)) == "## References\n\n- Okafor, C. (2014). Tides.\n\nTwo runs\n"
    )


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
