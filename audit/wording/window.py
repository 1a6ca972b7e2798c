"""The specification's rule: does the text around a marker share a content term with the cited source?"""

from __future__ import annotations

from audit.wording.reading import SourceText
from audit.wording.weights import is_content, term_of
from wellsourced.core.text import window, words

WINDOW = 300  # code points around the marker, the marker included


def shares_term(draft_text: str, start: int, end: int, source: SourceText) -> bool:
    """Return whether the whole-word window around draft_text[start:end] shares a content term with a source.

    Stop words, qualifiers, single letters and numbers (so the markers' own digits too) are no content terms;
    words of the source's title and address count as the source's.
    """
    left, right = window(draft_text, start, end, WINDOW)
    around = f"{draft_text[left:start]} {draft_text[end:right]}"
    return any(term and is_content(term) and source.has(term) for term in map(term_of, words(around).surfaces))
