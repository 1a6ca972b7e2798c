"""Rewrite markers: drop some of their references, or change their labels; and remove entries of the list."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from audit.parsing.dialects import IN_TEXT, WORDED
from audit.parsing.markers import LINKED
from audit.parsing.words_of_sentences import is_word
from wellsourced_core.model import Edit, Label, Marker, Reference
from wellsourced_core.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import MarkerShape

_SUPERSCRIPT = str.maketrans("0123456789-,", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻˒")
# Shapes whose label can be changed without a link or a note that would have to change with it.
RELABELLED: tuple[MarkerShape, ...] = (
    *("bracket", "full-width", "escaped", "superscript", "sup", "glued", "named", "dagger"),
    *("caret", "raised", "hash", "lettered", "code", "latex", WORDED),
)
# What a message says of a marker that no fix takes out.
WORD_ADVICE = "; the marker is a word of its sentence and stays: cite another source, or rewrite the sentence"
_GAP = (" ", "\t", "\u00a0", "\u202f")
_WRAPS = (("**", "**"), ("__", "__"), ("(", ")"), ("（", "）"), ("<sup>", "</sup>"))
_EMPHASIS = ("*", "_")
_WALLED: tuple[MarkerShape, ...] = ("bracket", "full-width", "escaped", "dagger", "sup")
_STYLING = compiled(r"(?:[*_]|<(?!/?sup\b)[^<>]*>)+", re.IGNORECASE)
_BULLET = compiled(r"[ \t>]{0,200}+(?:[-*+]|[0-9]{1,9}[.)])[ \t]*+")
_REST = compiled(r"[ \t]{0,200}+(?:\r\n?|\n|$)")
_DEEPER = compiled(r"(?:[ \t]{0,200}+(?:\r\n?|\n)){0,20}+[ \t]{2,200}+(?=\S)")
_LINE_STARTS = "\n\r\ufeff"
_CLOSING = frozenset(".,;:!?)]}”’»\"'。，；：！？）】」』、%")


def thin(
    text: str, group: Sequence[Marker], drop: Mapping[int, Collection[int]], *, words: bool = False
) -> dict[int, Edit]:
    """Return the edits that take references out of the markers of one group, and markers with their last, by place.

    ``drop`` holds the references (by index) that go, per place in the group. The edits never overlap. A neighbour
    that stays keeps the gap before the group, and a separator goes with its marker; with the last marker goes what
    held them: emphasis or parentheses, and one gap. A key that is a word of its sentence stays, without an edit, and so
    does a whole group that is one, unless ``words`` are to go too.
    """
    edits: dict[int, Edit] = {}
    drop = {at: places for at, places in drop.items() if group[at].shape not in IN_TEXT}
    if not words and all(len(drop.get(at, ())) == len(marker.refs) for at, marker in enumerate(group)):
        drop = {} if is_word(text, group) else drop
    for first, last in _runs(text, group):
        gone = [at for at in range(first, last + 1) if len(drop.get(at, ())) == len(group[at].refs)]
        edits.update(_strip(text, group, first, last, gone))
    for at, dropped in drop.items():
        if at not in edits:
            edits[at] = _without(text, group[at], dropped)
    return edits


def relabel(marker: Marker, new: Callable[[Label], Label]) -> Edit:
    """Return the edit that gives a marker's labels new names; None drops one, repeated ones stand once.

    The marker keeps its brackets, separator and locator, but no emphasis within brackets; three and more consecutive
    numbers of what was a range stay a range.
    """
    if marker.shape in ("footnote", "pandoc", "reference-link"):
        return _relabel_single(marker, new)
    if marker.shape == "superscript":
        labels = _unique(new(ref.label) for ref in marker.refs)
        body = _compress(labels, ranged="⁻" in marker.raw, separator=",").translate(_SUPERSCRIPT)
        wrapped = f"⁽{body}⁾" if marker.raw.startswith("⁽") else body
        return Edit(marker.start, marker.end, wrapped)
    spans = sorted({(ref.start - marker.start, ref.end - marker.start) for ref in marker.refs})
    (first, first_end), last_end = spans[0], spans[-1][1]
    separator = _separator(marker.raw[first_end : spans[1][0]]) if len(spans) > 1 else ", "
    ranged = len({(ref.start, ref.end) for ref in marker.refs}) < len(marker.refs)
    labels = _unique(new(ref.label) for ref in marker.refs)
    body = _compress(labels, ranged=ranged, separator="," if marker.shape == "glued" else separator)
    head, tail = marker.raw[:first], marker.raw[last_end:]
    if marker.shape in _WALLED:
        # Half of an emphasis or a tag may be between the numbers and would be lost with them.
        styled = _STYLING.match(tail)
        head, tail = _STYLING.sub("", head), tail[styled.end() :] if styled else tail
    return Edit(marker.start, marker.end, head + body + tail)


def repoint(marker: Marker, link: str) -> Edit | None:
    """Return the edit that makes a link in parentheses another one; None for a marker that is no single such link."""
    if marker.shape not in ("parenthesised-link", "parenthesised-address") or len(marker.refs) != 1:
        return None
    return Edit(marker.refs[0].start, marker.refs[0].end, link)


def _runs(text: str, group: Sequence[Marker]) -> Iterator[tuple[int, int]]:
    """Part a group where emphasis stands between two markers: (first, last) place of each part."""
    first = 0
    for at in range(1, len(group) + 1):
        parted = at == len(group) or any(c in text[group[at - 1].end : group[at].start] for c in _EMPHASIS)
        if parted:
            yield first, at - 1
            first = at


def _strip(
    text: str, group: Sequence[Marker], first: int, last: int, gone: Sequence[int]
) -> Iterator[tuple[int, Edit]]:
    if not gone:
        return
    going = set(gone)
    staying = next((at for at in range(first, last + 1) if at not in going), None)
    start, end = _with_bullet(text, *_with_gap(text, group[first].start, group[last].end))
    for at in gone:
        low, high = group[at].start, group[at].end
        if staying is not None and at > staying:
            low = group[at - 1].end
        else:
            low = start if staying is None and at == first else low
            high = end if at == last else group[at + 1].start
        yield at, Edit(low, high, "")


def _without(text: str, marker: Marker, drop: Collection[int]) -> Edit:
    if marker.shape in LINKED:
        return _without_links(text, marker, drop)
    if marker.shape == "pandoc":
        return _without_keys(marker, drop)
    kept = {ref.label for index, ref in enumerate(marker.refs) if index not in drop}
    return relabel(marker, lambda label: label if label in kept else None)


def _with_gap(text: str, start: int, end: int) -> tuple[int, int]:
    """Widen a stretch that goes to what holds it alone, and to the gap before it (at a line's start, behind it)."""
    held = True
    while held:
        held = False
        for opening, closing in _WRAPS:
            if text[max(0, start - len(opening)) : start] == opening and text.startswith(closing, end):
                start, end, held = start - len(opening), end + len(closing), True
    left = start
    while left > 0 and text[left - 1] in _GAP:
        left -= 1
    if left == 0 or text[left - 1] in _LINE_STARTS or (text[left - 1] in "|>" and left < start):
        # Nothing before it on its line: the gap behind goes instead, unless that gap is a line break's.
        while text[end : end + 1] in _GAP and text[end : end + 1] and not text.startswith(("  \n", "  \r"), end):
            end += 1
        return start, end
    ahead = text[end : end + 1]
    closes = not ahead or ahead.isspace() or ahead in _CLOSING or ahead in "|*_<["
    return (left if closes else start), end


def _with_bullet(text: str, start: int, end: int) -> tuple[int, int]:
    """Widen a stretch that is all the first line of an item holds: a lone "-" would make a heading of what is above.

    The line goes; what the item has below it takes its place.
    """
    line = text.rfind("\n", 0, start) + 1
    line = max(line, text.rfind("\r", line, start) + 1)
    bullet, rest = _BULLET.match(text, line), _REST.match(text, end)
    if rest is None or bullet is None or bullet.end() < start:
        return start, end
    below = _DEEPER.match(text, rest.end())
    return (bullet.end(), below.end()) if below else (line, rest.end())


def remove_entry(text: str, reference: Reference) -> Edit:
    """Return the edit that removes an entry with its line end; one of two blank lines around it goes too.

    The line end before it belongs to the entry above, so that the edits of neighbours never overlap.
    """
    start, end = reference.start, _line_end(text, reference.end)
    if start == 0 or text[start - 2 : start] in ("\n\n", "\r\r") or text[start - 4 : start] == "\r\n\r\n":
        end = _line_end(text, end)
    return Edit(start, end, "")


def _line_end(text: str, at: int) -> int:
    return at + (2 if text.startswith("\r\n", at) else 1 if text[at : at + 1] in ("\n", "\r") and at < len(text) else 0)


def _relabel_single(marker: Marker, new: Callable[[Label], Label]) -> Edit:
    raw = marker.raw
    for ref in sorted(marker.refs, key=lambda r: r.start, reverse=True):
        label = new(ref.label)
        start, end = ref.start - marker.start, ref.end - marker.start
        if label is None or label == ref.label or not 0 <= start < end <= len(raw):
            continue
        piece = raw[start:end]
        raw = raw[:start] + piece.replace(str(ref.label), str(label), 1) + raw[end:]
    return Edit(marker.start, marker.end, raw)


def _without_links(text: str, marker: Marker, drop: Collection[int]) -> Edit:
    kept = [text[ref.start : ref.end] for index, ref in enumerate(marker.refs) if index not in drop]
    between = text[marker.refs[0].end : marker.refs[1].start]
    head = text[marker.start : marker.refs[0].start]
    tail = text[marker.refs[-1].end : marker.end]
    return Edit(marker.start, marker.end, head + between.join(kept) + tail)


def _without_keys(marker: Marker, drop: Collection[int]) -> Edit:
    dropped = {str(ref.label) for index, ref in enumerate(marker.refs) if index in drop}
    inner = marker.raw.strip("[]")
    parts = [part for part in inner.split(";") if not any(f"@{key}" in part for key in dropped)]
    wall = marker.raw[: len(marker.raw) - len(marker.raw.lstrip("["))]
    return Edit(marker.start, marker.end, f"{wall}{';'.join(parts).strip()}{']' * len(wall)}")


def _separator(between: str) -> str:
    return between if between.strip(" ,;、，；") == "" else ", "


def _unique(labels: Iterable[Label]) -> list[Label]:
    return [label for label in dict.fromkeys(labels) if label is not None]


def _compress(labels: Sequence[Label], *, ranged: bool, separator: str) -> str:
    """Write labels, runs of three and more as ranges where the marker had one."""
    pieces: list[str] = []
    index = 0
    while index < len(labels):
        stop = index
        while ranged and stop + 1 < len(labels) and _follows(labels[stop], labels[stop + 1]):
            stop += 1
        if stop - index >= 2:
            pieces.append(f"{labels[index]}-{labels[stop]}")
        else:
            pieces += [str(label) for label in labels[index : stop + 1]]
        index = stop + 1
    return separator.join(pieces)


def _follows(low: Label, high: Label) -> bool:
    return isinstance(low, int) and isinstance(high, int) and high == low + 1
