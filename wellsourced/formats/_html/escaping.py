"""Untrusted texts in a page: HTML is a type, whatever else gets into it is escaped, and only http(s) is linked."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from markupsafe import Markup
from markupsafe import escape as _escape

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
_KEPT_IN_URLS = ":/?#[]@!$&'()*+,;=%~-._"
_EDGE = 4  # words of evidence at either end that a text fragment names
_SHORT = 2 * _EDGE


def visible(text: str) -> str:
    """Return text with LF line ends whose unseen characters stand as their escapes."""
    return _UNSEEN.sub(lambda c: c[0].encode("unicode_escape").decode("ascii"), _NEWLINES.sub("\n", text))


class Html(Markup):
    """Markup of our own. What is no Html becomes text where it is filled in, added or joined: visible, and escaped.

    Only literals are made Html by hand (a test holds every file to that), so no text of others can be markup.
    """

    __slots__ = ()

    @classmethod
    def escape(cls, s: Any, /) -> Html:
        """Return a value as HTML, fit for an element's content and for a quoted attribute."""
        return s if isinstance(s, Html) else cls(_escape(visible(str(s))))


NOTHING = Html("")


def line(text: str) -> Html:
    """Return a title, a message or a path as HTML on one line."""
    return Html.escape(one_line(" ".join(text.split())))


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


def link(url: str, inside: Html) -> Html:
    """Return ``inside`` as a link to another site, or as it is where the address is no http(s) one."""
    return Html('<a href="%s" target="_blank" rel="noopener nofollow">%s</a>') % (url, inside) if url else inside
