"""A Word document as the audit reads it: paragraphs, notes and tables, and the run that each character is from.

python-docx opens the document and knows its styles; what it does not show (notes, fields, tracked changes) is read
from the same elements, because comments must go to the runs that the text came from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby
from typing import Any

from retrieval.draft_formats.draft_text import DraftText
from retrieval.draft_formats.word_numbers import Numbering
from retrieval.draft_formats.word_package import opened, whole
from retrieval.draft_formats.word_works import Works, is_of_works, of_control
from wellsourced_core.model import Place, Places
from wellsourced_core.patterns import compiled
from wellsourced_core.values import frozen, replace

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_THROUGH = frozenset(f"{_W}{name}" for name in "ins moveTo smartTag sdt sdtContent customXml dir bdo fldSimple".split())
_SIGNS = {f"{_W}tab": " ", f"{_W}ptab": " ", f"{_W}cr": "\n", f"{_W}noBreakHyphen": "-"}
_LABEL = compiled(r"\[?[0-9]{1,4}[\].)]{0,2}")
_RAISED = compiled(r"[\s0-9,;–-]*[0-9][\s0-9,;–-]*|\[[0-9,;\s–-]+\]")
_TAG = compiled(r"<(?=[A-Za-z/!?])")


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


@frozen
class _Span:
    """Text of an element from a place on, raised or not; without an element it is ours.

    ``code`` is that of the field whose result it is.
    """

    text: str
    leaf: Any = None
    first: int = 0
    raised: bool = False
    code: str = ""


def read(data: bytes, name: str) -> DraftText:
    """Return a document's text. Raises InputError."""
    return read_word(data, name).read


def read_word(data: bytes, name: str) -> WordText:
    """Return a document with its text; tracked changes as accepted, hidden text left out. Raises InputError."""
    document = opened(data, name)
    with whole(name):
        return _Reader(document).read()


class _Reader:
    def __init__(self, document: Any) -> None:
        self.document = document
        self.numbering = Numbering(document)
        self.out: list[str] = []
        self.length = 0
        self.leaves: list[Leaf] = []
        self.rows: list[Place] = []
        self.paragraphs = self.tables = 0
        self.heading = ""
        self.listed = False
        self.notes: list[tuple[str, str, str, Any, int]] = []  # label, name, id, the mark, its paragraph
        self.fields: list[list[str]] = []  # of each open field: its code, and "" once its result is reached
        self.works = Works(document)
        self.kinds: dict[str | None, tuple[int, bool]] = {}
        self.rels = document.part.rels

    def read(self) -> WordText:
        self._blocks(self.document.element.body)
        told = {kind: self._note_elements(kind) for kind in ("footnote", "endnote")}
        at = 0
        while at < len(self.notes):
            label, name, identifier, mark, paragraph = self.notes[at]
            at += 1
            element = told[name.split()[0]].get(identifier)
            if element is not None:
                self._begin(paragraph, name)
                self._write([_Span(f"[^{label}]: "), *self._joined(element, mark)])
        text = "".join(self.out)
        rows = tuple(self.rows) or (Place(0, 1, 1, 1, exact=False),)
        return WordText(self.document, DraftText(text, Places(text, rows)), tuple(self.leaves))

    # -------------------------------------------------------------------------------------------------- blocks

    def _blocks(self, parent: Any) -> None:
        for child in parent:
            if child.tag == f"{_W}p":
                self._paragraph(child)
            elif child.tag == f"{_W}tbl":
                self._table(child)
            elif child.tag in _THROUGH:
                with self._within(child):
                    self._blocks(child)

    def _paragraph(self, element: Any) -> None:
        from docx.text.paragraph import Paragraph

        self.paragraphs += 1
        paragraph = Paragraph(element, self.document._body)
        spans = _trimmed(list(self._keyed(self._inline(element))))
        label = self.numbering.label(paragraph)
        shown = " ".join("".join(span.text for span in spans).split())
        if not shown:
            return
        level, quoted = self._kind_of(paragraph)
        label = label or self.works.label(spans[0].code, shown)
        name = f"paragraph {self.paragraphs}"
        if level:
            self.heading = shown
            name += f", the heading “{shown}”"
        elif self.heading:
            name += f" under “{self.heading}”"
        prefix = "#" * level + " " if level else "> " if quoted else label
        self._begin(self.paragraphs, name, tight=bool(label) and not level and self.listed)
        self._write([_Span(prefix), *spans])
        self.listed = bool(label) and not level

    def _kind_of(self, paragraph: Any) -> tuple[int, bool]:
        """Look each style up once: python-docx searches all of them for it."""
        style = paragraph._p.style
        if style not in self.kinds:
            self.kinds[style] = _kind(paragraph.style)
        return self.kinds[style]

    def _table(self, element: Any) -> None:
        """Write a table: one that numbers the entries of a list as that list, any other as Markdown has it."""
        self.tables += 1
        rows = [[_trimmed(self._joined(cell)) for cell in row.iter(f"{_W}tc")] for row in element.iter(f"{_W}tr")]
        labelled = all(len(row) == 2 and _LABEL.fullmatch(_plain(row[0])) for row in rows)
        self.listed = False
        for number, cells in enumerate(rows, 1):
            self._begin(max(1, self.paragraphs), f"table {self.tables}, row {number}", tight=number > 1)
            if labelled:
                self._write([*cells[0], _Span(" "), *cells[1]])
                continue
            self._write([_Span("| "), *(part for cell in cells for part in (*_in_cell(cell), _Span(" | ")))])
            if number == 1:
                self._write([_Span("\n|" + "---|" * len(cells))])

    def _begin(self, line: int, name: str, *, tight: bool = False) -> None:
        if self.out:
            self._write([_Span("\n" if tight else "\n\n")])
        self.rows.append(Place(self.length, line, 1, 1, exact=True, name=name))

    def _write(self, spans: list[_Span]) -> None:
        raised = groupby(_marked(spans), key=lambda span: span.raised)
        for is_raised, group in raised:
            some = list(group)
            mark = is_raised and _RAISED.fullmatch("".join(span.text for span in some)) is not None
            for span in (_Span("<sup>"), *some, _Span("</sup>")) if mark else some:
                self._add(span)

    def _add(self, span: _Span) -> None:
        end = self.length + len(span.text)
        if span.leaf is not None and span.text:
            self.leaves.append(Leaf(self.length, end, span.leaf, span.first))
        self.out.append(span.text)
        self.length = end

    # ------------------------------------------------------------------------------------------------- in a block

    def _joined(self, element: Any, mark: Any = None) -> list[_Span]:
        """Return the text of all paragraphs in a cell or a note; in a note each is from its ``mark``."""
        spans: list[_Span] = []
        for paragraph in element.iter(f"{_W}p"):
            some = _trimmed(list(self._keyed(self._inline(paragraph))))
            if spans and some:
                spans.append(_Span(" "))
            spans += [_Span(span.text, mark, 0, span.raised) for span in some] if mark is not None else some
        return spans

    def _inline(self, parent: Any) -> Iterator[_Span]:
        for child in parent:
            if child.tag == f"{_W}r":
                yield from self._run(child)
            elif child.tag == f"{_W}hyperlink":
                yield from self._link(child)
            elif child.tag in _THROUGH:
                with self._within(child):
                    yield from self._inline(child)
            elif child.tag in (f"{_M}oMath", f"{_M}oMathPara"):
                yield _Span("".join(one.text or "" for one in child.iter(f"{_M}t")))

    def _run(self, run: Any) -> Iterator[_Span]:
        properties = run.find(f"{_W}rPr")
        hidden = properties is not None and _is_on(properties.find(f"{_W}vanish"))
        align = properties.find(f"{_W}vertAlign") if properties is not None else None
        raised = align is not None and align.get(f"{_W}val") == "superscript"
        for child in run:
            if child.tag == f"{_W}fldChar":
                self._field(child.get(f"{_W}fldCharType"))
            elif child.tag == f"{_W}instrText" and self.fields:
                self.fields[-1][0] += child.text or ""
            elif hidden or any(code for _, code in self.fields):
                continue
            elif child.tag == f"{_W}t":
                yield _Span(child.text or "", child, 0, raised, self._code())
            elif child.tag in _SIGNS:
                yield _Span(_SIGNS[child.tag], child, 0, raised, self._code())
            elif child.tag == f"{_W}br" and child.get(f"{_W}type") in (None, "textWrapping"):
                yield _Span("\n", child)
            elif child.tag in (f"{_W}footnoteReference", f"{_W}endnoteReference"):
                yield self._note(child)

    def _field(self, kind: str | None) -> None:
        """Follow a field: between its begin and its separator stands its code, then what a reader sees."""
        if kind == "begin":
            self.fields.append(["", "code"])
        elif kind == "separate" and self.fields:
            self.fields[-1][1] = ""
        elif kind == "end" and self.fields:
            self.fields.pop()

    @contextmanager
    def _within(self, element: Any) -> Iterator[None]:
        """Take a simple field, and a content control of Mendeley, for the field that it is."""
        tag = element.find(f"{_W}sdtPr/{_W}tag")
        code = element.get(f"{_W}instr") or ("" if tag is None else of_control(tag.get(f"{_W}val") or ""))
        if code:
            self.fields.append([code, ""])
        yield
        if code:
            self.fields.pop()

    def _code(self) -> str:
        """Return the code of the field that cites or lists works here, the outermost one."""
        return next((code for code, _ in self.fields if is_of_works(code)), "")

    def _keyed(self, spans: Iterable[_Span]) -> Iterator[_Span]:
        """Yield a text with the keys of works in the place of names and years that a field made of them."""
        for code, group in groupby(spans, key=lambda span: span.code):
            some = list(group)
            marker = self.works.marker(code, "".join(span.text for span in some)) if code else ""
            if not marker:
                yield from some
                continue
            first, last = some[0], some[-1]
            yield _Span(marker[:-1], first.leaf, first.first)
            yield _Span(marker[-1:], last.leaf, last.first + max(0, len(last.text) - 1))

    def _link(self, link: Any) -> Iterator[_Span]:
        relation = self.rels.get(link.get(f"{_R}id") or "")
        address = relation.target_ref if relation is not None and relation.is_external else ""
        spans = list(self._inline(link))
        shown = _plain(spans)
        if not address.startswith(("http://", "https://")) or not shown or shown == address:
            yield from spans
        else:
            yield _Span("[")
            yield from spans
            yield _Span(f"]({address})" if " " not in address else f"](<{address}>)")

    def _note(self, reference: Any) -> _Span:
        kind = "footnote" if reference.tag.endswith("footnoteReference") else "endnote"
        number = 1 + sum(name.startswith(kind) for _, name, *_ in self.notes)
        label = str(number) if kind == "footnote" else f"e{number}"
        identifier = reference.get(f"{_W}id") or ""
        self.notes.append((label, f"{kind} {number}", identifier, reference, max(1, self.paragraphs)))
        return _Span(f"[^{label}]", reference)

    def _note_elements(self, kind: str) -> dict[str, Any]:
        from docx.oxml.parser import parse_xml

        part = next((rel.target_part for rel in self.rels.values() if rel.reltype.endswith(f"/{kind}s")), None)
        if part is None:
            return {}
        return {one.get(f"{_W}id"): one for one in parse_xml(part.blob).iter(f"{_W}{kind}")}


def _marked(spans: list[_Span]) -> Iterator[_Span]:
    """Yield the text with each "<" that would begin a tag as Markdown has it, also where the next run goes on."""
    whole = "".join(span.text for span in spans)
    tags = {found.start() for found in _TAG.finditer(whole)}
    at = 0
    for span in spans:
        done = 0
        for here in (n for n in range(len(span.text)) if at + n in tags) if span.leaf is not None and tags else ():
            yield replace(span, text=span.text[done:here], first=span.first + done)
            yield replace(span, text="&lt;", first=span.first + here)
            done = here + 1
        yield replace(span, text=span.text[done:], first=span.first + done)
        at += len(span.text)


def _is_on(element: Any) -> bool:
    return element is not None and element.get(f"{_W}val") not in ("0", "false", "off")


def _plain(spans: list[_Span]) -> str:
    return "".join(span.text for span in spans).strip()


def _in_cell(spans: list[_Span]) -> list[_Span]:
    return [_Span(span.text.replace("|", "¦").replace("\n", " "), span.leaf, span.first, span.raised) for span in spans]


def _trimmed(spans: list[_Span]) -> list[_Span]:
    """Return a paragraph's text without white space at its ends and at the beginnings of its lines."""
    out: list[_Span] = []
    at_start = True
    for span in spans:
        text = span.text.lstrip() if at_start else span.text
        if text:
            out.append(replace(span, text=text, first=span.first + len(span.text) - len(text)))
            at_start = text.endswith("\n")
    while out and not out[-1].text.rstrip():
        out.pop()
    if out:
        out[-1] = replace(out[-1], text=out[-1].text.rstrip())
    return out


def _kind(style: Any) -> tuple[int, bool]:
    """Return the level of a heading (0 for none), and whether a style is that of a quotation."""
    for _ in range(10):
        if style is None:
            break
        name = (style.name or "").lower()
        if name == "title":
            return 1, False
        if name.startswith("heading ") and name[8:].isdecimal():
            return min(6, int(name[8:]) + 1), False
        if name in ("quote", "intense quote", "quotations", "block text"):
            return 0, True
        style = style.base_style
    return 0, False
