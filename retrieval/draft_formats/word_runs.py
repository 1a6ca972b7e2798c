"""What stands in a paragraph of a Word document: runs, links, fields and the marks of notes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby
from typing import Any

from retrieval.draft_formats.word_spans import Span, plain, trimmed
from retrieval.draft_formats.word_works import Works, is_of_works, of_control, of_data
from wellsourced_core.values import frozen

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
# What only holds others: accepted changes, controls, directions. What was deleted or moved away is not among them.
THROUGH = frozenset(f"{W}{name}" for name in "ins moveTo smartTag sdt sdtContent customXml dir bdo fldSimple".split())
FIELDS = (f"{W}instrText", f"{W}fldSimple", f"{W}tag")  # without any of these no field cites anything
_SIGNS = {f"{W}tab": " ", f"{W}ptab": " ", f"{W}cr": "\n", f"{W}noBreakHyphen": "-"}


@frozen
class Note:
    """A note of the text: its kind (footnote or endnote), its number among these, its id and its mark."""

    kind: str
    number: int
    identifier: str
    mark: Any

    @property
    def label(self) -> str:
        return str(self.number) if self.kind == "footnote" else f"e{self.number}"


class Runs:
    """Reads paragraph by paragraph, in the document's order: a field may go on in the next, notes are counted."""

    def __init__(self, document: Any, works: Works) -> None:
        self.works = works
        self.notes: list[Note] = []
        self._counts: Counter[str] = Counter()
        self._fields: list[list[str]] = []  # of each open field: its code, and "" once its result is reached
        self._rels = document.part.rels

    def of(self, paragraph: Any) -> list[Span]:
        """Return a paragraph's text, citations of fields as keys."""
        return trimmed(list(self._keyed(self.as_shown(paragraph))))

    def as_shown(self, paragraph: Any) -> list[Span]:
        """Return a paragraph's text as a reader sees it, each part with the code of its field."""
        spans = list(self._inline(paragraph))
        self._fields = [field for field in self._fields if not field[1]]  # no code goes on in the next
        return spans

    @contextmanager
    def within(self, element: Any) -> Iterator[None]:
        """Take a simple field, and a content control of Mendeley, for the field that it is."""
        tag = element.find(f"{W}sdtPr/{W}tag")
        code = element.get(f"{W}instr") or ("" if tag is None else of_control(tag.get(f"{W}val") or ""))
        if code:
            self._fields.append([code, ""])
        yield
        if code:
            self._fields.pop()

    def _inline(self, parent: Any) -> Iterator[Span]:
        for child in parent:
            if child.tag == f"{W}r":
                yield from self._run(child)
            elif child.tag == f"{W}hyperlink":
                yield from self._link(child)
            elif child.tag in THROUGH:
                with self.within(child):
                    yield from self._inline(child)
            elif child.tag in (f"{_M}oMath", f"{_M}oMathPara"):
                yield Span("".join(one.text or "" for one in child.iter(f"{_M}t")))

    def _run(self, run: Any) -> Iterator[Span]:
        properties = run.find(f"{W}rPr")
        hidden = properties is not None and _is_on(properties.find(f"{W}vanish"))
        align = properties.find(f"{W}vertAlign") if properties is not None else None
        raised = align is not None and align.get(f"{W}val") == "superscript"
        for child in run:
            if child.tag == f"{W}fldChar":
                self._field(child)
            elif child.tag == f"{W}instrText" and self._fields:
                self._fields[-1][0] += child.text or ""
            elif hidden or any(code for _, code in self._fields):
                continue
            elif child.tag == f"{W}t":
                yield Span(child.text or "", child, 0, raised, self._code())
            elif child.tag in _SIGNS:
                yield Span(_SIGNS[child.tag], child, 0, raised, self._code())
            elif child.tag == f"{W}br" and child.get(f"{W}type") in (None, "textWrapping"):
                yield Span("\n", child)
            elif child.tag in (f"{W}footnoteReference", f"{W}endnoteReference"):
                yield self._note(child)

    def _field(self, mark: Any) -> None:
        """Follow a field: between its begin and its separator stands its code, then what a reader sees."""
        kind = mark.get(f"{W}fldCharType")
        if kind == "begin":
            self._fields.append([of_data(mark.findtext(f"{W}fldData") or ""), "code"])
        elif kind == "separate" and self._fields:
            self._fields[-1][1] = ""
        elif kind == "end" and self._fields:
            self._fields.pop()

    def _code(self) -> str:
        """Return the code of the field that cites or lists works here, the outermost one."""
        return next((code for code, _ in self._fields if is_of_works(code)), "")

    def _keyed(self, spans: Iterable[Span]) -> Iterator[Span]:
        """Yield a text with the keys of works in the place of names and years that a field made of them."""
        for code, some in by_field(spans):
            marker = self.works.marker(code, "".join(span.text for span in some)) if code else ""
            if not marker:
                yield from some
                continue
            first, last = some[0], some[-1]
            yield Span(marker[:-1], first.leaf, first.first)
            yield Span(marker[-1:], last.leaf, last.first + max(0, len(last.text) - 1))

    def _link(self, link: Any) -> Iterator[Span]:
        relation = self._rels.get(link.get(f"{_R}id") or "")
        address = relation.target_ref if relation is not None and relation.is_external else ""
        spans = list(self._inline(link))
        shown = plain(spans)
        if not address.startswith(("http://", "https://")) or not shown or shown == address:
            yield from spans
        else:
            yield Span("[")
            yield from spans
            yield Span(f"]({address})" if " " not in address else f"](<{address}>)")

    def _note(self, reference: Any) -> Span:
        kind = "footnote" if reference.tag.endswith("footnoteReference") else "endnote"
        self._counts[kind] += 1
        note = Note(kind, self._counts[kind], reference.get(f"{W}id") or "", reference)
        self.notes.append(note)
        return Span(f"[^{note.label}]", reference)


def by_field(spans: Iterable[Span]) -> Iterator[tuple[str, list[Span]]]:
    """Yield the code of each field of works with what is shown of it, and "" with what stands between."""
    for code, group in groupby(spans, key=lambda span: span.code):
        yield code, list(group)


def _is_on(element: Any) -> bool:
    return element is not None and element.get(f"{W}val") not in ("0", "false", "off")
