"""Word documents that are none, that are damaged, encrypted, or made to do harm."""

from __future__ import annotations

import io
import sys
import zipfile
from pathlib import Path

import pytest
from fakes.word_files import changed, paragraph, word
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.draft_formats import read_draft
from retrieval.draft_formats.word import read
from wellsourced_core.errors import InputError

DATA = word(paragraph("A [1]."))
OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
BODY = "word/document.xml"


def archive(**parts: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name, content in parts.items():
            new.writestr(name.replace("__", "/").replace("_xml", ".xml"), content)
    return out.getvalue()


def refused(data: bytes) -> str:
    with pytest.raises(InputError) as error:
        read_draft(data, "a.docx")
    said = str(error.value)
    assert said.startswith("a.docx: ")
    assert "\n" not in said
    return said


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "is empty"),
        (b"no archive", "is not a .docx file: save it as .docx with a word processor, without a password"),
        (b"%PDF-1.7", "is not a .docx file"),
        (DATA[:-200], "is damaged"),
        (OLD + b"\0" * 600, "is in the format of an old .doc file"),
        (OLD + "EncryptedPackage".encode("utf-16-le"), "is encrypted: save it as .docx"),
        (archive(other_xml=b"<x/>"), "contains no document"),
        (archive(word__document_xml=b"<x/>"), "is damaged"),
        (changed(DATA, BODY, b"<w:body>", b"<w:body><w:p>"), "is damaged"),
        (
            changed(DATA, BODY, b"<w:document ", b"<!DOCTYPE x [<!ENTITY a 'ha'>]><w:document "),
            "declares a document type",
        ),
        (
            changed(DATA, "[Content_Types].xml", b"wordprocessingml.document.main", b"wordprocessingml.template.main"),
            "is a template, has macros",
        ),
        (changed(DATA, "word/numbering.xml", b'<w:start w:val="1"/>', b'<w:start w:val="x"/>'), "is damaged"),
        (changed(DATA, BODY, b"A [1].", b"<w:sdt>" * 300 + b"</w:sdt>" * 300), "is damaged"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_j180_what_is_no_word_document_is_refused_in_a_line(data: bytes, problem: str) -> None:
    assert problem in refused(data)


def test_j184_an_archive_that_unfolds_to_too_much_is_refused_before_it_does() -> None:
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as new:
        new.writestr(BODY, b" " * (70 * 1024 * 1024))
    assert len(bomb.getvalue()) < 100_000
    assert "unfolds to more than 64 MiB" in refused(bomb.getvalue())
    many = io.BytesIO()
    with zipfile.ZipFile(many, "w", zipfile.ZIP_DEFLATED) as new:
        new.writestr(BODY, b"<x/>")
        zeros = bytes(60 * 1024 * 1024)
        for number in range(5):
            new.writestr(f"word/media/{number}.png", zeros)
    assert "unfolds to more than 256 MiB" in refused(many.getvalue())


def test_j184_an_archive_that_lies_about_its_sizes_is_damaged() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        new.writestr(BODY, b" " * 1_000_000)
    size = (1_000_000).to_bytes(4, "little")
    assert "is damaged" in refused(out.getvalue().replace(size, (10).to_bytes(4, "little")))


def test_j185_macros_templates_and_links_of_a_document_are_not_followed(tmp_path: Path) -> None:
    target = tmp_path / "secret.txt"
    target.write_text("secret", "utf-8")
    relation = (
        b'<Relationship Id="rId900" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/'
        b'attachedTemplate" Target="' + target.as_uri().encode() + b'" TargetMode="External"/></Relationships>'
    )
    linked = changed(DATA, "word/_rels/document.xml.rels", b"</Relationships>", relation)
    assert read(linked).text == "A [1]."


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "docx", None)
    assert refused(DATA) == 'a.docx: cannot be read without python-docx: install "wellsourced[docx]"'
    monkeypatch.setitem(sys.modules, "pylatexenc.latexwalker", None)
    with pytest.raises(InputError, match=r'a\.tex: cannot be read without pylatexenc: install "wellsourced\[tex\]"'):
        read_draft(b"A text of which nothing is kept.", "a.tex")


def test_a_draft_that_is_too_large_is_refused_unread() -> None:
    with pytest.raises(InputError, match="is larger than 64 MiB: split the draft"):
        read_draft(bytes(65 * 1024 * 1024), "a.docx")


@settings(max_examples=60, deadline=None)
@given(st.integers(0, len(DATA) - 1), st.binary(min_size=1, max_size=8))
def test_j180_damage_anywhere_is_read_over_or_refused_in_a_line(at: int, damage: bytes) -> None:
    try:
        read_draft(DATA[:at] + damage + DATA[at + len(damage) :], "a.docx")
    except InputError as error:
        said = str(error)
    else:
        said = ""
    assert "\n" not in said
