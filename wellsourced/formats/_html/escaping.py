"""Untrusted texts in a page: escaped in one place, their addresses linked only if they are http(s)."""

from __future__ import annotations

import html
import json
from typing import Any
from urllib.parse import quote

from wellsourced.formats._shared import one_line
from wellsourced_core.patterns import compiled
from wellsourced_core.text import host_of

# Controls, bidi overrides and isolates, invisible characters, tags, noncharacters and lone surrogates. Joiners and
# direction marks stay: Persian, Arabic and emoji need them.
_UNSEEN = compiled(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)
_NEWLINES = compiled("\r\n?")
_IN_SCRIPT = {ord(c): f"\\u{ord(c):04x}" for c in "<>&"}
_KEPT_IN_URLS = ":/?#[]@!$&'()*+,;=%~-._"
_EDGE = 4  # words of evidence at either end that a text fragment names
_SHORT = 2 * _EDGE


def visible(text: str) -> str:
    """Return text with LF line ends whose unseen characters stand as their escapes."""
    return _UNSEEN.sub(lambda c: c[0].encode("unicode_escape").decode("ascii"), _NEWLINES.sub("\n", text))


def escape(text: str) -> str:
    """Return text as HTML, fit for an element's content and for a quoted attribute."""
    return html.escape(visible(text), quote=True)


def line(text: str) -> str:
    """Return a title, a message or a path as HTML on one line."""
    return escape(one_line(" ".join(text.split())))


def units(text: str) -> int:
    """Return the length of a text as a browser counts it, in UTF-16 code units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def address(url: str) -> str:
    """Return an http(s) address in ASCII, or "" for any other: what is not linked cannot be clicked."""
    stripped = url.strip()
    if not host_of(stripped) or stripped[:4].lower() != "http":
        return ""
    return quote(stripped.encode("utf-8", "replace"), safe=_KEPT_IN_URLS)


def passage_address(url: str, evidence: str) -> str:
    """Return the address of a passage on its page, as a text fragment, or "" where the page cannot be linked.

    Short evidence is named whole, other by its first and last words: blocks of a page may lie in between.
    https://wicg.github.io/scroll-to-text-fragment/
    """
    page = address(url).split(":~:", 1)[0].removesuffix("#")
    lines = [words for one in evidence.splitlines() if (words := one.split())]
    if not page or not lines:
        return page
    if len(lines) == 1 and len(lines[0]) <= _SHORT:
        directive = _directive(lines[0])
    else:
        directive = f"{_directive(lines[0][:_EDGE])},{_directive(lines[-1][-_EDGE:])}"
    return f"{page}{'' if '#' in page else '#'}:~:text={directive}"


def _directive(words: list[str]) -> str:
    # A dash is part of the fragment's own syntax.
    return quote(" ".join(words).encode("utf-8", "replace"), safe="").replace("-", "%2D")


def link(url: str, inside: str) -> str:
    """Return ``inside`` (HTML) as a link to another site, or as it is where the address is no http(s) one."""
    if not url:
        return inside
    return f'<a href="{escape(url)}" target="_blank" rel="noopener noreferrer nofollow">{inside}</a>'


def island(name: str, value: Any) -> str:
    """Return a value as JSON inside the page: data, never markup or script."""
    body = json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":")).translate(_IN_SCRIPT)
    return f'<script type="application/json" id="{name}">{body}</script>'
