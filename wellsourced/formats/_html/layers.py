"""What is marked where in a stretch of a draft: its markers, what findings point to, words that no evidence has."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from operator import attrgetter

from wellsourced_core.model import Severity
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import ShownVerdict

_GRAVITY = tuple(Severity)


@frozen
class Marked:
    """A marker of the text, its worst verdict, and the id of what is said of it ("" for nowhere)."""

    start: int
    end: int
    raw: str
    verdict: ShownVerdict
    to: str = ""


@frozen
class Look:
    """How a place of the text looks: the index of its marker (-1 for none), the gravest finding, a missing word."""

    marker: int = -1
    severity: Severity | None = None
    missing: bool = False


PLAIN = Look()


@frozen
class Layers:
    """The layers of a text; ``cuts`` are the offsets where its look may change, ``breaks`` where a row ends."""

    markers: Sequence[Marked]
    missing: Sequence[tuple[int, int]]
    breaks: Sequence[int]
    cuts: Sequence[int]
    shades: Sequence[tuple[int, Severity | None]]

    def look(self, at: int) -> Look:
        """Return how the text looks from an offset on, up to the next cut."""
        marker = bisect_right(self.markers, at, key=attrgetter("start")) - 1
        if marker >= 0 and at >= self.markers[marker].end:
            marker = -1
        word = bisect_right(self.missing, (at, at)) if self.missing else 0
        missing = any(start <= at < end for start, end in self.missing[max(0, word - 1) : word + 1])
        shade = bisect_right(self.shades, at, key=_offset) - 1
        return Look(marker, self.shades[shade][1] if shade >= 0 else None, missing and marker < 0)


def _offset(shade: tuple[int, Severity | None]) -> int:
    return shade[0]


def layers(
    markers: Sequence[Marked] = (),
    shaded: Iterable[tuple[int, int, Severity]] = (),
    missing: Sequence[tuple[int, int]] = (),
    breaks: Sequence[int] = (),
) -> Layers:
    """Put layers over each other; markers, missing words and breaks are in order, what is shaded may overlap."""
    shades = _shades(shaded)
    cuts = {at for at, _ in shades} | set(breaks)
    for one in markers:
        cuts |= {one.start, one.end}
    for start, end in missing:
        cuts |= {start, end}
    return Layers(markers, missing, breaks, sorted(cuts), shades)


def _shades(shaded: Iterable[tuple[int, int, Severity]]) -> list[tuple[int, Severity | None]]:
    """Return from which offset on which severity is the gravest."""
    opening, closing = Counter[tuple[int, Severity]](), Counter[tuple[int, Severity]]()
    for start, end, severity in shaded:
        opening[start, severity] += 1
        closing[end, severity] += 1
    active = Counter[Severity]()
    found: list[tuple[int, Severity | None]] = []
    for at in sorted({at for at, _ in (*opening, *closing)}):
        for severity in _GRAVITY:
            active[severity] += opening[at, severity] - closing[at, severity]
        found.append((at, next((one for one in _GRAVITY if active[one] > 0), None)))
    return found
