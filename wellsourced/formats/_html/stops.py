"""The stops of a draft: every marker, and every other place that a finding points to."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from wellsourced_core.model import FileReport, Finding, MarkerReport
from wellsourced_core.values import frozen


@frozen
class Numbered:
    """A finding and its number on the page."""

    number: int
    finding: Finding


@frozen
class Place:
    """A stop in the draft: a marker, or (``marker`` is None) what findings point to; numbered over the page."""

    number: int
    start: int
    end: int
    line: int
    marker: MarkerReport | None
    findings: tuple[Numbered, ...]

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one.finding.code for one in self.findings))


def places(file: FileReport, findings: Sequence[Finding], place: int, finding: int) -> tuple[Place, ...]:
    """Return the stops of a draft in order; ``place`` and ``finding`` are the first numbers that are free.

    A finding inside a marker belongs to it, others that share a stretch of the draft share a stop.
    """
    markers = sorted(file.markers, key=lambda marker: marker.start)
    starts = [marker.start for marker in markers]
    on_marker: dict[int, list[Numbered]] = {}
    elsewhere: dict[tuple[int, int], list[Numbered]] = {}
    for number, one in enumerate(findings, finding):
        at = bisect_right(starts, one.start) - 1
        if at >= 0 and one.start < markers[at].end and one.end <= markers[at].end:
            on_marker.setdefault(at, []).append(Numbered(number, one))
        else:
            elsewhere.setdefault((one.start, one.end), []).append(Numbered(number, one))
    stops = [
        Place(0, marker.start, marker.end, marker.line, marker, tuple(on_marker.get(at, ())))
        for at, marker in enumerate(markers)
    ]
    stops += [
        Place(0, start, end, found[0].finding.line, None, tuple(found)) for (start, end), found in elsewhere.items()
    ]
    stops.sort(key=lambda stop: (stop.start, stop.marker is not None, -stop.end))
    return tuple(
        Place(number, stop.start, stop.end, stop.line, stop.marker, stop.findings)
        for number, stop in enumerate(stops, place)
    )
