"""Remove sentences from a draft, with their markers and with the rows, items and blocks that they leave empty."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from audit.case import Case
from audit.parsing.markdown import Block, structure
from wellsourced_core.model import Edit
from wellsourced_core.patterns import compiled

_EMPHASIS = ("**", "__", "~~")
_ITEM = compiled(r"[ \t>]{0,200}+(?:[-*+]|[0-9]{1,9}[.)])[ \t]+")
_UNDERLINE = compiled(r"[ \t]{0,80}+(?:={1,400}+|-{1,400}+)[ \t]{0,80}+(?:\r\n?|\n|$)")
_LINE_END = compiled(r"\r\n?|\n")
_BARE = compiled(r"[\s>]*")


def without_sentences(case: Case, sentences: Collection[int]) -> tuple[Edit, ...]:
    """Return the edits that take out sentences (by index) with their markers, and blocks that lose their last one.

    A table loses the whole row, and goes with its last row; a list item goes with its bullet, and what is nested in
    it moves out; emphasis that a sentence opened or closed for others stays. The edits never overlap.
    """
    by_block: dict[int, list[int]] = {}
    for index, block in enumerate(case.draft.block_of):
        by_block.setdefault(block, []).append(index)
    blocks = structure(case.draft.text).blocks
    edits: list[Edit] = []
    rows: set[int] = set()
    for block in sorted({case.draft.block_of[one] for one in sentences}):
        inside = by_block[block]
        gone = [one in sentences for one in inside]
        if blocks[block].kind == "TableCell":
            rows.add(_line_start(case.draft.text, blocks[block].start))
        elif all(gone):
            edits += _whole_block(case.draft.text, blocks, block)
        else:
            edits += _parts(case, inside, gone)
    return _apart([*edits, *_rows(case.draft.text, rows)])


def bare_headings(text: str) -> tuple[Edit, ...]:
    """Return the edits that take out headings (not the title) with nothing below them."""
    headings = [block for block in structure(text).blocks if block.level]
    edits = []
    for at, heading in enumerate(headings):
        following = (one.start for one in headings[at + 1 :] if one.level <= heading.level)
        stop = _line_start(text, next(following, len(text))) if at + 1 < len(headings) else len(text)
        end = _line_end(text, heading.end)
        if underline := _UNDERLINE.match(text, end):
            end = underline.end()
        if heading.level > 1 and _BARE.fullmatch(text, end, max(end, stop)):
            edits.append(_lines(text, _line_start(text, heading.start), end))
    return _apart(edits)


def without_lines(text: str, spans: Iterable[tuple[int, int]]) -> tuple[Edit, ...]:
    """Return the edits that take out the lines that the spans touch."""
    return _apart(_lines(text, _line_start(text, start), _line_end(text, end)) for start, end in spans)


# ------------------------------------------------------------------------------------------------- parts of a block


def _parts(case: Case, inside: list[int], gone: list[bool]) -> Iterator[Edit]:
    """Cut runs of sentences out of a block: each with the gap behind it, the last with the gap before it."""
    text = case.draft.text
    extents = [_extent(case, one) for one in inside]
    at = 0
    while at < len(inside):
        if not gone[at]:
            at += 1
            continue
        first = at
        while at < len(inside) and gone[at]:
            at += 1
        if at < len(inside):
            start, end = extents[first][0], extents[at][0]
        else:
            start, end = extents[first - 1][1], extents[-1][1]
        signs = _open_emphasis(text[start:end])
        if signs and first and text[extents[0][0] : start].count(signs) % 2:
            gap = text[extents[first - 1][1] : start]  # close what an earlier sentence opened
            yield Edit(start - len(gap), end, signs + gap)
        else:
            yield Edit(start, end, signs)


def _extent(case: Case, sentence: int) -> tuple[int, int]:
    """Return a sentence with the markers that belong to it, wherever these stand around it."""
    start, end = case.draft.sentences[sentence]
    own = [m for m in case.draft.markers if m.sentence == sentence]
    return min(start, *(m.start for m in own), start), max(end, *(m.end for m in own), end)


def _open_emphasis(removed: str) -> str:
    return "".join(sign for sign in _EMPHASIS if removed.count(sign) % 2)


# ------------------------------------------------------------------------------------------------- whole blocks


def _whole_block(text: str, blocks: tuple[Block, ...], index: int) -> Iterator[Edit]:
    block = blocks[index]
    start, end = _line_start(text, block.start), _line_end(text, block.end)
    if underline := _UNDERLINE.match(text, end) if block.level else None:
        end = underline.end()
    item = _ITEM.match(text, start, block.start)
    if item is None or item.end() != block.start:
        yield _lines(text, start, end)
        return
    column = item.end() - start
    below = blocks[index + 1] if index + 1 < len(blocks) else None
    if below is not None and _indent(text, below.start) >= column and not _starts_item(text, below.start):
        yield Edit(block.start, below.start, "")  # the item's next paragraph takes the place of the first
        return
    yield _lines(text, start, end)
    yield from _moved_out(text, end, _indent(text, block.start))


def _moved_out(text: str, at: int, margin: int) -> Iterator[Edit]:
    """Bring what was nested in an item that goes out to the item's own margin."""
    shift: int | None = None
    while at < len(text):
        end = _line_end(text, at)
        line = text[at:end]
        width = len(line) - len(line.lstrip(" \t"))
        if line.strip():
            if width <= margin:
                return
            shift = width - margin if shift is None else shift
            yield Edit(at, at + min(shift, width), "")
        at = end


def _rows(text: str, starts: Iterable[int]) -> Iterator[Edit]:
    """Take out rows of tables; a table whose last row goes, goes with its head."""
    gone = {start: _line_end(text, start) for start in starts}
    for start in sorted(gone):
        first, last = _table(text, start)
        body = list(_line_starts(text, first, last))[2:]
        if body and all(at in gone for at in body):
            yield _lines(text, first, last)
        elif start in body:
            yield Edit(start, gone[start], "")


def _table(text: str, at: int) -> tuple[int, int]:
    """Return the stretch of the lines around an offset that a table may hold: those with a bar."""
    first, last = at, _line_end(text, at)
    while first > 0 and "|" in text[(above := _line_start(text, first - 1)) : first]:
        first = above
    while last < len(text) and "|" in text[last : (below := _line_end(text, last))]:
        last = below
    return first, last


def _line_starts(text: str, start: int, end: int) -> Iterator[int]:
    while start < end:
        yield start
        start = _line_end(text, start)


# ------------------------------------------------------------------------------------------------- lines


def _lines(text: str, start: int, end: int) -> Edit:
    """Remove whole lines, and one of two blank stretches around them."""
    above, below = text[_line_start(text, start - 1) : start] if start else "", text[end : _line_end(text, end)]
    if (not above.strip(" \t>\r\n")) and below and not below.strip(" \t>\r\n"):
        end += len(below)
    elif above and not above.strip(" \t>\r\n") and not text[end:].strip():
        start -= len(above)
    return Edit(start, end, "")


def _line_start(text: str, at: int) -> int:
    """Return where the line of an offset begins; a line end of two characters belongs to its line with both."""
    if at > 0 and text.startswith("\r\n", at - 1):
        at -= 1
    return max(text.rfind("\n", 0, max(at, 0)), text.rfind("\r", 0, max(at, 0))) + 1


def _line_end(text: str, at: int) -> int:
    """Return the offset behind the line end that follows an offset."""
    found = _LINE_END.search(text, at)
    return found.end() if found else len(text)


def _indent(text: str, at: int) -> int:
    start = _line_start(text, at)
    line = text[start:at]
    return len(line) - len(line.lstrip(" \t"))


def _starts_item(text: str, at: int) -> bool:
    return _ITEM.match(text, _line_start(text, at), at) is not None


def _apart(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Return edits in order, those that overlap joined."""
    found = sorted(edits, key=lambda edit: (edit.start, edit.end))
    if not found:
        return ()
    joined = [found[0]]
    for edit in found[1:]:
        last = joined[-1]
        if edit.start < last.end:
            joined[-1] = Edit(last.start, max(last.end, edit.end), last.text + edit.text)
        else:
            joined.append(edit)
    return tuple(joined)
