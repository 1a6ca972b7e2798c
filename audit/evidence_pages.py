"""Say on which page of its document a passage stands."""

from __future__ import annotations

from bisect import bisect_right

from wellsourced_core.model import Source, Span
from wellsourced_core.values import replace


def on_page(span: Span, source: Source) -> Span:
    """Return a stretch of a source's text with the number of its page, from 1; 0 where it has no pages.

    Of a stretch that goes on over a page it is the page that has most of it.
    """
    pages = source.document.pages if source.document is not None else ()
    if not pages:
        return span
    first, last = bisect_right(pages, span.start), bisect_right(pages, max(span.start, span.end - 1))
    ends = (*pages, len(source.text))

    def share(page: int) -> int:
        return min(span.end, ends[page]) - max(span.start, ends[page - 1])

    return replace(span, page=max(range(first, last + 1), key=lambda page: (share(page), -page)))
