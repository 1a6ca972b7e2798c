"""Put comments into a copy of a Word document: around the very words, and nothing else is changed.

A comment begins and ends between runs, so a run that it begins within is parted first.
"""

from __future__ import annotations

import io
import zipfile
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from copy import deepcopy
from datetime import date
from itertools import pairwise
from operator import attrgetter
from typing import Any

from retrieval.draft_formats.word import Leaf, WordText, read_word
from retrieval.refused_file import RefusedFileError
from wellsourced_core.patterns import compiled
from wellsourced_core.values import frozen

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_NOT_IN_XML = compiled("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")
AUTHOR, _INITIALS = "wellsourced", "ws"
_NO_DAY = (1980, 1, 1, 0, 0, 0)  # the first that an archive can name: the same comments are the same bytes


@frozen
class Comment:
    """What is to be said of characters start to end of a document's text as read."""

    start: int
    end: int
    text: str


def commented(data: bytes, comments: Sequence[Comment], day: date) -> bytes:
    """Return a copy of a document with comments of a day.

    Raises RefusedFileError for what is no document, or has no text.
    """
    from docx.text.run import Run

    word = read_word(data)
    if comments and not word.leaves:
        raise RefusedFileError("holds no text that a comment could be put on")
    leaves = _parted(word, sorted({at for one in comments for at in (one.start, one.end)}))
    begins = {leaf.element: leaf.start for leaf in reversed(leaves)}
    for one in comments:
        first, last = _ends(leaves, begins, one)
        runs = [Run(leaf.element.getparent(), word.document._body) for leaf in (first, last)]
        made = word.document.add_comment(runs, _shown(one.text), AUTHOR, _INITIALS)
        made._comment_elm.set(f"{_W}date", f"{day.isoformat()}T00:00:00Z")  # python-docx asks the clock
    saved = io.BytesIO()
    word.document.save(saved)
    return _dateless(saved.getvalue())


def _ends(leaves: Sequence[Leaf], begins: Mapping[Any, int], comment: Comment) -> tuple[Leaf, Leaf]:
    """Return the first and the last piece of text that a comment is about, in the document's order, else the nearest.

    ``begins`` says where each element first stands: what a note says stands at its mark.
    """
    first = min(bisect_right(leaves, comment.start, key=attrgetter("end")), len(leaves) - 1)
    last = max(first, bisect_left(leaves, comment.end, key=attrgetter("start")) - 1)

    def order(leaf: Leaf) -> int:
        return begins[leaf.element]

    about = leaves[first : last + 1]
    return min(about, key=order), max(about, key=order)


def _parted(word: WordText, cuts: Sequence[int]) -> list[Leaf]:
    """Part the runs of all texts in which a comment begins or ends; returns the texts as they are then."""
    wanted: dict[Any, set[int]] = {}
    found: list[tuple[Leaf, int, int]] = []  # each with the part of it that is one text then
    for leaf in word.leaves:
        shown = word.read.text[leaf.start : leaf.end]
        own = (leaf.element.text or "")[leaf.first : leaf.first + len(shown)]
        inside = cuts[bisect_right(cuts, leaf.start) : bisect_left(cuts, leaf.end)] if own == shown else ()
        if leaf.element.tag == f"{_W}t":
            begun = (leaf.start,) if leaf.first and leaf.start in cuts else ()
            wanted.setdefault(leaf.element, set()).update(leaf.first + cut - leaf.start for cut in (*begun, *inside))
        found += [(leaf, start, end) for start, end in pairwise((leaf.start, *inside, leaf.end))]
    texts = {element: _split(element, sorted(offsets)) for element, offsets in wanted.items()}
    out = []
    for leaf, start, end in found:
        begins = texts.get(leaf.element, {0: leaf.element})
        offset = leaf.first + start - leaf.start
        out.append(Leaf(start, end, begins[max(at for at in begins if at <= offset)]))
    return out


def _split(text: Any, offsets: Sequence[int]) -> dict[int, Any]:
    """Part a run within one of its texts; returns the text that begins at each offset, what followed is in the last."""
    whole, parts = text.text or "", {0: text}
    for start, end in pairwise((*offsets, len(whole))):
        run = text.getparent()
        after = run.makeelement(run.tag, run.attrib)
        properties = run.find(f"{_W}rPr")
        if properties is not None:
            after.append(deepcopy(properties))
        following = list(text.itersiblings())
        rest = text.makeelement(text.tag, {_SPACE: "preserve"})
        rest.text = whole[start:end]
        after.extend([rest, *following])
        run.addnext(after)
        parts[start], text = rest, rest
    if offsets:
        parts[0].text = whole[: offsets[0]]
        parts[0].set(_SPACE, "preserve")
    return parts


def _shown(text: str) -> str:
    """Return a text without the characters that XML cannot hold."""
    return _NOT_IN_XML.sub("", text)


def _dateless(data: bytes) -> bytes:
    """Return an archive whose parts are of no day."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.infolist():
            new.writestr(zipfile.ZipInfo(part.filename, _NO_DAY), old.read(part), zipfile.ZIP_DEFLATED)
    return out.getvalue()
