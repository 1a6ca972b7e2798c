"""Markdown as the audit needs it: what can never hold a citation, where links and blocks stand.

Structure comes from pyromark (pulldown-cmark) with byte ranges; everything here is in code points of the text as
read. One pass, linear.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import pyromark

from wellsourced_core.patterns import compiled
from wellsourced_core.values import frozen

OPTIONS = (
    pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_FOOTNOTES
    | pyromark.Options.ENABLE_MATH
    | pyromark.Options.ENABLE_YAML_STYLE_METADATA_BLOCKS
    | pyromark.Options.ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS
)
_OPAQUE_HTML = compiled(r"<(?:script|style|pre|code|textarea|svg|math)\b", re.IGNORECASE)
_TAG = compiled(r"</?[A-Za-z][^<>]*>")
_SUP_TAG = compiled(r"</?sup>", re.IGNORECASE)
# A bare address runs to white space; brackets inside it ("filters][0][field]") are part of it.
_BARE_URL = compiled(r"https?://[^\s<>【】［］|]*")
_LAST_MARKERS = compiled(r"(?:\[[0-9]{1,6}\])+$")
_NOTE_PART = compiled(r"\^?\[|\]|\n[ \t]*(?=\n)")
_CODE_TAG = compiled(r"<(/?)(code|pre|kbd|samp|script|style|textarea)\b", re.IGNORECASE)
_SURROGATE = compiled("[\ud800-\udfff]")
_TOGETHER = 1_000  # pieces joined at a time: all of them apart weigh as much as two texts


@frozen
class Link:
    """A link of the text: ``kind`` is Inline, Reference, Collapsed, Shortcut or another of CommonMark's."""

    start: int
    end: int
    text: str
    url: str
    kind: str
    label: str


@frozen
class Block:
    """A run of inline text: paragraph, heading, list item, table cell ... with the heading level (else 0)."""

    start: int
    end: int
    kind: str
    level: int


@frozen
class Structure:
    """``visible`` is the text with everything that cannot cite blanked out, offset for offset.

    ``addresses`` are the web addresses that stand in it as such, those in angle brackets with these; ``notes`` the
    "^[inline notes]". ``tables`` are rows of cells, the header first; empty cells are among them.
    """

    visible: str
    links: tuple[Link, ...]
    blocks: tuple[Block, ...]
    comments: tuple[tuple[int, int], ...]
    opaque: tuple[tuple[int, int], ...]
    addresses: tuple[tuple[int, int], ...] = ()
    notes: tuple[tuple[int, int], ...] = ()
    tables: tuple[tuple[tuple[tuple[int, int], ...], ...], ...] = ()


def structure(text: str) -> Structure:
    """Parse a text once: masks, links, blocks and HTML comments in code points."""
    shift = 1 if text.startswith("\ufeff") else 0
    clean = _SURROGATE.sub("\ufffd", text[shift:])
    reader = _Reader(clean)
    for event, span in pyromark.events_with_range(clean, options=OPTIONS, merge_text=True):
        reader.take(event, span["start"], span["end"])
    reader.close_block()
    points = _code_points(clean, reader.offsets())

    def at(offset: int) -> int:
        return points[offset] + shift if points else offset + shift

    opaque = [(at(a), at(b)) for a, b in reader.opaque]
    syntax = [(at(a), at(b)) for a, b in reader.syntax]
    comments = [(at(a), at(b)) for a, b in reader.comments]
    blocks = tuple(Block(at(a), at(b), kind, level) for a, b, kind, level in reader.blocks if a < b)
    tables = tuple(tuple(tuple((at(a), at(b)) for a, b in row) for row in table) for table in reader.tables)
    links = []
    for a, b, url, kind, label in reader.links:
        start, end = at(a), at(b)
        if kind == "Collapsed" and text.startswith("[]", end):
            end += 2  # the parser leaves the empty label out of its range
        inner = _link_text(text[start:end], kind)
        links.append(Link(start, end, inner, url, kind, label))
        if kind == "Inline":
            syntax.append((start + len(inner) + 2, end))
    opaque = [span for span in opaque if not _is_money(text, span)]
    visible = blank(text, [*opaque, *syntax, *comments])
    bare, notes = _addresses(visible), _inline_notes(visible)
    visible = blank(visible, [*bare, *notes])
    addresses = sorted([*bare, *((at(a), at(b)) for a, b in reader.autolinks)])
    if notes:
        outside = blank(text, notes)
        addresses = [span for span in addresses if outside[span[0]] == text[span[0]]]
    ordered = tuple(sorted(links, key=lambda link: link.start))
    hidden = tuple(sorted([*opaque, *comments]))
    return Structure(visible, ordered, blocks, tuple(comments), hidden, tuple(addresses), tuple(sorted(notes)), tables)


def blank(text: str, spans: Iterable[tuple[int, int]], filler: str = " ") -> str:
    """Replace each span by as many fillers; line ends stay, so that lines keep their numbers."""
    stretches: list[str] = []
    pieces: list[str] = []
    done = 0
    left = sorted(spans, reverse=True)  # each is gone when it is done: of a long draft they weigh half as much as it
    while left:
        start, end = left.pop()
        if end <= done:
            continue
        first = max(start, done)
        pieces.append(text[done:first])
        covered = text[first:end]
        if "\n" in covered or "\r" in covered:
            pieces.append("".join(c if c in "\r\n" else filler for c in covered))
        else:
            pieces.append(filler * len(covered))
        done = end
        if len(pieces) >= _TOGETHER:
            stretches.append("".join(pieces))
            pieces.clear()
    return "".join([*stretches, *pieces, text[done:]])


class _Reader:
    """Collects byte ranges while the events go by."""

    def __init__(self, text: str) -> None:
        self.source = text.encode()
        self.opaque: list[tuple[int, int]] = []
        self.syntax: list[tuple[int, int]] = []
        self.comments: list[tuple[int, int]] = []
        self.autolinks: list[tuple[int, int]] = []
        self.links: list[tuple[int, int, str, str, str]] = []
        self.blocks: list[tuple[int, int, str, int]] = []
        self.tables: list[list[list[tuple[int, int]]]] = []
        self._kinds: list[tuple[str, int]] = []
        self._start: int | None = None
        self._end = 0
        self._html_until = 0
        self._code_from: int | None = None

    def take(self, event: object, start: int, end: int) -> None:
        if isinstance(event, str):  # SoftBreak, HardBreak; Rule
            if event == "Rule":
                self.close_block()
            return
        if not isinstance(event, dict):
            return
        ((name, value),) = event.items()
        if name == "Start":
            self._open(value, start, end)
        elif name == "End":
            self._close(value)
        else:
            self._inline(name, start, end)

    def _open(self, value: object, start: int, end: int) -> None:
        kind, detail = next(iter(value.items())) if isinstance(value, dict) else (str(value), None)
        if kind in ("Link", "Image"):
            self._extend(start, end)
            if kind == "Image":
                self.opaque.append((start, end))
            elif isinstance(detail, dict) and detail["link_type"] in ("Autolink", "Email"):
                self.syntax.append((start, end))
                if detail["dest_url"].startswith(("http://", "https://")):
                    self.autolinks.append((start, end))
            elif isinstance(detail, dict):
                self.links.append((start, end, detail["dest_url"], detail["link_type"], detail["id"]))
            return
        if kind in ("Emphasis", "Strong", "Strikethrough", "Superscript", "Subscript"):
            self._extend(start, end)
            return
        self.close_block()
        if kind in ("CodeBlock", "MetadataBlock"):
            self.opaque.append((start, end))
        elif kind == "HtmlBlock":
            self._html(start, end)
        elif kind == "Table":
            self.tables.append([])
        elif kind in ("TableHead", "TableRow"):
            self.tables[-1].append([])
        elif kind == "TableCell":
            self.tables[-1][-1].append((start, end))
        level = int(str(detail["level"])[1:]) if kind == "Heading" and isinstance(detail, dict) else 0
        self._kinds.append((kind, level))

    def _close(self, value: object) -> None:
        kind = next(iter(value)) if isinstance(value, dict) else str(value)
        if kind in ("Link", "Image", "Emphasis", "Strong", "Strikethrough", "Superscript", "Subscript"):
            return
        self.close_block()
        if self._kinds:
            self._kinds.pop()

    def _inline(self, name: str, start: int, end: int) -> None:
        if name in ("Code", "InlineMath", "DisplayMath"):
            self.opaque.append((start, end))
        elif name in ("InlineHtml", "Html"):
            self._html(start, end)
            if name == "InlineHtml":
                self._inline_code(start, end)
        if self._kinds and self._kinds[-1][0] in ("CodeBlock", "MetadataBlock"):
            return
        self._extend(start, end)

    def _extend(self, start: int, end: int) -> None:
        if self._start is None:
            self._start = start
        self._end = max(self._end, end)

    def close_block(self) -> None:
        if self._start is not None:
            kind, level = self._kinds[-1] if self._kinds else ("Paragraph", 0)
            self.blocks.append((self._start, self._end, kind, level))
        self._start, self._end, self._code_from = None, 0, None

    def _inline_code(self, start: int, end: int) -> None:
        """Mask what stands between <code> and </code> within a paragraph."""
        tag = _CODE_TAG.match(self.source[start:end].decode())
        if tag is None:
            return
        if not tag[1]:
            self._code_from = start
        elif self._code_from is not None:
            self.opaque.append((self._code_from, end))
            self._code_from = None

    def _html(self, start: int, end: int) -> None:
        if start < self._html_until:
            return
        self._html_until = end
        piece = self.source[start:end].decode()
        if _OPAQUE_HTML.match(piece.lstrip()):
            self.opaque.append((start, end))
            return
        if piece.lstrip().startswith("<!--"):
            close = piece.find("-->")
            stop = end if close < 0 else start + len(piece[: close + 3].encode())
            self.comments.append((start, stop))
            if stop < end and piece[close + 3 :].strip():
                self._tags(stop, self.source[stop:end].decode())
            return
        self._tags(start, piece)

    def _tags(self, start: int, piece: str) -> None:
        """Mask tags and comments inside a stretch of HTML; <sup> stays, its number may be a citation."""
        ascii_only = piece.isascii()
        position = 0
        while True:
            comment = piece.find("<!--", position)
            stop = len(piece) if comment < 0 else comment
            for tag in _TAG.finditer(piece, position, stop):
                if not _SUP_TAG.fullmatch(tag[0]):
                    a = tag.start() if ascii_only else len(piece[: tag.start()].encode())
                    self.syntax.append((start + a, start + a + len(tag[0].encode())))
            if comment < 0:
                return
            close = piece.find("-->", comment)
            position = len(piece) if close < 0 else close + 3
            a = len(piece[:comment].encode())
            self.comments.append((start + a, start + a + len(piece[comment:position].encode())))

    def offsets(self) -> list[int]:
        spans: list[tuple[int, ...]] = [*self.opaque, *self.syntax, *self.comments]
        spans += self.autolinks
        spans += [row[:2] for row in self.links]
        spans += [row[:2] for row in self.blocks]
        spans += [cell for table in self.tables for row in table for cell in row]
        return [offset for span in spans for offset in span]


def _code_points(text: str, offsets: list[int]) -> dict[int, int]:
    """Map byte offsets to code points, in one pass over the text; empty where bytes are code points."""
    if text.isascii():
        return {}
    source = text.encode()
    points: dict[int, int] = {}
    last_byte = last_point = 0
    for offset in sorted(set(offsets)):
        last_point += len(source[last_byte:offset].decode(errors="replace"))
        last_byte = offset
        points[offset] = last_point
    return points


def _link_text(raw: str, kind: str) -> str:
    if not raw.startswith("["):
        return raw
    if kind == "Inline":
        close = raw.rfind("](")
    elif kind in ("Reference", "ReferenceUnknown"):
        close = raw.rfind("][")
    elif kind in ("Collapsed", "CollapsedUnknown"):
        close = raw.rfind("][]")
    else:
        close = len(raw) - 1
    return raw[1:close] if close > 0 else raw


def _is_money(text: str, span: tuple[int, int]) -> bool:
    """Tell "$5 [1] to $6" from math: a closing dollar before a digit closes nothing (as in pandoc)."""
    start, end = span
    return (
        text[start : start + 1] == "$"
        and text[start : start + 2] != "$$"
        and text[start + 1 : start + 2].isdigit()
        and (text[end : end + 1].isdigit() or "](" in text[start:end] or ". " in text[start:end])
    )


def _addresses(visible: str) -> list[tuple[int, int]]:
    """Find bare addresses; a marker glued to the end of one ("https://a.example/b[1].") is left out."""
    spans = []
    for found in _BARE_URL.finditer(visible):
        url = found[0].rstrip(".,;:!?)*_'\"")
        markers = _LAST_MARKERS.search(url[-60:])
        if markers and "[" not in url[: len(url) - len(markers[0])]:
            url = url[: len(url) - len(markers[0])]
        spans.append((found.start(), found.start() + len(url)))
    return spans


def _inline_notes(visible: str) -> list[tuple[int, int]]:
    """Find "^[inline notes]": their brackets are the note's own. A blank line ends what was never closed."""
    spans: list[tuple[int, int]] = []
    if "^[" not in visible:
        return spans
    opened: list[int] = []  # offsets of open brackets, a note's as the offset of its "^"
    for found in _NOTE_PART.finditer(visible):
        part = found[0]
        if part[-1] == "[":
            opened.append(found.start())
        elif part == "]":
            start = opened.pop() if opened else -1
            if start >= 0 and visible[start] == "^":
                spans.append((start, found.end()))
        else:
            opened.clear()
    return spans
