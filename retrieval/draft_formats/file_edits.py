"""Carry a fix of a draft's text into its file: exactly, or not at all."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from retrieval.draft_formats.draft_text import DraftText
from wellsourced_core.errors import InputError
from wellsourced_core.model import Edit
from wellsourced_core.patterns import compiled

# What a file wraps around a citation and the text does not show: gone with the citation if nothing else is in it.
_OPENED = compiled(r"(?:<([A-Za-z][\w:-]*)\b[^<>]*>|(?:\\[A-Za-z]+\*?)?(?<!\\)\{)\Z")
_TAG = compiled(r"<(/?)([A-Za-z][\w:-]*)\b[^<>]*?(/?)>")
_LINK = compiled(r"<a\s", re.IGNORECASE)
_VOID = frozenset(("br", "hr", "img", "input", "wbr"))
_MAY_STAY_OPEN = frozenset(("p", "li", "td", "th", "tr", "dd", "dt"))


def in_file(
    draft: DraftText, edits: Sequence[Edit], read: Callable[[str], DraftText] | None
) -> tuple[Edit, ...] | None:
    """Return the edits of a draft's file that make these edits of its text; None where its bytes cannot be kept.

    ``read`` reads a text of the file: whatever else an edit did to it would show there. None where that is known.
    """
    found = []
    for edit in edits:
        one = draft.in_file(edit)
        if not draft.original or one is None:
            return None
        if edit.text and _LINK.search(draft.original, one.start, one.end):
            return None  # it would lead to where the old citation led
        found.append(one if edit.text else _unwrapped(draft, one))
    changed = applied(draft.original, found)
    if not all(_is_balanced(draft.original[one.start : one.end]) for one in found) or changed is None:
        return None
    return tuple(found) if read is None or _says(changed, applied(draft.text, edits), read) else None


def _says(changed: str, wanted: str | None, read: Callable[[str], DraftText]) -> bool:
    """Tell whether a file is still one of its format, and read as this text."""
    try:
        return read(changed).text == wanted
    except (InputError, ValueError, RecursionError):
        return False


def applied(text: str, edits: Iterable[Edit]) -> str | None:
    """Return a text after edits; None if two of them overlap."""
    pieces, done = [], 0
    for edit in sorted(edits, key=lambda one: (one.start, one.end)):
        if edit.start < done:
            return None
        pieces += [text[done : edit.start], edit.text]
        done = edit.end
    return "".join([*pieces, text[done:]])


def _unwrapped(draft: DraftText, edit: Edit) -> Edit:
    """Widen a deletion over the tags or braces that would be left with nothing in them."""
    text, start, end = draft.original, edit.start, edit.end
    while found := _OPENED.search(text, max(0, start - 2_000), start):
        close = f"</{found[1]}>" if found[1] else "}"
        if not text.startswith(close, end):
            break
        start, end = found.start(), end + len(close)
    return Edit(start, end, "")


def _is_balanced(removed: str) -> bool:
    """Tell whether what is taken out of a file tears no element, no group and no environment."""
    depth = 0
    for sign in removed.replace("\\\\", "").replace("\\{", "").replace("\\}", ""):
        depth += (sign == "{") - (sign == "}")
        if depth < 0:
            return False
    opened: list[str] = []
    for close, name, empty in _TAG.findall(removed):
        tag = name.lower()
        if tag in _VOID or empty:
            continue
        if not close:
            opened.append(tag)
            continue
        while opened and opened[-1] != tag and opened[-1] in _MAY_STAY_OPEN:
            opened.pop()
        if not opened or opened.pop() != tag:
            return False
    return depth == 0 and all(tag in _MAY_STAY_OPEN for tag in opened) and _environments(removed)


def _environments(removed: str) -> bool:
    return removed.count("\\begin{") == removed.count("\\end{")
