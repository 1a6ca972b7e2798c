"""Read the text of a .docx file as Markdown: headings, paragraphs and list items, each on a line of its own.

Runs in a process that can be killed. Only the parts with text are looked at: macros, embedded files and links to other
files stay where they are.
"""

from __future__ import annotations

import re

from retrieval.html_page import LONGEST_TEXT, Extract
from retrieval.refused_file import RefusedFileError
from retrieval.safe_xml import elements, parse
from retrieval.zipped_parts import parts_of
from wellsourced_core.patterns import compiled

_KIND = "a .docx"
_BODY, _CORE = "word/document.xml", "docProps/core.xml"
_NOTES = ("word/endnotes.xml", "word/footnotes.xml")
_HEADING = compiled(r"(?:heading|title|berschrift|titre|titolo|kop)[ ]?[0-9]{0,2}", re.IGNORECASE)
_UNSEEN = ("w:del", "w:moveFrom", "mc:Fallback")  # deleted, moved away, told a second time


def read_docx(data: bytes) -> Extract:
    """Return a document as Markdown, a row of a table a line; what tracked changes delete is left out.

    Raises RefusedFileError for what is no such document, is locked or too large.
    """
    with parts_of(data, _KIND) as parts:
        if _BODY not in parts.names:
            raise RefusedFileError("contains no document")
        paragraphs = [_Paragraphs().read(parts.read(name)) for name in (_BODY, *_NOTES) if name in parts.names]
        properties = elements(parts.read(_CORE), _KIND) if _CORE in parts.names else []
    title = next((" ".join(one.text.split())[:500] for one in properties if one.name == "title"), "")
    lines = [line for part in paragraphs for line in part]
    return Extract(title, ("\n\n".join(lines) + "\n")[:LONGEST_TEXT] if lines else "")


class _Paragraphs:
    """Collects a part's paragraphs, and the rows of its tables."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.words: list[str] = []
        self.rows: list[list[list[str]]] = []  # the cells of each row that is open: tables stand in tables
        self.style, self.in_text, self.listed, self.unseen = "", False, False, 0
        self.in_table = False  # whether the last line is a row of one

    def read(self, data: bytes) -> list[str]:
        parse(data, self, _KIND)
        return self.lines

    def begin(self, tag: str, attributes: dict[str, str]) -> None:
        if tag in _UNSEEN:
            self.unseen += 1
        elif tag == "w:p":
            self.words, self.style, self.listed = [], "", False
        elif tag == "w:pStyle":
            self.style = attributes.get("w:val", "")
        elif tag == "w:numPr":
            self.listed = True
        elif tag == "w:t":
            self.in_text = not self.unseen
        elif tag in ("w:tab", "w:br"):
            self.words.append(" ")
        elif tag == "w:tr":
            self.rows.append([])
        elif tag == "w:tc" and self.rows:
            self.rows[-1].append([])

    def end(self, tag: str) -> None:
        if tag in _UNSEEN:
            self.unseen -= 1
        elif tag == "w:t":
            self.in_text = False
        elif tag == "w:p":
            text = " ".join("".join(self.words).split())
            if text:
                self.put(f"## {text}" if _HEADING.match(self.style) else f"- {text}" if self.listed else text)
            self.words = []
        elif tag == "w:tr" and self.rows:
            cells = [" ".join(cell) for cell in self.rows.pop()]
            if any(cells):
                self.put_row(" | ".join(cells))
        elif tag == "w:tbl":
            self.in_table = False

    def put(self, line: str) -> None:
        if self.rows and self.rows[-1]:
            self.rows[-1][-1].append(line)
        else:
            self.lines.append(line)

    def put_row(self, row: str) -> None:
        """Put a row below the one above it: a table is one paragraph."""
        if self.in_table and not self.rows:
            self.lines[-1] += f"\n{row}"
        else:
            self.put(row)
        self.in_table = not self.rows

    def add(self, text: str) -> None:
        if self.in_text:
            self.words.append(text)
