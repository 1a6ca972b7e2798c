"""Write a marker anew: without some of its references, or with other labels; and entries away."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from wellsourced.core.model import Edit, Label, Marker, Reference

_SUPERSCRIPT = str.maketrans("0123456789-,", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻˒")
_GAP = (" ", "\t", "\u00a0", "\u202f")
_WRAPS = (("**", "**"), ("__", "__"), ("(", ")"), ("（", "）"), ("<sup>", "</sup>"))
_CLOSING = frozenset(".,;:!?)]}”’»\"'。，；：！？）】」』、%")


def without(text: str, marker: Marker, drop: Collection[int]) -> Edit:
    """Return the edit that takes some references (by index) out of a marker, and the marker with its last."""
    kept = [ref.label for index, ref in enumerate(marker.refs) if index not in drop]
    if not kept:
        return strip(text, marker)
    if marker.shape in ("parenthesised-link", "citation-link", "inline-link"):
        return _without_links(text, marker, drop)
    if marker.shape == "pandoc":
        return _without_keys(marker, drop)
    return relabel(marker, lambda label: label if label in kept else None)


def relabel(marker: Marker, new: Callable[[Label], Label]) -> Edit:
    """Return the edit that gives a marker's labels new names; None drops one, repeated ones stand once.

    The marker keeps its brackets, separator and locator; three and more consecutive numbers of what was a
    range stay a range.
    """
    if marker.shape in ("footnote", "pandoc", "reference-link", "numbered-link", "named"):
        return _relabel_single(marker, new)
    if marker.shape == "superscript":
        labels = _unique(new(ref.label) for ref in marker.refs)
        body = _compress(labels, ranged="⁻" in marker.raw, separator=",").translate(_SUPERSCRIPT)
        wrapped = f"⁽{body}⁾" if marker.raw.startswith("⁽") else body
        return Edit(marker.start, marker.end, wrapped)
    spans = sorted({(ref.start - marker.start, ref.end - marker.start) for ref in marker.refs})
    (first, first_end), last_end = spans[0], spans[-1][1]
    separator = _separator(marker.raw[first_end : spans[1][0]]) if len(spans) > 1 else ", "
    ranged = any(c in "-–—‒" for start, end in spans for c in marker.raw[start:end])
    labels = _unique(new(ref.label) for ref in marker.refs)
    body = _compress(labels, ranged=ranged, separator="," if marker.shape == "glued" else separator)
    return Edit(marker.start, marker.end, marker.raw[:first] + body + marker.raw[last_end:])


def strip(text: str, marker: Marker) -> Edit:
    """Return the edit that removes a marker, the emphasis or parentheses that hold it alone, and one gap."""
    start, end = marker.start, marker.end
    for opening, closing in _WRAPS:
        if text[max(0, start - len(opening)) : start] == opening and text.startswith(closing, end):
            start, end = start - len(opening), end + len(closing)
    left = start
    while left > 0 and text[left - 1] in _GAP:
        left -= 1
    if left == 0 or text[left - 1] in "\n\r" or (text[left - 1] in "|>" and left < start):
        # Nothing before it on its line: the gap behind goes instead, unless that gap is a line break's.
        while text[end : end + 1] in _GAP and text[end : end + 1] and not text.startswith("  \n", end):
            end += 1
        return Edit(start, end, "")
    ahead = text[end : end + 1]
    closes = not ahead or ahead.isspace() or ahead in _CLOSING or ahead in "|*_<["
    return Edit(left if closes else start, end, "")


def remove_entry(text: str, reference: Reference) -> Edit:
    """Return the edit that removes an entry with its line end; one of two blank lines around it goes too."""
    start, end = reference.start, _line_end(text, reference.end)
    if end == reference.end and start > 0:  # the file's last line has no end: take the one before it
        return Edit(start - (2 if text.startswith("\r\n", start - 2) else 1), end, "")
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
