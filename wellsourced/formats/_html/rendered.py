"""A draft as its readers see it: Markdown rendered in rows, beside each what is said of its sentences.

Positions come from pyromark with the options of the audit's own reading, so that markers and sentences are found where
the audit found them. Raw HTML stays text; what cannot be seen of Markdown's syntax is left out.
"""

from __future__ import annotations

from collections.abc import Iterator

import pyromark

from audit.parsing.markdown import OPTIONS
from wellsourced.formats._html.byte_offsets import CodePoints
from wellsourced.formats._html.escaping import NOTHING, Html, address
from wellsourced.formats._html.layers import Layers
from wellsourced.formats._html.rows import DEPTH, NO_TAGS, ROW_CHARACTERS, Notes, Rows
from wellsourced_core.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_TABLE_CHARACTERS = 40_000  # a longer table is shown as its source
_SURROGATE = compiled("[\ud800-\udfff]")
_INLINE = {
    "Emphasis": (Html("<em>"), Html("</em>")),
    "Strong": (Html("<strong>"), Html("</strong>")),
    "Image": (Html("<span class=img>"), Html("</span>")),
}
_CONTAINERS = {
    "BlockQuote": (Html("<blockquote class=q>"), Html("</blockquote>")),
    "Item": (Html("<li>"), Html("</li>")),
    "FootnoteDefinition": (Html("<div class=fn>"), Html("</div>")),
}
_RAISED = ("<sup>", "</sup>")
_CELLS = {
    "TableHead": (Html("<tr>"), Html("</tr>")),
    "TableRow": (Html("<tr>"), Html("</tr>")),
    "TableCell": (Html("<td>"), Html("</td>")),
    "HeadCell": (Html("<th scope=col>"), Html("</th>")),
}


def rendered(text: str, layers: Layers, notes: Notes = lambda _: NOTHING) -> Iterator[Html]:
    """Yield a text row by row; ``notes`` returns what is to stand beside a row that ends at an offset."""
    shift = 1 if text.startswith("\ufeff") else 0
    clean = _SURROGATE.sub("\ufffd", text[shift:])
    writer = _Markdown(text, layers, notes)
    points = CodePoints(clean, shift)
    depth = skipped = 0
    for event, span in pyromark.events_with_range(clean, options=OPTIONS):
        start, end = points.at(span["start"]), points.at(span["end"])
        name, value = _named(event)
        if name == "Start":
            if not depth:
                writer.gap(start)
            depth += 1
            kind, detail = _named(value)
            if not skipped and kind == "Table" and end - start > _TABLE_CHARACTERS:
                skipped = depth
                writer.verbatim("raw", start, end)
            elif not skipped:
                writer.open(kind, detail, start)
        elif name == "End":
            if not skipped:
                writer.close(_named(value)[0], end)
            skipped = 0 if skipped == depth else skipped
            depth -= 1
        elif not skipped:
            writer.inline(name, value, start, end)
        yield from writer.ready()
    writer.gap(len(text))
    writer.end()
    yield from writer.ready()


def _named(value: object) -> tuple[str, Any]:
    """Return the name of an event or a tag, and what it holds."""
    if isinstance(value, dict):
        return next(iter(value.items()))
    return str(value), None


class _Markdown(Rows):
    """Rows made of the events of a Markdown parser."""

    def __init__(self, text: str, layers: Layers, notes: Notes) -> None:
        super().__init__(text, layers, notes)
        self._containers: list[Html] = []
        self._heads = False

    # --------------------------------------------------------------------------------------------- blocks

    def open(self, kind: str, detail: Any, start: int) -> None:
        """Open a block or a stretch of text."""
        self._flush()
        if kind in _INLINE or kind == "Link":
            self._links += kind == "Link"
            self._push(self._link(detail, start) if kind == "Link" else _INLINE[kind])
            return
        if kind in _CELLS:
            self._text_row("table")
            self._heads = kind == "TableHead" or (self._heads and kind == "TableCell")
            self._push(_CELLS["HeadCell" if self._heads and kind == "TableCell" else kind])
            return
        self._end_row()
        if kind in _CONTAINERS or kind == "List":
            opening, closing = _list(detail) if kind == "List" else _CONTAINERS[kind]
            deep = len(self._containers) >= DEPTH
            self._done.append(NOTHING if deep else opening)
            self._containers.append(NOTHING if deep else closing)
            self._prefix = f"[^{detail}]: " if kind == "FootnoteDefinition" else self._prefix
        else:
            level = str(detail["level"]).lower() if kind == "Heading" else ""
            self._kind = level or {"CodeBlock": "pre", "MetadataBlock": "raw", "HtmlBlock": "raw"}.get(kind, "p")

    def close(self, kind: str, end: int) -> None:
        """Close what is open."""
        self._flush()
        if kind in _INLINE or kind == "Link" or kind in _CELLS:
            self._links -= kind == "Link"
            self._pop()
            return
        self._end_row(end)
        self._kind = "p"
        if (kind in _CONTAINERS or kind == "List") and self._containers:
            self._done.append(self._containers.pop())

    def verbatim(self, kind: str, start: int, end: int) -> None:
        """Write a stretch of the source as it stands."""
        self._end_row()
        self._kind = kind
        self._stretch(start, end)
        self._end_row(end)
        self._kind = "p"

    def gap(self, until: int) -> None:
        """Write what lies between two blocks and belongs to none: definitions of links."""
        start = self._at
        if self._text[start:until].strip("\ufeff \t\r\n"):
            self.verbatim("raw", start, until)

    def end(self) -> None:
        """Close everything."""
        self._end_row()
        rest = self._notes(len(self._text) + 1)
        if rest:
            self._done.append(Html("<div class=r><p></p>%s</div>") % rest)
        self._done += reversed(self._containers)

    # --------------------------------------------------------------------------------------------- text

    def inline(self, name: str, value: Any, start: int, end: int) -> None:
        """Write a piece of running text."""
        if name == "Text" and self._text[start:end] == value:
            first = start if self._run is None or self._run[1] != start else self._run[0]
            if first == start or end - first > ROW_CHARACTERS:
                self._flush()
                first = start
            self._run = first, end
            return
        self._flush()
        if name in ("Text", "Code"):
            if name == "Code":
                self._push((Html("<code>"), Html("</code>")))
            self._piece(start, end, str(value))
            if name == "Code":
                self._pop()
        elif name == "InlineHtml":
            if self._layers.look(start).marker >= 0 and self._text[start:end].lower() in _RAISED:
                self._end_row_at_break(end)  # the tags that raise a marker are a part of it, and say nothing
                return
            self._push((Html("<code class=raw>"), Html("</code>")))
            self._stretch(start, end)
            self._pop()
        elif name == "HardBreak":
            self._unlook()
            self._add(Html("<br>"))
        elif name == "Rule":
            self._end_row(end)
            self._done.append(Html("<hr>"))
        elif name == "SoftBreak":
            self._piece(start, end, "\n")
        else:
            self._stretch(start, end)

    def _link(self, detail: Any, start: int) -> tuple[Html, Html]:
        url = address(str(detail["dest_url"])) if isinstance(detail, dict) else ""
        if not url or self._links > 1 or self._layers.look(start).marker >= 0:
            return NO_TAGS
        return Html('<a href="%s" target="_blank" rel="noopener nofollow">') % url, Html("</a>")


def _list(first: int | None) -> tuple[Html, Html]:
    if first is None:
        return Html("<ul>"), Html("</ul>")
    return (Html("<ol>") if first == 1 else Html("<ol start=%s>") % first), Html("</ol>")
