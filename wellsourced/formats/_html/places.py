"""The places of a draft that something is said of: its cited sentences, and what else findings point to."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from operator import attrgetter

from wellsourced.formats._shared import sentence_at
from wellsourced_core.model import FileReport, Finding, MarkerReport
from wellsourced_core.values import frozen, replace

_CLOSING = ".,;:!?)]}\"'”’»*_"
_MOST_CLOSING = 6


@frozen
class Numbered:
    """A finding and its number on the page."""

    number: int
    finding: Finding


@frozen
class Place:
    """A cited sentence with its markers, or (without any) a sentence that findings point to; numbered over the page.

    text[start:until] is the sentence with its markers; ``claim`` is what its readers see of it.
    """

    number: int
    start: int
    until: int
    line: int
    claim: str
    markers: tuple[MarkerReport, ...]
    findings: tuple[Numbered, ...] = ()

    def within(self, start: int, end: int) -> Sequence[MarkerReport]:
        """Return the markers that have a part in text[start:end]."""
        first = bisect_right(self.markers, start, key=attrgetter("end"))
        return self.markers[first : bisect_left(self.markers, end, key=attrgetter("start"))]

    def has_marker_at(self, finding: Finding) -> bool:
        """Tell whether a finding is on one of the markers."""
        found = self.within(finding.start, max(finding.end, finding.start + 1))
        return bool(found) and found[0].start <= finding.start and finding.end <= found[0].end


def places(file: FileReport, findings: Sequence[Numbered], first: int) -> tuple[Place, ...]:
    """Return the places of a draft in the order in which their sentences end; ``first`` is the first number.

    A finding belongs to the cited sentence that it stands in, those elsewhere to the sentence around them.
    """
    cited = _cited(file)
    starts = [place.start for place in cited]
    inside: dict[int, list[Numbered]] = {}
    elsewhere: dict[tuple[int, int], list[Numbered]] = {}
    for one in findings:
        at = bisect_right(starts, one.finding.start) - 1
        if at >= 0 and one.finding.start < cited[at].until:
            inside.setdefault(at, []).append(one)
        else:
            start, end = sentence_at(file.text, one.finding.start)
            elsewhere.setdefault((start, max(end, one.finding.end)), []).append(one)
    found = [replace(place, findings=tuple(inside.get(at, ()))) for at, place in enumerate(cited)]
    for (start, end), some in elsewhere.items():
        found.append(Place(0, start, end, some[0].finding.line, file.text[start:end], (), tuple(some)))
    found.sort(key=lambda place: (place.until, place.start))
    return tuple(replace(place, number=number) for number, place in enumerate(found, first))


def _cited(file: FileReport) -> list[Place]:
    """Return the cited sentences, each with all its markers, in order."""
    groups: dict[tuple[int, int], list[MarkerReport]] = {}
    for marker in file.markers:
        claim = marker.claim
        spot = (claim.start, claim.end) if claim is not None else (marker.start, marker.end)
        groups.setdefault(spot, []).append(marker)
    found = []
    for (start, end), markers in groups.items():
        until = max(end, *(marker.end for marker in markers))
        for _ in range(_MOST_CLOSING):
            until += file.text[until : until + 1] in tuple(_CLOSING)
        said = markers[0].claim.text if markers[0].claim else ""
        low = min(start, *(marker.start for marker in markers))
        found.append(Place(0, low, until, markers[0].line, _readable(said), tuple(markers)))
    return sorted(found, key=attrgetter("start"))


def _readable(claim: str) -> str:
    """Return a claim without the gaps that its markers left."""
    closed = " ".join(claim.split())
    for mark in ".,;:!?":
        closed = closed.replace(f" {mark}", mark)
    return closed
