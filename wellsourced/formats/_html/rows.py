"""Rows of a draft, beside each what is said of its sentences: written piece by piece, each as it looks.

What is open, of text and of looks, is closed at a row's end and opened again in the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from wellsourced.formats._html.addresses import linked
from wellsourced.formats._html.escaping import NOTHING, Html, line
from wellsourced.formats._html.layers import PLAIN, Layers, Look

Notes = Callable[[int], Html]

ROW_CHARACTERS = 2_000  # a browser lays out only the rows near the window: none is endless
DEPTH = 60  # beyond, what is nested stands beside what it is nested in
NO_TAGS = NOTHING, NOTHING
_WORD_CHARACTERS = 400  # how far back a space is looked for, to part a row there
_MARKER_CHARACTERS = 40
_TEXTS = {
    "p": (Html("<p>"), Html("</p>")),
    "pre": (Html("<pre>"), Html("</pre>")),
    "raw": (Html("<pre class=raw>"), Html("</pre>")),
    "table": (Html("<div class=wide tabindex=0><table>"), Html("</table></div>")),
    **{f"h{n}": (Html("<h%d>") % min(6, n + 3), Html("</h%d>") % min(6, n + 3)) for n in range(1, 7)},
}


class Rows:
    """Rows as they are written; ``notes`` returns what is to stand beside one that ends at an offset."""

    def __init__(self, text: str, layers: Layers, notes: Notes) -> None:
        self._text, self._layers, self._notes = text, layers, notes
        self._done: list[Html] = []
        self._row: list[Html] | None = None
        self._kind = "p"
        self._tags: list[tuple[Html, Html]] = []
        self._look = PLAIN
        self._closing = NOTHING
        self._at = self._length = self._cut = self._break = self._marker = self._links = 0
        self._prefix = ""
        self._goes_on = False
        self._run: tuple[int, int] | None = None

    def ready(self) -> Iterator[Html]:
        """Yield what is written, row by row, and let go of it."""
        yield from self._done
        self._done.clear()

    # --------------------------------------------------------------------------------------------- text

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
            room = max(1, ROW_CHARACTERS - self._length)
            if stop - start > room and self._kind != "table":
                space = self._text.rfind(" ", max(start, start + room - _WORD_CHARACTERS), start + room)
                stop = space + 1 if space >= start else start + room
            self._piece(start, stop, self._text[start:stop])
            start = stop
            if self._length >= ROW_CHARACTERS and self._kind != "table":
                self._part_row()

    def _piece(self, start: int, end: int, shown: str) -> None:
        self._at = max(self._at, end)
        if self._row is None and self._kind not in ("pre", "raw"):
            shown = shown.lstrip()  # a row does not begin with the space or the line end behind the last one
        if not shown:
            return
        self._lost_markers(start)
        look = self._layers.look(start)
        if look != self._look:
            self._unlook()
            self._put_on(look)
        plain = self._links or look.marker >= 0 or self._kind in ("pre", "raw")
        self._add(Html.escape(shown) if plain else linked(shown))
        self._length += len(shown)
        self._end_row_at_break(end)

    def _end_row_at_break(self, end: int) -> None:
        """End the row where what has been written up to an offset holds the end of a cited sentence."""
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

    def _push(self, tags: tuple[Html, Html]) -> None:
        self._unlook()
        if len(self._tags) >= DEPTH:
            tags = NO_TAGS
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
