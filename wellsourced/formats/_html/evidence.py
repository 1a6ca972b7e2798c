"""The evidence column: who says it, and the passage, with the words of the claim marked.

Whatever shows a passage shows it through `figure`; what else is known of where a passage stands (its page) belongs
into `_where`.
"""

from __future__ import annotations

from collections.abc import Mapping

from wellsourced.formats._html.addresses import folded
from wellsourced.formats._html.escaping import NOTHING, Html, line, link, passage_address
from wellsourced.formats._html.words import densest, marked
from wellsourced_core.model import Source, Span
from wellsourced_core.text import host_of, window

_AROUND = 120  # code points of the source before and behind a whole passage
_LEAST = 160  # code points that are shown of a source, around a passage of a few words
_EXCERPT = 260  # code points of a passage beside its sentence
_TITLE = 90  # ... of a title
_WHOLE = 1_200  # ... and in a finding


def figure(source: Source | None, span: Span, wanted: Mapping[str, str], *, whole: bool = False) -> Html:
    """Return a passage of a source, whole with what stands around it, or only its densest part."""
    low, high = densest(span.text, wanted, _WHOLE if whole else _EXCERPT)
    before, after = around_it(source, span, whole=whole) if (low, high) == (0, len(span.text)) else ("", "")
    beside = wanted if whole else {}
    opening = _context(before, beside) if before else Html("… ") if low else NOTHING
    closing = _context(after, beside) if after else Html(" …") if high < len(span.text) else NOTHING
    shown = marked(span.text[low:high], wanted)
    return Html('<blockquote dir="auto">%s%s%s%s</blockquote>') % (opening, shown, closing, _where(source, span))


def around_it(source: Source | None, span: Span, *, whole: bool) -> tuple[str, str]:
    """Return what is shown before and behind a passage of its source; "" where that is not known."""
    if source is None or not span.text or source.text[span.start : span.end] != span.text:
        return "", ""
    size = len(span.text) + 2 * _AROUND if whole else _LEAST
    first, last = window(source.text, span.start, span.end, size)
    before = ("… " if first else "") + source.text[first : span.start]
    return before, source.text[span.end : last] + (" …" if last < len(source.text) else "")


def title(source: Source, anchor: str) -> Html:
    """Return a source's number, title and site; ``anchor`` leads to it in the list of sources."""
    label = Html("<span class=n>[%s]</span> ") % source.n if source.n is not None else NOTHING
    name = line(_short(source.title) or folded(source.url) or source.id) or Html("untitled")
    site = line(host_of(source.url).removeprefix("www."))
    where = Html(" <span class=quiet>%s</span>") % site if site and source.title else NOTHING
    return Html('%s<a href="#%s" dir="auto">%s</a>%s') % (label, anchor, name, where)


def _short(title: str) -> str:
    return title if len(title) <= _TITLE else f"{title[:_TITLE]} …"


def _context(text: str, wanted: Mapping[str, str]) -> Html:
    return Html("<span class=quiet>%s</span>") % marked(text, wanted)


def _where(source: Source | None, span: Span) -> Html:
    """Return where a passage stands: its page in a document, a link that opens a web page there."""
    number = Html("\n<span class=quiet>p. %s</span>") % span.page if span.page else NOTHING
    page = passage_address(source.url, span.text) if source is not None else ""
    return number + Html("\n") + link(page, Html("open at this passage")) if page else number
