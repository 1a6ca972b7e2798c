"""The passages of the sources that contain evidence: each once, however many markers rest on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from wellsourced.formats._html.escaping import units, visible
from wellsourced_core.model import Source, Span
from wellsourced_core.text import window
from wellsourced_core.values import frozen

_AROUND = 240  # code points of the source shown before and after


@frozen
class Spot:
    """Evidence in a passage: where it starts and ends there, in UTF-16 code units."""

    passage: int
    start: int
    end: int


@frozen
class Passages:
    """The passages of a page, and the spot of each (source index, evidence)."""

    texts: tuple[str, ...]
    spots: Mapping[tuple[int, Span], Spot]


def passages(sources: Sequence[Source], wanted: Iterable[tuple[int, Span]]) -> Passages:
    """Cut the passages around evidence; ``wanted`` pairs an index into the sources (-1: unknown) with a span.

    Evidence that does not stand in its source as it is told is a passage of its own.
    """
    texts: list[str] = []
    spots: dict[tuple[int, Span], Spot] = {}
    by_source: dict[int, list[Span]] = {}
    for index, span in dict.fromkeys(wanted):
        if index >= 0 and span.text and sources[index].text[span.start : span.end] == span.text:
            by_source.setdefault(index, []).append(span)
        else:
            shown = visible(span.text)
            spots[index, span] = Spot(len(texts), 0, units(shown))
            texts.append(shown)
    for index, spans in by_source.items():
        text = sources[index].text
        for low, high, members in _windows(text, spans):
            places = _places(text, low, high, members)
            for span in members:
                spots[index, span] = Spot(len(texts), places[span.start], places[span.end])
            texts.append(visible(text[low:high]))
    return Passages(tuple(texts), spots)


def _windows(text: str, spans: Iterable[Span]) -> list[tuple[int, int, list[Span]]]:
    """Widen spans to windows of whole words, and join those that touch."""
    found: list[tuple[int, int, list[Span]]] = []
    for span in sorted(spans, key=lambda one: (one.start, one.end)):
        low, high = window(text, span.start, span.end, span.end - span.start + 2 * _AROUND)
        if found and low <= found[-1][1]:
            first, last, members = found[-1]
            members.append(span)
            found[-1] = (first, max(last, high), members)
        else:
            found.append((low, high, [span]))
    return found


def _places(text: str, low: int, high: int, spans: Iterable[Span]) -> dict[int, int]:
    """Return where each end of the spans stands in the visible passage; one pass over the text."""
    cuts = sorted({low, high, *(cut for span in spans for cut in (span.start, span.end))})
    at, places = 0, {low: 0}
    for before, cut in pairwise(cuts):
        at += units(visible(text[before:cut]))
        places[cut] = at
    return places
