"""What a source is worth whatever it is asked: read once, kept for every question of a topic."""

from __future__ import annotations

from quality.axes import axes, of_page
from quality.junk import diagnose
from quality.options import Options
from quality.reading import Page, Query, read
from wellsourced.core.model import AxisScore, Source
from wellsourced.core.values import frozen


@frozen
class Held:
    """A page, what it is instead of a source (or None), and in the axes' order the scores no question changes."""

    page: Page
    fault: str | None
    own: tuple[AxisScore | None, ...]


class Pool:
    """The sources of a topic, read once; a search that asks again pays for its question alone.

    Takes the memory of the texts' words, twice; scores are those without a pool.
    """

    def __init__(self, options: Options) -> None:
        self.options = options
        # By identity: the sources are held, so no other takes their place.
        self._held: dict[int, Held] = {}

    def held(self, query: Query, source: Source) -> Held:
        """Return what is known of a source, reading it if it is new."""
        known = self._held.get(id(source))
        if known is None:
            known = self._held[id(source)] = hold(query, source, self.options)
        return known


def hold(query: Query, source: Source, options: Options) -> Held:
    """Read a source and score what depends on the page alone."""
    page = read(source)
    own = [axis(query, page, options) if alone else None for axis, alone in zip(axes(), of_page(), strict=True)]
    return Held(page, diagnose(page), tuple(own))
