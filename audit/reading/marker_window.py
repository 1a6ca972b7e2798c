"""The specification's rule: does the text around a marker share a content term with the cited source?"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import chain

from audit.reading.prepared_texts import SourceText
from audit.reading.term_matches import relatives
from audit.reading.term_weights import TERMS, is_content
from audit.thresholds import MARKER_WINDOW_CHARACTERS
from wellsourced_core.text import surfaces, window, words

_STRETCH = 1 << 14  # code points that are read at a time
_BEYOND = 256  # code points read on either side of a window: more than any snapping to whole words


def shares_term(draft_text: str, start: int, end: int, source: SourceText) -> bool:
    """Return whether the whole-word window around draft_text[start:end] shares a content term with a source.

    Stop words, qualifiers, single letters and numbers (so the markers' own digits too) are no content terms;
    words of the source's title and address count as the source's.
    """
    left, right = window(draft_text, start, end, MARKER_WINDOW_CHARACTERS)
    around = surfaces(f"{draft_text[left:start]} {draft_text[end:right]}")
    return _shares(list(map(TERMS.__getitem__, around)), source)


def _shares(terms: list[str], source: SourceText) -> bool:
    """Return whether one of these terms, or another form of it ("Austria", "Austrians"), stands in a source."""
    shared = chain(filter(source.positions.__contains__, terms), filter(source.head.__contains__, terms))
    if any(map(is_content, shared)):
        return True
    return any(relatives(term, source) for term in terms if term[:4] in source.openings and is_content(term))


class Windows:
    """Answers ``shares_term`` for the markers of a draft, in whose prose they are blanked out.

    Markers stand closer than windows are wide, so each word would be read several times. Here a stretch of the prose
    is read once for all markers in it; it is dropped for the next one, so that the words of a long draft never
    lie in memory together. The first windows are read one by one: most drafts ask for few.
    """

    def __init__(self, prose: str) -> None:
        self._prose = prose
        self._begin = self._first = self._last = 0  # the stretch that is read, and the windows that it holds
        self._alone = (
            _STRETCH // MARKER_WINDOW_CHARACTERS
        )  # windows that are read one by one until they weigh as much as a stretch
        self._words = words("")
        self._terms: list[str] = []

    def share_term(self, start: int, end: int, source: SourceText) -> bool:
        """Return what ``shares_term`` does."""
        if self._alone:
            self._alone -= 1
            return shares_term(self._prose, start, end, source)
        left, right = window(self._prose, start, end, MARKER_WINDOW_CHARACTERS)
        if left < self._first or right > self._last:
            self._read(left, right)
        starts, ends = self._words.starts, self._words.ends
        left, right = left - self._begin, right - self._begin
        low, high = bisect_left(starts, left), bisect_right(ends, right)
        if _shares(self._terms[low:high], source):
            return True
        cut = (low and ends[low - 1] > left) or (high < len(starts) and starts[high] < right)
        # A word that the window cuts ("don't") is read anew from what lies inside.
        return bool(cut) and shares_term(self._prose, start, end, source)

    def _read(self, left: int, right: int) -> None:
        self._begin = begin = max(0, left - _BEYOND)
        stop = min(len(self._prose), max(begin + _STRETCH, right + _BEYOND))
        self._words = words(self._prose[begin:stop])
        self._terms = list(map(TERMS.__getitem__, self._words.surfaces))
        self._first = left if begin else 0
        self._last = stop - _BEYOND if stop < len(self._prose) else stop
