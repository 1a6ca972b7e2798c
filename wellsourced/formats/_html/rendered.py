"""A draft as its readers see it: Markdown rendered in rows, beside each what is said of its sentences.

Positions come from pyromark with the options of the audit's own reading, so that markers and sentences are found where
the audit found them. Raw HTML stays text; what cannot be seen of Markdown's syntax is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pyromark

from audit.parsing.markdown import OPTIONS
from wellsourced.formats._html.addresses import linked
from wellsourced.formats._html.byte_offsets import CodePoints
from wellsourced.formats._html.escaping import NOTHING, Html, address, line
from wellsourced.formats._html.layers import PLAIN, Layers, Look
from wellsourced_core.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

Notes = Callable[[int], Html]

_ROW_CHARACTERS = 2_000  # a browser lays out only the rows near the window: none is endless
_WORD_CHARACTERS = 400  # how far back a space is looked for, to part a row there
_TABLE_CHARACTERS = 40_000  # a longer table is shown as its source
_DEPTH = 60  # beyond, what is nested stands beside what it is nested in
_MARKER_CHARACTERS = 40
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
_CELLS = {
    "TableHead": (Html("<tr>"), Html("</tr>")),
    "TableRow": (Html("<tr>"), Html("</tr>")),
    "TableCell": (Html("<td>"), Html("</td>")),
    "HeadCell": (Html("<th scope=col>"), Html("</th>")),
}
_TEXTS = {
    "p": (Html("<p>"), Html("</p>")),
    "pre": (Html("<pre>"), Html("</pre>")),
    "raw": (Html("<pre class=raw>"), Html("</pre>")),
    "table": (Html("<div class=wide tabindex=0><table>"), Html("</table></div>")),
    **{f"h{n}": (Html("<h%d>") % min(6, n + 3), Html("</h%d>") % min(6, n + 3)) for n in range(1, 7)},
}
_NO_TAGS = NOTHING, NOTHING


def rendered(text: str, layers: Layers, notes: Notes = lambda _: NOTHING) -> Iterator[Html]:
    """Yield a text row by row; ``notes`` returns what is to stand beside a row that ends at an offset."""
    shift = 1 if text.startswith("\ufeff") else 0
    clean = _SURROGATE.sub("\ufffd", text[shift:])
    writer = _Writer(text, layers, notes)
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


class _Writer:
    """Writes rows: what is open, of blocks, of text and of looks, is closed at a row's end and opened again."""

    def __init__(self, text: str, layers: Layers, notes: Notes) -> None:
        self._text, self._layers, self._notes = text, layers, notes
        self._done: list[Html] = []
        self._row: list[Html] | None = None
        self._kind = "p"
        self._containers: list[Html] = []
        self._tags: list[tuple[Html, Html]] = []
        self._look = PLAIN
        self._closing = NOTHING
        self._at = self._length = self._cut = self._break = self._marker = self._links = 0
        self._prefix = ""
        self._heads = self._goes_on = False
        self._run: tuple[int, int] | None = None

    def ready(self) -> Iterator[Html]:
        """Yield what is written, row by row, and let go of it."""
        yield from self._done
        self._done.clear()

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
            deep = len(self._containers) >= _DEPTH
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
            if first == start or end - first > _ROW_CHARACTERS:
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

    def _flush(self) -> None:
        if self._run is not None:
            start, end = self._run
            self._run = None
            self._stretch(start, end)

    def _stretch(self, start: int, end: int) -> None:
        """Write text[start:end], cut where its look changes, a break stands or a row gets too long."""
        cuts = self._layers.cuts
        while start < end:
            while self._cut < len(cuts) and cuts[self._cut] <= start:
                self._cut += 1
            stop = min(end, cuts[self._cut]) if self._cut < len(cuts) else end
            room = max(1, _ROW_CHARACTERS - self._length)
            if stop - start > room and self._kind != "table":
                space = self._text.rfind(" ", max(start, start + room - _WORD_CHARACTERS), start + room)
                stop = space + 1 if space >= start else start + room
            self._piece(start, stop, self._text[start:stop])
            start = stop
            if self._length >= _ROW_CHARACTERS and self._kind != "table":
                self._part_row()

    def _piece(self, start: int, end: int, shown: str) -> None:
        self._lost_markers(start)
        look = self._layers.look(start)
        if look != self._look:
            self._unlook()
            self._put_on(look)
        plain = self._links or look.marker >= 0 or self._kind in ("pre", "raw")
        self._add(Html.escape(shown) if plain else linked(shown))
        self._length += len(shown)
        self._at = max(self._at, end)
        breaks = self._layers.breaks
        broken = self._break < len(breaks) and breaks[self._break] <= end
        while self._break < len(breaks) and breaks[self._break] <= end:
            self._break += 1
        if broken and self._kind != "table":
            self._part_row()

    # --------------------------------------------------------------------------------------------- looks

    def _put_on(self, look: Look) -> None:
        opening, closing = [], []
        if look.severity is not None:
            opening.append(Html('<mark class="%s">') % look.severity.value)
            closing.append(Html("</mark>"))
        if look.missing:
            opening.append(Html("<i class=gone>"))
            closing.append(Html("</i>"))
        if look.marker >= 0:
            one = self._layers.markers[look.marker]
            first = look.marker >= self._marker
            self._marker = max(self._marker, look.marker + 1)
            to = one.to if first and not self._links else ""
            opening.append(_opened(one.verdict, to))
            closing.append(Html("</a>") if to else Html("</span>"))
        self._add(NOTHING.join(opening))
        self._look, self._closing = look, NOTHING.join(reversed(closing))

    def _unlook(self) -> None:
        if self._row is not None:
            self._row.append(self._closing)
        self._look, self._closing = PLAIN, NOTHING

    def _lost_markers(self, start: int) -> None:
        """Show the markers of which nothing was rendered, as they are written."""
        markers = self._layers.markers
        while self._marker < len(markers) and markers[self._marker].end <= start:
            one = markers[self._marker]
            self._marker += 1
            self._unlook()
            to = "" if self._links else one.to
            closing = Html("</a>") if to else Html("</span>")
            self._add(_opened(one.verdict, to) + line(one.raw[:_MARKER_CHARACTERS]) + closing)

    # --------------------------------------------------------------------------------------------- rows

    def _link(self, detail: Any, start: int) -> tuple[Html, Html]:
        url = address(str(detail["dest_url"])) if isinstance(detail, dict) else ""
        if not url or self._links > 1 or self._layers.look(start).marker >= 0:
            return _NO_TAGS
        return Html('<a href="%s" target="_blank" rel="noopener nofollow">') % url, Html("</a>")

    def _push(self, tags: tuple[Html, Html]) -> None:
        self._unlook()
        if len(self._tags) >= _DEPTH:
            tags = _NO_TAGS
        self._add(tags[0])
        self._tags.append(tags)

    def _pop(self) -> None:
        """Close the innermost tags; where no row is open they are closed already."""
        self._unlook()
        closing = self._tags.pop()[1] if self._tags else NOTHING
        if self._row is not None:
            self._row.append(closing)

    def _text_row(self, kind: str) -> None:
        if self._kind != kind:
            self._end_row()
            self._kind = kind

    def _add(self, piece: Html) -> None:
        if self._row is None:
            opening = Html('<div class="r c">') if self._goes_on else Html("<div class=r>")
            self._goes_on = False
            self._row = [opening, _TEXTS[self._kind][0], *(opening for opening, _ in self._tags)]
            if self._prefix:
                self._row.append(Html("<span class=n>%s</span>") % self._prefix)
                self._prefix = ""
        self._row.append(piece)

    def _part_row(self) -> None:
        """End a row in the middle of its text; what follows opens another."""
        self._end_row()
        self._goes_on = True
        self._kind = "p" if self._kind.startswith("h") else self._kind

    def _end_row(self, end: int = 0) -> None:
        self._flush()
        self._at = max(self._at, end)
        self._goes_on = False
        if self._row is None:
            return
        self._unlook()
        self._row += (closing for _, closing in reversed(self._tags))
        self._row += (_TEXTS[self._kind][1], self._notes(self._at), Html("</div>"))
        self._done.append(NOTHING.join(self._row))
        self._row, self._length = None, 0


def _opened(verdict: str, to: str) -> Html:
    return Html('<a class="m %s" href="#%s">') % (verdict, to) if to else Html('<span class="m %s">') % verdict


def _list(first: int | None) -> tuple[Html, Html]:
    if first is None:
        return Html("<ul>"), Html("</ul>")
    return (Html("<ol>") if first == 1 else Html("<ol start=%s>") % first), Html("</ol>")
