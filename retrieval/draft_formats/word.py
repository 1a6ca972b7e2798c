"""A Word document as the audit reads it: paragraphs, notes and tables, and the run that each character is from.

python-docx opens the document and knows its styles; what it does not show (notes, fields, tracked changes) is read
from the same elements, because comments must go to the runs that the text came from.
"""

from __future__ import annotations

from typing import Any

from retrieval.draft_formats.draft_text import DraftText
from retrieval.draft_formats.weaver import LONGEST_NAME
from retrieval.draft_formats.word_numbers import Numbering
from retrieval.draft_formats.word_package import opened, whole
from retrieval.draft_formats.word_runs import FIELDS, THROUGH, Runs, W, by_field
from retrieval.draft_formats.word_spans import Span, as_markdown, in_cell, plain
from retrieval.draft_formats.word_works import Works
from wellsourced_core.model import Place, Places
from wellsourced_core.patterns import compiled
from wellsourced_core.untrusted import one_line
from wellsourced_core.values import frozen, replace

_LABEL = compiled(r"\[?[0-9]{1,4}[\].)]{0,2}")
_QUOTES = ("quote", "intense quote", "quotations", "block text")
_DEEPEST = 10  # styles that are based on others


@frozen
class Leaf:
    """Characters start to end of the text are those of an element of a run, from its ``first`` on.

    The text of a note is that of its mark, all of it at once.
    """

    start: int
    end: int
    element: Any
    first: int = 0


@frozen
class WordText:
    """A document, the text as read, and where each stretch of it is from."""

    document: Any
    read: DraftText
    leaves: tuple[Leaf, ...]


def read(data: bytes) -> DraftText:
    """Return a document's text. Raises RefusedFileError."""
    return read_word(data).read


def read_word(data: bytes) -> WordText:
    """Return a document with its text; tracked changes as accepted, hidden text left out. Raises RefusedFileError."""
    document = opened(data)
    with whole():
        return _Reader(document).read()


@frozen
class _Kind:
    """What a style makes of a paragraph: a heading of a level (0: none), a quotation, a line of a table of contents."""

    level: int = 0
    quoted: bool = False
    passed_over: bool = False


class _Reader:
    def __init__(self, document: Any) -> None:
        self.document = document
        self.numbering = Numbering(document)
        self.works = Works(document)
        self.runs = Runs(document, self.works)
        self.note_parts = {kind: self._note_part(kind) for kind in ("footnote", "endnote")}
        self.out: list[str] = []
        self.length = 0
        self.leaves: list[Leaf] = []
        self.rows: list[Place] = []
        self.kinds: dict[str | None, _Kind] = {}
        self.heading = ""
        self.listed = False  # the block before is an item of a list
        self.paragraphs = self.tables = 0
        self.marked_in: list[int] = []  # the paragraph of each note's mark

    def read(self) -> WordText:
        self._look_for_works()
        self._blocks(self.document.element.body)
        self._notes()
        text = "".join(self.out)
        rows = tuple(self.rows) or (Place(0, 1, 1, 1, exact=False),)
        return WordText(self.document, DraftText(text, Places(text, rows)), tuple(self.leaves))

    def _look_for_works(self) -> None:
        """Show all paragraphs to what joins citations with the bibliography: a list may stand before what cites it."""
        parts = [self.document.element.body, *(part for part in self.note_parts.values() if part is not None)]
        if not any(part.find(f".//{tag}") is not None for part in parts for tag in FIELDS):
            return
        runs = Runs(self.document, self.works)

        def look(parent: Any, *, listed: bool) -> None:
            for child in parent:
                if child.tag == f"{W}p":
                    spans = by_field(runs.as_shown(child))
                    shown = ((code, "".join(span.text for span in some)) for code, some in spans)
                    self.works.see(shown, listed=listed)
                else:
                    with runs.within(child):
                        look(child, listed=listed and child.tag != f"{W}tbl")

        for part in parts:
            look(part, listed=part is parts[0])
        self.works.join()

    def _blocks(self, parent: Any) -> None:
        for child in parent:
            if child.tag == f"{W}p":
                self._paragraph(child)
            elif child.tag == f"{W}tbl":
                self._table(child)
            elif child.tag in THROUGH:
                with self.runs.within(child):
                    self._blocks(child)
            self.marked_in += [max(1, self.paragraphs)] * (len(self.runs.notes) - len(self.marked_in))

    def _paragraph(self, element: Any) -> None:
        from docx.text.paragraph import Paragraph

        self.paragraphs += 1
        paragraph = Paragraph(element, self.document._body)
        spans = self.runs.of(element)
        label = self.numbering.label(paragraph)
        kind = self._kind_of(paragraph)
        shown = " ".join(plain(spans).split())
        if not shown or kind.passed_over:
            return
        label = label or self.works.label(shown)
        name = f"paragraph {self.paragraphs}"
        if kind.level:
            self.heading = one_line(shown, LONGEST_NAME)
            name += f", the heading “{self.heading}”"
        elif self.heading:
            name += f" under “{self.heading}”"
        listed = bool(label) and not kind.level
        self._begin(self.paragraphs, name, tight=listed and self.listed)
        self._write([Span("#" * kind.level + " " if kind.level else "> " if kind.quoted else label), *spans])
        self.listed = listed

    def _kind_of(self, paragraph: Any) -> _Kind:
        """Look each style up once: python-docx searches all of them for it."""
        style = paragraph._p.style
        if style not in self.kinds:
            self.kinds[style] = _kind(paragraph.style)
        return self.kinds[style]

    def _table(self, element: Any) -> None:
        """Write a table: one that numbers the entries of a list as that list, any other as Markdown has it."""
        self.tables += 1
        rows = [[self._joined(cell) for cell in row.findall(f"{W}tc")] for row in element.findall(f"{W}tr")]
        labelled = all(len(row) == 2 and _LABEL.fullmatch(plain(row[0])) for row in rows)
        self.listed = False
        for number, cells in enumerate(rows, 1):
            self._begin(max(1, self.paragraphs), f"table {self.tables}, row {number}", tight=number > 1)
            if labelled:
                self._write([*cells[0], Span(" "), *cells[1]])
                continue
            self._write([Span("| "), *(part for cell in cells for part in (*in_cell(cell), Span(" | ")))])
            if number == 1:
                self._write([Span("\n|" + "---|" * len(cells))])

    def _notes(self) -> None:
        """Write the texts of notes at the end; each stands at its mark, and may have marks of its own."""
        told = {
            kind: {} if part is None else {one.get(f"{W}id"): one for one in part.iter(f"{W}{kind}")}
            for kind, part in self.note_parts.items()
        }
        for at, note in enumerate(self.runs.notes):  # it grows meanwhile
            self.marked_in += [self.marked_in[-1]] * (at + 1 - len(self.marked_in))
            element = told[note.kind].get(note.identifier)
            if element is not None:
                self._begin(self.marked_in[at], f"{note.kind} {note.number}")
                spans = [replace(span, leaf=note.mark, first=0) for span in self._joined(element)]
                self._write([Span(f"[^{note.label}]: "), *spans])

    def _note_part(self, kind: str) -> Any:
        from docx.oxml.parser import parse_xml

        rels = self.document.part.rels.values()
        part = next((rel.target_part for rel in rels if rel.reltype.endswith(f"/{kind}s")), None)
        return None if part is None else parse_xml(part.blob)

    def _joined(self, element: Any) -> list[Span]:
        """Return the text of all paragraphs in a cell or a note."""
        spans: list[Span] = []
        for paragraph in element.iter(f"{W}p"):
            some = self.runs.of(paragraph)
            spans += [Span(" "), *some] if spans and some else some
        return spans

    def _begin(self, line: int, name: str, *, tight: bool = False) -> None:
        if self.out:
            self._write([Span("\n" if tight else "\n\n")])
        self.rows.append(Place(self.length, line, 1, 1, exact=True, name=name))

    def _write(self, spans: list[Span]) -> None:
        for span in as_markdown(spans):
            end = self.length + len(span.text)
            if span.leaf is not None and span.text:
                self.leaves.append(Leaf(self.length, end, span.leaf, span.first))
            self.out.append(span.text)
            self.length = end


def _kind(style: Any) -> _Kind:
    """Return what the first style with a name that says it makes of a paragraph, of a style and those below it."""
    for _ in range(_DEEPEST):
        if style is None:
            break
        name = (style.name or "").lower()
        if name == "title":
            return _Kind(level=1)
        if name.startswith("heading ") and name[8:].isdecimal():
            return _Kind(level=min(6, int(name[8:]) + 1))
        if name in _QUOTES:
            return _Kind(quoted=True)
        if name.startswith("toc "):
            return _Kind(passed_over=True)
        style = style.base_style
    return _Kind()
