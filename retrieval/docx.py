"""Read the text of a .docx file as Markdown: headings, paragraphs and list items, each on a line of its own."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from xml.parsers import expat

from retrieval.storage import has_content, is_file
from wellsourced_core.errors import InputError, StorageError
from wellsourced_core.patterns import compiled

_BODY = "word/document.xml"
_NOTES = ("word/endnotes.xml", "word/footnotes.xml")
_LARGEST_FILE, _LARGEST_PART = 64 * 1024 * 1024, 64 * 1024 * 1024
_HEADING = compiled(r"(?:heading|title|berschrift|titre|titolo|kop)[ ]?[0-9]{0,2}", re.IGNORECASE)


def read_docx(path: Path) -> str:
    """Return a document as Markdown; what is deleted under tracked changes is left out.

    Raises InputError for what is no such document or too large, StorageError without permission.
    """
    try:
        if not is_file(path):
            raise InputError(path, "there is no such file", "check the path")
        if path.stat().st_size > _LARGEST_FILE:
            raise InputError(path, "is larger than 64 MiB", "save the list of references as a document of its own")
        if not has_content(path):
            raise InputError(path, "is empty", "save the document again")
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
            if _BODY not in names:
                raise InputError(path, "contains no document", "save it as .docx with a word processor")
            parts = [_part(archive, name, path) for name in (_BODY, *_NOTES) if name in names]
    except PermissionError as error:
        raise StorageError(path, "may not be read", "check its permissions") from error
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as error:
        raise InputError(path, "is not a .docx file", "save it as .docx with a word processor") from error
    except OSError as error:
        raise InputError(path, f"cannot be read ({error.strerror})", "check the path") from error
    body, *notes = [_Paragraphs(path).read(data) for data in parts]
    return "\n\n".join((*body, *(line for each in notes for line in each))) + "\n"


def _part(archive: zipfile.ZipFile, name: str, path: Path) -> bytes:
    """Return a part of the archive, never more of it than the limit, whatever size it claims to have."""
    with archive.open(name) as stream:
        data = stream.read(_LARGEST_PART + 1)
    if len(data) > _LARGEST_PART:
        raise InputError(path, "unfolds to more than 64 MiB", "save the list of references as a document of its own")
    return data


class _Paragraphs:
    """Collects a part's paragraphs; a document type, which no word processor writes, is refused."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lines: list[str] = []
        self.words: list[str] = []
        self.style, self.in_text, self.listed = "", False, False

    def read(self, data: bytes) -> list[str]:
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = self.refuse
        parser.StartElementHandler = self.begin
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.add
        try:
            parser.Parse(data, True)
        except expat.ExpatError as error:
            raise InputError(self.path, "is not a .docx file", "save it as .docx with a word processor") from error
        return self.lines

    def refuse(self, *_: object) -> None:
        raise InputError(self.path, "declares a document type", "save it as .docx with a word processor")

    def begin(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "w:p":
            self.words, self.style, self.listed = [], "", False
        elif tag == "w:pStyle":
            self.style = attributes.get("w:val", "")
        elif tag == "w:numPr":
            self.listed = True
        elif tag == "w:t":
            self.in_text = True
        elif tag in ("w:tab", "w:br"):
            self.words.append(" ")

    def end(self, tag: str) -> None:
        if tag == "w:t":
            self.in_text = False
        elif tag == "w:p":
            text = " ".join("".join(self.words).split())
            if text:
                self.lines.append(f"## {text}" if _HEADING.match(self.style) else f"- {text}" if self.listed else text)
            self.words = []

    def add(self, text: str) -> None:
        if self.in_text:
            self.words.append(text)
