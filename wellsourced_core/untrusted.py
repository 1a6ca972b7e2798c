"""Make untrusted text safe to show and to send: nothing invisible, nothing active."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

_SHOWN_CONTROLS = "\n\t"
_JOINERS = "\u200c\u200d"
# Variation selectors (three blocks) can carry a hidden message behind any visible character.
_SELECTORS = frozenset((*range(0x180B, 0x180E), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
_HIDDEN_CATEGORIES = frozenset(("Cc", "Cf", "Co", "Cs", "Cn"))


def visible(text: str) -> str:
    """Return a text without the characters that a reader cannot see.

    Controls (but line feed and tab), bidi overrides, zero-width and Unicode tag characters, variation
    selectors, private-use and unassigned code points and lone surrogates go. A zero-width joiner stays
    where a script needs it: between two letters beyond the Latin, Greek and Cyrillic ones.
    """
    if text.isascii() and text.isprintable():
        return text
    unified = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(c for i, c in enumerate(unified) if not _is_hidden(unified, i, c))


def one_line(text: str, limit: int | None = None) -> str:
    """Return the visible text on one line, single spaces, cut at ``limit`` code points with an ellipsis."""
    line = " ".join(visible(text).split())
    return line if limit is None or len(line) <= limit else line[: limit - 1].rstrip() + "…"


def enclosed(tag: str, lines: Sequence[str]) -> str:
    """Return lines of others between two tags, escaped and indented: none closes the tag or passes for a turn."""
    inside = "".join(f"  {escape(one_line(line))}\n" for line in lines)
    return f"<{tag}>\n{inside}</{tag}>"


def escape(text: str) -> str:
    """Return a text in which no markup begins: like that of xml.sax, which takes long to import."""
    return text.replace("&", "&amp;").replace(">", "&gt;").replace("<", "&lt;")


def without_comments(text: str) -> str:
    """Drop HTML comments; one that is never closed goes to the end. Linear, unlike a lazy pattern."""
    pieces: list[str] = []
    at = 0
    while (start := text.find("<!--", at)) >= 0:
        pieces.append(text[at:start])
        end = text.find("-->", start + 4)
        if end < 0:
            return "".join(pieces)
        at = end + 3
    pieces.append(text[at:])
    return "".join(pieces)


def _is_hidden(text: str, i: int, c: str) -> bool:
    if c < "\x7f":
        return c < " " and c not in _SHOWN_CONTROLS
    if c in _JOINERS:
        return not (0 < i < len(text) - 1 and _is_joined(text[i - 1]) and _is_joined(text[i + 1]))
    return ord(c) in _SELECTORS or unicodedata.category(c) in _HIDDEN_CATEGORIES


def _is_joined(neighbour: str) -> bool:
    return neighbour >= "\u0590" and unicodedata.category(neighbour)[0] in "LM"
